"""Write labels and constraints as Parquet, and read them back; needs pyarrow, which is optional."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.files.file_format import FileContent, from_content, placed
from jupyter_sscluster.constraints.files.json_file import content_of, json_text
from jupyter_sscluster.constraints.files.text_files import file_path, write_bytes
from jupyter_sscluster.export.constraint_files import content_of_session
from jupyter_sscluster.export.labels import Labels, label_columns
from jupyter_sscluster.session import Session

KEY = b"jupyter_sscluster"
FIELDS = ("i", "j", "kind", "weight", "soft", "answer", "source", "time")


def write_labels_parquet(
    session: Session, path: str | PathLike[str], cluster_names: Sequence[str] | None = None
) -> None:
    """Write the clustering shown as a Parquet file, one row per point.

    The columns are those of `labels_csv`: row, name, cluster, cluster_name, left_out. Texts are
    stored as they are, since nothing calculates a cell of such a file.

    Parameters
    ----------
    session : Session
    path : str or Path
        Replaced as a whole if it is there.
    cluster_names : sequence of str, optional
        Names of the clusters, in the order of their numbers.

    Raises
    ------
    InputError
        If pyarrow is not installed, or the file cannot be written.
    """
    _write(path, label_columns(session, cluster_names))


def read_labels_parquet(path: str | PathLike[str]) -> Labels:
    """Read what `write_labels_parquet` wrote, exactly.

    Raises
    ------
    InputError
        If pyarrow is not installed, columns are missing, or the rows are not in order.
    """
    table = _read(path)
    if not {"row", "cluster"} <= set(table.column_names):
        raise InputError(
            f"{path} is no file of labels: it must have the columns row and cluster; "
            "write_labels_parquet writes such files"
        )
    rows, labels = (np.asarray(table.column(name).to_pylist()) for name in ("row", "cluster"))
    if not np.array_equal(rows, np.arange(len(rows))):
        raise InputError(f"{path}: the rows must be numbered from 0 in order; sort it by row")
    if labels.dtype.kind != "i" or (labels < -1).any():
        raise InputError(f"{path}: clusters are whole numbers from 0, or -1; write it again")
    texts = (
        tuple(table.column(name).to_pylist()) if name in table.column_names else None
        for name in ("name", "cluster_name")
    )
    return Labels(labels, *texts)


def write_constraints_parquet(session: Session, path: str | PathLike[str]) -> None:
    """Write the links in force as a Parquet file, one statement a row.

    The columns are those of `constraints_csv`; number and names of all rows are in the metadata.

    Raises
    ------
    InputError
        If pyarrow is not installed, or the file cannot be written.
    """
    document = json.loads(json_text(content_of_session(session)))
    statements = document.pop("statements")
    held = {name: [each.get(name) for each in statements] for name in FIELDS}
    _write(path, held, {KEY: json.dumps(document).encode()})


def read_constraints_parquet(
    path: str | PathLike[str],
    n_samples: int | None = None,
    names: Sequence[str] | None = None,
) -> Constraints:
    """Read what `write_constraints_parquet` wrote; parameters and errors as `Constraints.from_csv`.

    Raises
    ------
    InputError
        Also if pyarrow is not installed.
    """
    return from_content(Constraints, placed(_content(path), n_samples, names))


def _content(path: str | PathLike[str]) -> FileContent:
    table = _read(path)
    about = (table.schema.metadata or {}).get(KEY)
    if about is None or not set(table.column_names) <= set(FIELDS):
        raise InputError(
            f"{path} is no constraints file; write_constraints_parquet writes such files, and the "
            "constraints of other tables are read with Constraints(n_samples, must=, cannot=)"
        )
    statements = [
        {name: value for name, value in row.items() if value is not None}
        for row in table.to_pylist()
    ]
    return content_of(json.loads(about) | {"statements": statements}, path)


def _write(
    path: str | PathLike[str], columns: dict[str, Any], metadata: dict[bytes, bytes] | None = None
) -> None:
    arrow, parquet = _arrow()
    place = file_path(path)
    kinds = {"i": "int64", "j": "int64", "weight": "float64", "soft": "bool_", "answer": "int64"}
    plain = {"row": "int64", "cluster": "int64"}
    arrays = {
        name: arrow.array(values, getattr(arrow, (kinds | plain).get(name, "string"))())
        for name, values in columns.items()
    }
    buffer = io.BytesIO()
    parquet.write_table(arrow.table(arrays).replace_schema_metadata(metadata), buffer)
    write_bytes(place, buffer.getvalue())


def _read(path: str | PathLike[str]) -> Any:
    arrow, parquet = _arrow()
    place: Path = file_path(path)
    if not place.is_file():
        raise InputError(f"there is no file {path}; check its name and folder")
    try:
        return parquet.read_table(io.BytesIO(place.read_bytes()))
    except (arrow.ArrowException, OSError) as error:
        raise InputError(f"{path} is no Parquet file ({error})") from error


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow  # type: ignore[import-untyped, unused-ignore]
        import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]
    except ImportError as error:
        raise InputError(
            "Parquet needs pyarrow, which is not installed: pip install pyarrow, or write CSV"
        ) from error
    return pyarrow, pyarrow.parquet
