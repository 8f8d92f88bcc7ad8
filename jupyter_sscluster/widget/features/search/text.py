"""Sentences about what a search has found."""

from jupyter_sscluster._number_text import count

NONE_YET = "No match yet"


def counted(
    n_texts: int, n_clusters: int, n_names: int, ringed: int, *, texts: bool
) -> tuple[str, str]:
    """`23 texts`, ` in 4 clusters · 0 names`; where only names are searched `2 names`."""
    rings = f" · rings on the first {ringed}" if ringed else ""
    if not texts:
        return count(n_names, "name"), rings
    where = f" in {count(n_clusters, 'cluster')}" if n_texts else ""
    return count(n_texts, "text"), f"{where} · {count(n_names, 'name')}{rings}"


def nothing(text: str) -> str:
    """Nothing was found."""
    return f"Nothing found for “{' '.join(text.split())}”."


def unread(rows: int) -> str:
    """How many rows are still to be searched; nothing if none."""
    return f" · {count(rows, 'point')} left to search" if rows else ""


def cluster(size: int) -> str:
    """The size of a cluster that was found."""
    return f"Cluster of {count(size, 'point')}"


def more(rows: int, most: int, name: str) -> str:
    """`and 20 more, 3 of them in Parking`."""
    return f"and {rows:,} more" + (f", {most:,} of them in {name}" if most else "")
