"""Sentences about the axes."""

from jupyter_sscluster.widget.core.text import percent, shortened

HIDES = 0.5
"""Axes that keep less than this share of the neighbours hide the structure, and say so."""

NEIGHBOURS = 10
TITLE_LENGTH = 14
CANCELLED = "Cancelled. The axes stay."
NONE_GIVEN = "none given"
NO_OWN = "no coordinates of your own were given; set explorer.projection to some"
OF_CLUSTERS = "of these clusters"
WAYS_OUT = {
    "umap": "pip install umap-learn, and restart the kernel",
    "metric": "choose a clusterer that learns one, such as MPCK-means, or other axes",
}
OUTDATED = "from an earlier clustering; select it again to update"


def note(kept: float, n_points: int) -> str:
    """What axes hide; empty where they keep at least half of the neighbours."""
    if kept >= HIDES:
        return ""
    number = min(NEIGHBOURS, n_points - 1)
    near = "nearest neighbour" if number == 1 else f"{number} nearest neighbours"
    return (
        f"On these axes only {percent(kept)} of each point's {near} look near: points that look "
        "close may be far apart."
    )


def changed(title: str, summary: str, hidden: str = "") -> str:
    """The status line after the axes have changed, and what they hide."""
    said = f"Axes: {title}. Only the view changed: {summary}"
    return f"{said}. {hidden}" if hidden else said


def failed(title: str, error: BaseException) -> str:
    """Why axes could not be made, unless the error says it itself."""
    return f"{title} stopped with {type(error).__name__}: {error}; choose other axes"


def unavailable(title: str, name: str, reason: str) -> str:
    """Why axes cannot be had, and the way out."""
    return f"{title}: {reason}; {WAYS_OUT.get(name, 'choose other axes')}"


def against(titles: tuple[str, str]) -> str:
    """Two features, the horizontal one first."""
    return " × ".join(shortened(title, TITLE_LENGTH) for title in titles)


def too_many(number: int) -> str:
    """Why no other axes can be made for now."""
    return f"{number} cancelled projections are still running; wait, or restart the kernel"
