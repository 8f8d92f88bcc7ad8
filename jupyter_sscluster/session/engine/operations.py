"""From what a caller asks for to an operation, checked; pure functions of the timeline."""

import operator
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from jupyter_sscluster import _catalogue
from jupyter_sscluster._validation import Flag, InputError, Int, Real
from jupyter_sscluster.constraints import LARGEST_WEIGHT, Constraints, check_pairs
from jupyter_sscluster.constraints.answer_kinds import kind_of
from jupyter_sscluster.constraints.files.file_format import NOISE, records_of
from jupyter_sscluster.constraints.files.origins import BY, INITIAL
from jupyter_sscluster.constraints.row_names import row_number
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.journal.changes import Change, ChangeNoise, Configure, Refit
from jupyter_sscluster.journal.constraints_from_answers import without
from jupyter_sscluster.journal.open_questions import Asked
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.contradictions import accommodated
from jupyter_sscluster.session.engine.fit.fitting import tells_more
from jupyter_sscluster.session.engine.open_questions import AUTOMATIC
from jupyter_sscluster.session.engine.settings import (
    adjusted,
    build,
    check,
    check_n_clusters,
    check_start,
    describe,
    heeds_soft,
    takes_n_clusters,
    title_of,
)
from jupyter_sscluster.session.engine.step_names import (
    change_text,
    clusters_text,
    counted_points,
    noise_text,
    numbers_text,
    point_name,
    value_text,
)

ENFORCED = 100.0
"""The weight of an answer that is never suspected, and satisfied wherever that is possible."""


def answers(
    timeline: Timeline,
    statements: Iterable[Any],
    kind: str | None,
    *,
    weight: float = 1.0,
    soft: bool | None = False,
    source: str = "user",
    remove: Sequence[int] = (),
    grouped: bool = False,
    annotator: str = "",
) -> tuple[Change | None, tuple[Answer, ...]]:
    """Answers to record and numbers of answers to undo, in one step; None if nothing changes.

    A statement is a pair of the given ``kind``, or a triple (i, j, kind). Links already
    recorded with at least the same weight are skipped. `soft=None` uses the settings.
    Returns the operation and the answers that record the statements, in their order.

    If the strategy asks about inferred pairs, a contradictory answer to its question is
    accommodated (see `accommodated`), as are all automatic answers. `grouped` answers
    are about several points. `annotator` signs the source of new answers.
    """
    constraints = timeline.state.constraints
    soft = timeline.state.settings.softly if soft is None else soft
    _check_manner(weight, soft, source)
    checked = [_statement(item, kind, constraints) for item in statements]
    _check_in_force(checked, timeline)
    _check_no_noise(checked, constraints)
    gone = _in_force(timeline, remove)
    stated, now = _links(timeline, remove), time.time()
    signed = f"{source}{BY}{annotator}" if annotator else source
    add: list[Answer] = []
    said: list[Answer] = []
    for i, j, what in checked:
        number, is_soft = timeline.next_number + len(add), bool(soft) and what != "unknown"
        new = Answer(number, i, j, what, float(weight), is_soft, now, signed)
        before = None if is_soft else stated.get((*new.pair, what))
        if before is None or before.weight < new.weight:
            add.append(new)
            said.append(new)
            stated |= _by_statement([new])
        else:
            said.append(before)
    if not add and not gone:
        return None, tuple(said)
    turned: tuple[Answer, ...] = ()
    asks_again = getattr(timeline.state.settings.strategy, "asks_again", False)
    if source == AUTOMATIC or (source == ASKED and asks_again):
        kept = timeline.state.heard(without(timeline.state.answers, remove))
        turned, now_said = accommodated(constraints.n_samples, kept, add, source, grouped=grouped)
        recorded = {answer.number: answer for answer in now_said}
        said = [recorded.get(answer.number, answer) for answer in said]
        add = list(now_said)
    cause = change_text(add, gone, constraints.names, turned)
    numbers = tuple(answer.number for answer in (*gone, *turned))
    return Change((*turned, *add), numbers, cause), tuple(said)


