"""What a person gives: data of their own, and records as a list or as a frame."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._data_frames import opened
from jupyter_sscluster._validation import InputError, check_data
from jupyter_sscluster.constraints.sampling import label_codes
from jupyter_sscluster.experiments.finished_runs import Record


def checked(name: str, raw: Any, labels: Any) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Rows, and the number of each one's class from 0."""
    X, y = check_data(raw, name=f"data[{name!r}]"), label_codes(labels)
    if len(y) != len(X) or y.min() < 0:
        raise InputError(
            f"data[{name!r}] has {len(X)} rows and {int((y >= 0).sum())} classes of rows; every "
            "row needs a class, to tell and to score by"
        )
    return X, y


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)


def as_records(records: Any) -> list[Record]:
    """Records as dicts, of a list or of a data frame, where what is missing is NaN: it is None.

    >>> as_records([{"ari": 0.5, "failed": None}])
    [{'ari': 0.5, 'failed': None}]
    """
    frame = opened(records)
    if frame is None:
        return list(records)
    return [{k: None if _is_missing(v) else v for k, v in r.items()} for r in frame.records()]
