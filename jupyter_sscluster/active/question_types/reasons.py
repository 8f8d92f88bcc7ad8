"""Why a placement or a sorting is asked for, in a sentence each."""

from itertools import combinations, product

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.question_types.probability_text import (
    belongs_with,
    clusters_found,
    in_cluster,
)
from jupyter_sscluster.active.similarity.point_distances import representative
from jupyter_sscluster.active.snapshot import Snapshot


def why_place(standing: ClassProbabilities, point: int, representatives: list[int]) -> str:
    """What makes a point worth placing, and how many pairs an answer tells."""
    name, told = standing.snapshot.name(point), _told(len(representatives))
    if standing.placed[point]:
        return f"{_could_be(standing, point)} despite earlier answers; shown once more, {told}."
    if standing.explores or standing.entropy[point] == 0:
        return f"Point {name} is far from everything answered so far; {_found(standing)}; {told}."
    return f"{_could_be(standing, point)}; {told}."


def why_sort(standing: ClassProbabilities, points: list[int], cards: list[int]) -> str:
    """What makes these points worth sorting, and how many pairs an answer tells."""
    pairs = [*combinations(points, 2), *product(points, cards)]
    new = int((standing.snapshot.constraints.relations(pairs) == 0).sum())
    told, count = _told(new), len(points)
    many = f"These {count} points are" if count > 1 else "This point is"
    worst = max(points, key=lambda row: float(standing.entropy[row]))
    again = int(standing.placed[points].sum())
    shown = f"; {again} of them {'was' if again == 1 else 'were'} shown before" if again else ""
    if standing.explores or standing.entropy[worst] == 0:
        return f"{many} far from everything answered so far; {_found(standing)}{shown}; {told}."
    return f"{many} the least certain: {_lower(_could_be(standing, worst))}{shown}; {told}."


def cluster_of(snapshot: Snapshot, rows: IntArray) -> int | None:
    """The cluster, counted from 1, that most of some points are in."""
    if snapshot.labels is None:
        return None
    values, counts = np.unique(snapshot.labels[rows], return_counts=True)
    label = int(values[counts.argmax()])
    return label + 1 if label >= 0 else None


def _could_be(standing: ClassProbabilities, point: int) -> str:
    """The two likeliest classes of a point, and their odds."""
    snapshot, p = standing.snapshot, standing.posterior[point]
    name = snapshot.name(point)
    first, second = np.argsort(-p, kind="stable")[:2].tolist()
    members = [standing.members[k] for k in (first, second)]
    odds = float(p[first]), float(p[second])
    one, other = (cluster_of(snapshot, rows) for rows in members)
    if one is not None and other is not None and one != other:
        return in_cluster(name, (one, other), odds)
    near, far = (snapshot.name(representative(snapshot.X, rows)) for rows in members)
    return belongs_with(name, (near, far), odds)


def _found(standing: ClassProbabilities) -> str:
    """How many clusters have been found, of how many."""
    return clusters_found(standing.n_met, standing.n_clusters)


def _told(n_pairs: int) -> str:
    return f"one answer settles {n_pairs} {'pair' if n_pairs == 1 else 'pairs'}"


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]