def _check_in_force(statements: Iterable[tuple[int, int, str]], timeline: Timeline) -> None:
    """Refuse what is about a row that is left out."""
    known, rows = timeline.state.constraints, timeline.state.rows
    row = next((r for i, j, _ in statements for r in (i, j) if r in rows), None)
    if row is not None:
        raise _left_out(row, known.names)


def _left_out(row: int, names: Sequence[str] | None) -> InputError:
    return InputError(
        f"{point_name(row, names)} is left out; put it back first: session.rows.include([{row}])"
    )


def _check_no_noise(statements: Iterable[tuple[int, int, str]], known: Constraints) -> None:
    """Refuse must-links, soft ones too, with a row that was said to be in no cluster."""
    out = {*known.noise.tolist()}
    row = next((r for i, j, kind in statements if kind == "must" for r in (i, j) if r in out), None)
    if row is not None:
        raise InputError(
            f"{point_name(row, known.names)} belongs to no cluster, as was said; put it back first "
            f"(O on the page, session.noise.remove([{row}])), then link it"
        )


def found_clusters(
    timeline: Timeline, change: Change | None, n_clusters: int, asked: Asked | None, n_features: int
) -> Change | None:
    """The change with this K and the question that it answers; None if nothing changes."""
    now = timeline.state.settings
    if n_clusters == now.n_clusters or not takes_n_clusters(now.clusterer):
        return None if change is None else replace(change, asked=asked)
    check_start(now.clusterer, n_clusters, n_features)
    if change is None:
        return Change((), (), f"{n_clusters} clusters", n_clusters, asked)
    cause = f"{change.cause}, {n_clusters} clusters"
    return replace(change, cause=cause, n_clusters=n_clusters, asked=asked)


def given_answers(constraints: Constraints) -> tuple[Answer, ...]:
    """The statements of a value as answers; their source is "initial", or "initial, picked"."""
    now, rows = time.time(), [each for each in records_of(constraints) if each.kind != NOISE]
    source = [INITIAL if each.origin is None else each.origin.source for each in rows]
    return tuple(
        Answer(n, *row[:5], now, who)
        for n, (row, who) in enumerate(zip(rows, source, strict=True), 1)
    )


def clusterer(
    timeline: Timeline, thing: Any, params: dict[str, Any], n_features: int
) -> Configure | None:
    """Another clusterer; one given as an instance brings its own K."""
    n_clusters = params.pop("n_clusters", None)
    made = build("clusterers", thing, params)
    if n_clusters is None:
        n_clusters = own_n_clusters(thing)
    return settings(timeline, n_features, clusterer=made, n_clusters=n_clusters)


def parameters(timeline: Timeline, params: dict[str, Any], n_features: int) -> Configure | None:
    """Other parameters of the clusterer."""
    n_clusters = params.pop("n_clusters", None)
    made = adjusted(timeline.state.settings.clusterer, params)
    check(made)
    told = [f"{name} = {value_text(value)}" for name, value in params.items()]
    return settings(timeline, n_features, clusterer=made, n_clusters=n_clusters, told=told)


def strategy(
    timeline: Timeline, thing: Any, params: dict[str, Any], n_features: int
) -> Configure | None:
    """Another strategy."""
    return settings(timeline, n_features, strategy=build("strategies", thing, params))


def strategy_parameters(
    timeline: Timeline, params: dict[str, Any], n_features: int
) -> Configure | None:
    """Other parameters of the strategy."""
    made = adjusted(timeline.state.settings.strategy, params)
    check(made)
    told = [f"{name} = {value_text(value)}" for name, value in params.items()]
    return settings(timeline, n_features, strategy=made, told=told)


def softly(timeline: Timeline, on: Any) -> Configure | None:
    """Whether answers are soft from now on; None if they are as that says."""
    if not Flag().check(on):
        raise InputError(
            f"default_soft={on!r} must be {Flag().describe()}: True states answers softly"
        )
    if bool(on) == timeline.state.settings.softly:
        return None
    return Configure(f"answers are {'soft' if on else 'hard'} from here on", softly=bool(on))


