"""What a fit of many rows in many clusters takes, in a sentence that is told before it starts."""

from typing import Any, NamedTuple

LONG = "on one processor core"
"""Part of each sentence."""

MOST_SECONDS, MOST_BYTES = 60.0, 2e9
"""What a fit may take without a word."""


class Cost(NamedTuple):
    """Seconds and bytes."""

    seconds: float
    n_bytes: float


def expected_cost(clusterer: Any, n_samples: int, n_clusters: int) -> Cost | None:
    """What a fit takes, in proportion to rows times clusters; None where nothing was measured."""
    each = getattr(clusterer, "_cost_of_an_entry", None)
    if each is None:
        return None
    fitted = getattr(clusterer, "_rows_fitted", lambda rows, _: rows)(n_samples, n_clusters)
    return Cost(*(part * fitted * n_clusters for part in each))


def cost_note(clusterer: Any, n_samples: int, n_clusters: int) -> str | None:
    """A sentence if a fit takes more than a minute or 2 GB, with what takes less; else None.

    >>> from jupyter_sscluster.cluster import BeliefClustering
    >>> cost_note(BeliefClustering(3), 500, 3)
    """
    cost = expected_cost(clusterer, n_samples, n_clusters)
    if cost is None or (cost.seconds <= MOST_SECONDS and cost.n_bytes <= MOST_BYTES):
        return None
    return (
        f"{clusterer.title} of {n_samples:,} rows in {n_clusters} clusters is expected to take "
        f"about {_time(cost.seconds)} {LONG} and {cost.n_bytes / 1e9:.1f} GB of memory; "
        f"{clusterer._cheaper} takes far less: choose it, fewer rows or fewer clusters"
    )


def _time(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120.0 else f"{seconds / 60.0:.0f} minutes"
