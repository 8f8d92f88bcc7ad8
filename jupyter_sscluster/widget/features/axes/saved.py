"""Axes that outlive the widget: in the session's file, and in code."""

from collections.abc import Sequence
from typing import Any

from jupyter_sscluster._data_frames import opened
from jupyter_sscluster.journal.viewed import Axes, Viewed
from jupyter_sscluster.projections.projection_spec import BY_NAME, ProjectionSpec, features_spec


def told(wish: ProjectionSpec | None) -> Axes | None:
    """What a file says of axes: a name, two columns, or "own" of coordinates, which it has not.

    >>> told(features_spec(["a", "b"], 1, 0))
    ('b', 'a')
    """
    if wish is None:
        return None
    return (wish.value[0], wish.value[1]) if wish.columns is not None else wish.name


def reopened(
    given: ProjectionSpec | None, kept: Viewed | None, names: Sequence[str]
) -> ProjectionSpec | None:
    """What to show at first: what was chosen last, unless something else is asked for since.

    >>> reopened(None, Viewed(("a", "b")), ["b", "a"]).columns
    (1, 0)
    """
    if kept is None or kept.given != told(given) or kept.axes == told(given):
        return given
    if isinstance(kept.axes, tuple):
        columns = [list(names).index(name) for name in kept.axes if name in names]
        return features_spec(names, *columns) if len(columns) == 2 else given
    return ProjectionSpec(kept.axes, kept.axes) if kept.axes in BY_NAME else given


def in_code(wish: ProjectionSpec, data: Any, names: Sequence[str]) -> Any:
    """The axes as `coordinates` takes them, columns being those of the data as given; or None."""
    if wish.columns is None:
        return None if wish.name == "own" else wish.name
    frame = opened(data)
    if frame is not None:
        chosen = tuple(names[column] for column in wish.columns)
        return chosen if set(chosen) <= set(frame.names) else None
    shape = getattr(data, "shape", None) or (0, len(names))
    within = len(shape) == 2 and max(wish.columns) < shape[1]
    return tuple(wish.columns) if within else None