def noise(timeline: Timeline, add: Iterable[int], remove: Iterable[int]) -> ChangeNoise | None:
    """Rows to say that they are in no cluster, or not to say so any more; None if none changes.

    Raises
    ------
    InputError
        If an answer must-links one of them, or fewer rows than clusters would be left.
    """
    known, settings = timeline.state.constraints, timeline.state.settings
    now, rows = {*known.noise.tolist()}, timeline.state.rows
    out = sorted(row for row in {*add, *remove} if row in rows)
    if out:
        raise _left_out(out[0], known.names)
    new, gone = sorted({*add} - now), sorted({*remove} & now)
    if not new and not gone:
        return None
    links = [a for a in timeline.state.answers if a.kind == "must" and not a.soft]
    for row in new:
        held = [answer for answer in links if row in answer.pair]
        if held:
            numbers = [answer.number for answer in held]
            raise InputError(
                f"{point_name(row, known.names)} cannot be in no cluster, as it is must-linked by "
                f"{numbers_text(numbers)}; take {'it' if len(held) == 1 else 'them'} back first: "
                f"session.remove({numbers})"
            )
    n_left, k = known.n_samples - len(now) - len(new) + len(gone), settings.n_clusters
    needed = k if takes_n_clusters(settings.clusterer) else 1
    if new and n_left < needed:
        raise InputError(
            f"{counted_points(len(new))} more in no cluster would leave {counted_points(n_left)} "
            f"for {clusters_text(needed)}; leave at least {needed}"
            f"{', or choose fewer clusters first' if needed > 1 else ''}"
        )
    return ChangeNoise(tuple(new), tuple(gone), noise_text(new, gone, known.names))


def refit(*, fresh: bool, fitted: bool) -> Refit | None:
    """A fit of the same problem; None where the present state still waits for its first."""
    return Refit(bool(fresh)) if fresh or fitted else None


def settings(
    timeline: Timeline,
    n_features: int,
    *,
    clusterer: Any = None,
    strategy: Any = None,
    n_clusters: Any = None,
    random_state: int | None = None,
    told: Sequence[str] | None = None,
) -> Configure | None:
    """Other settings, None if they are as they were."""
    now = timeline.state.settings
    if clusterer is not None and _same("clusterers", clusterer, now.clusterer):
        clusterer = None
    if strategy is not None and _same("strategies", strategy, now.strategy):
        strategy = None
    chosen = now.clusterer if clusterer is None else clusterer
    if n_clusters is not None and clusterer is None and not takes_n_clusters(chosen):
        raise InputError(
            f"{title_of(chosen)} finds the number of clusters, and takes no n_clusters="
            f"{n_clusters!r}; choose another clusterer with it, for example "
            f'session.set_clusterer("pckmeans", n_clusters={n_clusters!r})'
        )
    known = timeline.state.constraints
    n_left = known.n_samples - len(known.noise)
    too_many = now.n_clusters > n_left and takes_n_clusters(chosen)
    if clusterer is not None and n_clusters is None and too_many:
        n_clusters = max(1, n_left)
    if n_clusters is not None:
        wanted = check_n_clusters(n_clusters, chosen, known)
        n_clusters = None if wanted == now.n_clusters else wanted
    if clusterer is not None or n_clusters is not None:
        check_start(chosen, n_clusters or now.n_clusters, n_features)
    if random_state == now.random_state:
        random_state = None
    if all(value is None for value in (clusterer, strategy, n_clusters, random_state)):
        return None
    changed = clusterer is not None or strategy is not None
    words = list(told or ()) if changed else []
    if words:
        clusterer_now, strategy_now = None, None
    else:
        clusterer_now, strategy_now = clusterer, strategy
    words += _changes(clusterer_now, strategy_now, n_clusters, random_state)
    # The data chose soft answers, for a clusterer that weighs them.
    chosen_soft = timeline.states[0].settings.softly and now.softly
    hard = clusterer is not None and chosen_soft and not heeds_soft(clusterer)
    words += ["answers are hard"] * hard
    told_else = strategy is not None and any(map(tells_more, (now.strategy, strategy)))
    return Configure(
        ", ".join(words),
        clusterer,
        strategy,
        n_clusters,
        random_state,
        softly=False if hard else None,
        refit=told_else,
    )


