"""The constructor's arguments: checked, and compared with those of the journal."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.cluster import (
    AdaptivePCKMeans,
    BeliefClustering,
    NeighbourGraphAgglomerative,
)
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.files.origins import INITIAL, PICKED
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Change, Operation
from jupyter_sscluster.journal.lines import Entry
from jupyter_sscluster.journal.operations import ESTIMATORS
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.sample.drawing import Wanted
from jupyter_sscluster.session.engine.settings import (
    adjusted,
    build,
    check_n_clusters,
    default_names,
    describe,
    earlier_values,
    of_today,
    takes_n_clusters,
)
from jupyter_sscluster.session.engine.step_names import change_text

STRATEGY = "robustnpu"

WHO = ("name", "class")
"""What a description calls an estimator by: its name in the catalogue, or its class."""


ROWS, ENTRIES = range(50, 100_001), 20_000
"""Numbers of rows, and of rows that models are fitted to times clusters, for which belief
clustering is the default."""


def default_clusterer(
    n_samples: int, n_clusters: Any, *, in_blocks: bool = False
) -> type[AdaptivePCKMeans | BeliefClustering]:
    """The clusterer of sessions that were given none.

    Belief clustering predicts rows without answers best, see docs/label_economy.md. Fewer than 50
    rows say too little about its covariances; many rows, or rows times clusters, take it longer.
    It reads no blocks.
    """
    counted = int(n_clusters) if isinstance(n_clusters, int | np.integer) else 1
    n_entries = min(n_samples, BeliefClustering().max_samples) * counted
    fits = n_samples in ROWS and n_entries <= ENTRIES and not in_blocks
    return BeliefClustering if fits else AdaptivePCKMeans


def default_strategy(clusterer: Any) -> str:
    """The strategy of sessions that were given none: groups of any number are merged and split."""
    return "mergeorsplit" if isinstance(clusterer, NeighbourGraphAgglomerative) else STRATEGY


@dataclass(frozen=True, eq=False)
class Arguments:
    """What the constructor was given, checked; ``n_clusters`` is None if it was left open."""

    clusterer: Any
    strategy: Any
    n_clusters: int | None
    random_state: int
    constraints: Constraints
    plain: Entry
    sample: Wanted | None = None
    softly: bool = False


def for_small_groups(arguments: Arguments) -> Arguments:
    """The arguments where neither a clusterer nor K was given, and the rows are small groups.

    Answers are soft then: a wrong one, taken as certain, would move groups that it is not about,
    as all stop at one height. In benchmarks/unknown_number right answers lose nothing by it.
    """
    clusterer, strategy = build("clusterers", NeighbourGraphAgglomerative, {}), arguments.strategy
    if arguments.plain["strategy"] is None:
        strategy = build("strategies", default_strategy(clusterer), {})
    return replace(arguments, clusterer=clusterer, strategy=strategy, softly=True)


def small_groups_note(reason: str) -> str:
    """Why that clusterer was taken.

    >>> small_groups_note("142 small groups.")[18:75]
    'Neighbour-graph agglomerative finds such groups; answers '
    """
    return (
        f"{reason} {NeighbourGraphAgglomerative.title} finds such groups; answers are soft. "
        "Choose another clusterer for few large clusters."
    )


def check_arguments(
    empty: Constraints,
    clusterer: Any,
    strategy: Any,
    constraints: Constraints | None,
    n_clusters: Any,
    random_state: Any,
    sample: Wanted | None = None,
    *,
    in_blocks: bool = False,
) -> Arguments:
    """Check what the constructor was given; ``empty`` are the constraints if none are."""
    known, chosen = constraints if constraints is not None else empty, clusterer
    if chosen is None:
        chosen = default_clusterer(empty.n_samples, n_clusters, in_blocks=in_blocks)
    model = build("clusterers", chosen, {})
    asker = build("strategies", default_strategy(model) if strategy is None else strategy, {})
    if n_clusters is None and clusterer is not None:
        n_clusters = operations.own_n_clusters(clusterer)
    if n_clusters is not None:
        n_clusters = check_n_clusters(n_clusters, model, known)
    seed = check_count(random_state, "random_state", 0, way_out="use 0 for example")
    plain = {
        "clusterer": None if clusterer is None else describe("clusterers", model),
        "strategy": None if strategy is None else describe("strategies", asker),
        "n_clusters": n_clusters,
        "random_state": seed,
        **({} if sample is None else {"sample": sample.plain}),
        **_said(known),
    }
    plain["defaults"] = {
        key: default_names(plain[key], type(made))
        for key, made in (("clusterer", model), ("strategy", asker))
        if plain[key] is not None
    }
    return Arguments(model, asker, n_clusters, seed, known, plain, sample)


def about(arguments: Arguments, constraints: Constraints) -> Arguments:
    """The same arguments with other constraints."""
    plain = {key: value for key, value in arguments.plain.items() if key != "noise"}
    return replace(arguments, constraints=constraints, plain=plain | _said(constraints))


def with_earlier_defaults(arguments: Arguments, before: Entry) -> tuple[Arguments, Entry]:
    """Arguments with the defaults that the session was begun with, and those of before.

    A parameter that was left out then and is left out now keeps its value, whatever the default is
    today. Those of before have the parameters of today. Older journals do not say what was left
    out: there it is what has the value of today.
    """
    plain, before, made = dict(arguments.plain), dict(before), {}
    for key, kind in ESTIMATORS.items():
        now, then, estimator = plain[key], before.get(key), getattr(arguments, key)
        if now is None or then is None or any(now.get(who) != then.get(who) for who in WHO):
            continue
        today = before[key] = of_today(then, type(estimator))
        left_out = before.get("defaults", {}).get(key, default_names(today, type(estimator)))
        same = set(left_out) & set(plain["defaults"][key]) & set(then["params"])
        other = sorted(name for name in same if today["params"][name] != now["params"][name])
        made[key] = adjusted(estimator, earlier_values(today, other))
        plain[key] = describe(kind, made[key])
    return replace(arguments, plain=plain, **made), before


def are_edited(arguments: Arguments, before: Entry) -> bool:
    """Whether the arguments are others than before; which of them are defaults is no matter."""
    return {**before, "defaults": None} != {**arguments.plain, "defaults": None}


def edits(
    timeline: Timeline, arguments: Arguments, before: Entry, n_features: int
) -> Iterator[Operation]:
    """What the arguments ask for now and did not ask for when the journal was last opened."""
    now = arguments.plain
    given, earlier = ({*each.get("noise", ())} for each in (now, before))
    out = {*timeline.state.rows.excluded.tolist()}
    noise = {*timeline.state.stated_noise.tolist()} - out
    back = operations.noise(timeline, (), (earlier - given) & noise)
    if back is not None:
        yield back
        timeline = back.apply(timeline)
    if now["constraints"] != before.get("constraints"):
        change = _other_constraints(timeline, arguments.constraints)
        if change is not None:
            yield change
            timeline = change.apply(timeline)
    said = operations.noise(timeline, given - earlier - noise - out, ())
    if said is not None:
        yield said
        timeline = said.apply(timeline)
    changed: dict[str, Any] = {
        key: getattr(arguments, key)
        for key in ("clusterer", "strategy", "n_clusters", "random_state")
        if now[key] != before.get(key)
    }
    own = takes_n_clusters(timeline.state.settings.clusterer)
    if now["clusterer"] is None and changed.get("n_clusters") is not None and not own:
        changed["clusterer"] = arguments.clusterer
    edit = operations.settings(timeline, n_features, **changed)
    if edit is not None:
        yield edit


def _other_constraints(timeline: Timeline, constraints: Constraints) -> Change | None:
    def said(answer: Answer) -> tuple[Any, ...]:
        return (*answer.pair, answer.kind, answer.weight, answer.soft)

    wanted = operations.given_answers(constraints)
    in_force = {said(answer) for answer in timeline.state.answers}
    kept = {said(answer) for answer in wanted}
    given = [answer for answer in timeline.state.answers if answer.source in (INITIAL, PICKED)]
    gone = [answer for answer in given if said(answer) not in kept]
    fresh = [answer for answer in wanted if said(answer) not in in_force]
    new = tuple(replace(a, number=n) for n, a in enumerate(fresh, timeline.next_number))
    if not new and not gone:
        return None
    cause = change_text(new, gone, timeline.state.constraints.names)
    return Change(new, tuple(answer.number for answer in gone), cause)


def _said(known: Constraints) -> Entry:
    """What constraints say, for a journal."""
    noise = {"noise": known.noise.tolist()} if len(known.noise) else {}
    return {"constraints": _digest(known), **noise}


def _digest(constraints: Constraints) -> str | None:
    """The same text for the same statements."""
    if not len(constraints):
        return None
    rows = sorted(
        (*a.pair, a.kind, a.weight, a.soft) for a in operations.given_answers(constraints)
    )
    return hashlib.sha256(repr(rows).encode()).hexdigest()
