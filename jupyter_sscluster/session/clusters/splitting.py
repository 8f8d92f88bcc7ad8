"""One cluster that is several."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.cluster import AdaptivePCKMeans, estimate_n_clusters
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.cluster_steps import Regrouped
from jupyter_sscluster.session.clusters.plans import ClusterPlan, Promise, Situation, medoid
from jupyter_sscluster.session.engine.group_links import spanning_links
from jupyter_sscluster.session.engine.step_names import numbers_text

MOST_PARTS = 4


def split(now: Situation, cluster: int, into: Any, seed: int) -> ClusterPlan:
    """Plan cannot-links between the parts of a cluster, and a larger number of clusters.

    `into` is a number of parts, 2 to 4, found by k-means with the known pairs as constraints; None
    for the number with the largest silhouette; or a list with the rows of each part, where the rows
    left over are one part more.
    """
    name, rows = now.called(cluster), now.rows(cluster)
    free = now.without(now.giving_way(rows))
    loose = into is None or isinstance(into, (int, np.integer))
    if loose:
        components = free.components(rows)
        wanted = _wanted(free, rows, components, into, seed)
        reason = _too_few(free, name, rows, components, wanted)
        if reason:
            return reason
        parts = _found(free, rows, components, wanted, seed)
        drawn = list[np.ndarray]()
    else:
        drawn, rest = _given(now, name, rows, into)
        parts = [part for part in (*drawn, rest) if len(part)]
        reason = _joined_across(free, name, parts)
        if reason:
            return reason
    gone = now.cut(rows, _numbered(parts, len(now.X)))
    known = now.without(gone).known
    parts.sort(key=lambda part: (-len(part), part[0]))
    centres = tuple(medoid(now.X, part) for part in parts)
    apart = [(min(pair), max(pair), "cannot") for pair in combinations(centres, 2)]
    return ClusterPlan(
        links=(
            *(link for part in drawn for link in spanning_links(known, part, now.X)),
            *(link for link in apart if known.relation(*link[:2]) is None),
        ),
        n_clusters=now.n_clusters + len(parts) - 1,
        regrouped=Regrouped((cluster,), centres),
        taken_back=gone,
        promise=Promise(tuple(parts), centres, f"{len(parts)} parts of {name} apart", (), loose),
    )


def _numbered(parts: Sequence[np.ndarray], n_rows: int) -> np.ndarray:
    """The part of each row, -1 for none."""
    found = np.full(n_rows, -1, dtype=np.intp)
    for number, part in enumerate(parts):
        found[part] = number
    return found


def _wanted(now: Situation, rows: np.ndarray, components: np.ndarray, into: Any, seed: int) -> int:
    """How many parts: as asked for, else as many as the silhouette prefers."""
    if into is not None:
        way_out = "split a part once more for more"
        return check_count(into, "groups_or_n", 2, MOST_PARTS, way_out)
    if len(rows) <= 2:
        return 2
    within = _among(now.known, rows, components)
    found = estimate_n_clusters(now.X[rows], within, most=MOST_PARTS, random_state=seed)
    return min(max(2, found.n_clusters), MOST_PARTS)


def _too_few(
    now: Situation, name: str, rows: np.ndarray, components: np.ndarray, wanted: int
) -> ClusterPlan | None:
    """Why so many parts cannot be had."""
    if len(rows) < wanted:
        points = {0: "no points", 1: "one point"}.get(len(rows), f"{len(rows)} points")
        return ClusterPlan(reason=f"{name} has {points}; choose a larger one, or fewer parts.")
    n_found = int(components.max()) + 1
    if n_found >= wanted:
        return None
    against = now.stated("must", rows)
    them = "it" if len(against) == 1 else "some of them"
    many = "together" if n_found == 1 else f"in {n_found} groups"
    return ClusterPlan(
        reason=f"Must-links hold all of {name} {many} ({numbers_text(against)}); take {them} back, "
        "or choose another cluster.",
        answers=against,
    )


def _found(
    now: Situation, rows: np.ndarray, components: np.ndarray, wanted: int, seed: int
) -> list[np.ndarray]:
    """Parts by k-means, with the pairs that are known among the rows."""
    model = AdaptivePCKMeans(wanted, first_metric="identity", max_metric_steps=0, random_state=seed)
    labels = model.fit(now.X[rows], constraints=_among(now.known, rows, components)).labels_
    parts = [rows[labels == part] for part in range(wanted)]
    return [part for part in parts if len(part)]


def _among(known: Constraints, rows: np.ndarray, components: np.ndarray) -> Constraints:
    """What is known of pairs of these rows, numbered from 0."""
    _, first = np.unique(components, return_index=True)
    must = [(int(first[k]), i) for i, k in enumerate(components.tolist()) if first[k] != i]
    ids = known.component_ids[rows[first]]
    edges = known.component_edges
    place = np.full(int(known.component_ids.max()) + 1, -1, dtype=np.intp)
    place[ids] = first
    inside = (place[edges] >= 0).all(axis=1)
    return Constraints(len(rows), must=must, cannot=place[edges[inside]])


def _given(
    now: Situation, name: str, rows: np.ndarray, groups: Iterable[Iterable[int]]
) -> tuple[list[np.ndarray], np.ndarray]:
    """The parts that a person has drawn, and the rest."""
    listed = group_lists(groups)
    taken = set[int]()
    members = set(rows.tolist())
    for row in (row for group in listed for row in group):
        if row not in members:
            raise InputError(f"row {row} is not in {name}; give rows of the cluster alone")
        if row in taken:
            raise InputError(f"row {row} is in two groups; give every row once")
        taken.add(row)
    rest = np.array(sorted(members - taken), dtype=np.intp)
    parts = [np.array(sorted(group), dtype=np.intp) for group in listed]
    if len(parts) + bool(len(rest)) < 2:
        raise InputError(
            f"the groups are all of {name}, so that nothing is split; leave some of its rows out, "
            "or give two groups"
        )
    return parts, rest


def group_lists(groups: Any) -> list[list[int]]:
    """The groups of rows that were given, less empty ones; checked."""
    try:
        listed = [[check_count(row, "row", 0) for row in group] for group in groups]
    except TypeError:
        raise InputError(
            f"groups_or_n={groups!r} must be a number of parts, or a list of lists of rows such "
            "as [[0, 3], [5]]"
        ) from None
    return [group for group in listed if group]


def _joined_across(now: Situation, name: str, parts: Sequence[np.ndarray]) -> ClusterPlan | None:
    """Why the groups cannot be: must-links join rows of two, or cannot-links part one."""
    known = now.known
    ids = known.component_ids
    homes: dict[int, int] = {}
    for place, part in enumerate(parts):
        for component in np.unique(ids[part]).tolist():
            if homes.setdefault(component, place) != place:
                held = np.flatnonzero(ids == component)
                against = now.stated("must", held)
                return ClusterPlan(
                    reason=f"Must-links join the parts of {name} ({numbers_text(against)}); take "
                    "one of them back, or draw the parts around what belongs together.",
                    answers=against,
                )
        against = now.stated("cannot", part)
        if against:
            return ClusterPlan(
                reason=f"Cannot-links part a group of {name} ({numbers_text(against)}); take "
                f"{'it' if len(against) == 1 else 'them'} back, or draw the parts otherwise.",
                answers=against,
            )
    return None