def _changes(clusterer: Any, strategy: Any, n_clusters: Any, random_state: Any) -> list[str]:
    """What is another now, in words."""
    words = {
        "clusterer {}": None if clusterer is None else title_of(clusterer),
        "strategy {}": None if strategy is None else title_of(strategy),
        "{} clusters": n_clusters,
        "random_state = {}": random_state,
    }
    return [text.format(value) for text, value in words.items() if value is not None]


def own_n_clusters(thing: Any) -> int | None:
    """K of an estimator given as an instance."""
    entry = _catalogue.resolve("clusterers", thing)
    return None if isinstance(entry, type) else getattr(entry, "n_clusters", None)


def _same(kind: str, one: Any, other: Any) -> bool:
    mine, yours = describe(kind, one), describe(kind, other)
    return "class" not in mine and mine == yours and "opaque" not in str(mine)


def _links(timeline: Timeline, remove: Sequence[int]) -> dict[tuple[int, int, str], Answer]:
    """The links in force less those to be taken back; of the same link, the one of most weight."""
    gone = set(remove)
    kept = [answer for answer in timeline.state.answers if answer.number not in gone]
    return _by_statement(sorted(kept, key=operator.attrgetter("weight")))


def _by_statement(answers: Iterable[Answer]) -> dict[tuple[int, int, str], Answer]:
    return {
        (*answer.pair, answer.kind): answer
        for answer in answers
        if answer.kind != "unknown" and not answer.soft
    }


def _in_force(timeline: Timeline, numbers: Sequence[Any]) -> list[Answer]:
    present = {answer.number: answer for answer in timeline.state.answers} if numbers else {}
    for number in numbers:
        if not Int(1).check(number) or number not in present:
            raise InputError(
                f"answer {number!r} is not in force; take back one of the numbers in "
                "session.answers"
            )
    return [present[number] for number in numbers]


def _statement(item: Any, kind: str | None, known: Constraints) -> tuple[int, int, str]:
    try:
        parts = tuple(item)
    except TypeError:
        parts = ()
    is_pair = len(parts) == 2
    if is_pair:
        parts = (*parts, kind)
    if len(parts) != 3 or isinstance(item, str):
        raise InputError(f"{item!r} is no pair (i, j) and no statement (i, j, kind)")
    i, j, given = parts
    what = _kind("" if is_pair and kind is None else given, given)
    i, j = (
        row_number(row, known.n_samples, known.names) if isinstance(row, str) else row
        for row in (i, j)
    )
    check_pairs([(i, j)], what, known.n_samples)
    return operator.index(i), operator.index(j), what


def _kind(word: Any, given: Any) -> str:
    """The kind of an answer in any of its words."""
    try:
        return kind_of(word)
    except InputError:
        raise InputError(
            f'kind={given!r} must be "must" (same cluster), "cannot" (different clusters) or '
            '"unknown" (don\'t know)'
        ) from None


def _check_manner(weight: Any, soft: Any, source: Any) -> None:
    rule = Real(0, LARGEST_WEIGHT, low_open=True)
    if not rule.check(weight):
        raise InputError(f"weight={weight!r} must be {rule.describe()}; leave it out for 1")
    if not Flag().check(soft):
        raise InputError(
            f"soft={soft!r} must be {Flag().describe()}: True for an answer that may be violated"
        )
    if not isinstance(source, str):
        raise InputError(f"source={source!r} must be a text that says who answered")
    if BY in source:
        raise InputError(
            f"source={source!r} must not hold {BY!r}, which precedes the name of an annotator; give"
            " the name as annotator= of Session, or set session.annotators.current"
        )
