"""What can be done about a problem; each remedy is one undo step."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.adaptivepckmeans import AdaptivePCKMeans
from jupyter_sscluster.cluster.errors import Infeasible, NotFound
from jupyter_sscluster.cluster.pckmeans import PCKMeans
from jupyter_sscluster.constraints.clique_warning import clique_larger_than
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Operation
from jupyter_sscluster.journal.constraints_from_answers import without
from jupyter_sscluster.journal.timeline import Settings, State, Timeline
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import adjusted, title_of
from jupyter_sscluster.session.engine.step_names import (
    clusters_text,
    counted,
    numbers_text,
    pair_text,
)
from jupyter_sscluster.session.feasibility.problem import Problem, Remedy

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class Case:
    """What the remedies of a problem depend on; `good` is the state whose clustering is shown."""

    problem: Problem
    timeline: Timeline
    good: State | None
    shown: FitRecord | None
    n_features: int
    failure: Exception | None
    failed_at: tuple[str, int, int] | None

    @property
    def state(self) -> State:
        """The present one."""
        return self.timeline.state

    @property
    def n_links(self) -> int:
        """Answers that say something."""
        return sum(answer.kind != "unknown" for answer in self.state.answers)

    @property
    def names(self) -> Sequence[str] | None:
        """Row names."""
        return self.state.constraints.names


def remedies(case: Case) -> tuple[Remedy, ...]:
    """The remedies; first one that keeps all answers."""
    if case.problem.kind == "too few":
        found = [_more_clusters(case), _without_newest_links(case)]
        if not case.problem.fitted:
            found.append(_other_clusterer(case))
    else:
        found = [_room_for_more(case), _again(case), *_as_before(case), _without_new_answers(case)]
        found.append(_other_clusterer(case))
    there = [remedy for remedy in found if remedy is not None]
    first_of = {remedy.action: remedy for remedy in reversed(there)}
    return tuple(sorted(first_of.values(), key=lambda remedy: _place(remedy, there)))


def _place(remedy: Remedy, all_: Sequence[Remedy]) -> tuple[bool, int]:
    """The first that keeps the answers comes first, the others as they are."""
    first = next((each for each in all_ if each.keeps_answers), None)
    return remedy is not first, all_.index(remedy)


# --------------------------------------------------------------------------- more clusters


def _room_for_more(case: Case) -> Remedy | None:
    """More clusters, where a clusterer has failed as too few may keep the cannot-links."""
    if not isinstance(case.failure, (Infeasible, NotFound)):
        return None
    suffice = case.state.constraints.n_clusters_bounds()[1]
    return None if suffice <= case.state.settings.n_clusters else _more_clusters(case)


def _more_clusters(case: Case) -> Remedy | None:
    least, suffice, _ = case.state.constraints.n_clusters_bounds()
    needed = max(len(case.problem.rows), least, case.state.settings.n_clusters + 1)
    room = "Room" if needed >= suffice else "More room"
    return _settings_remedy(
        case,
        f"Use {clusters_text(needed)}",
        f"{room} for {all_of(case.n_links)}.",
        f"n_clusters:{needed}",
        {"n_clusters": needed},
    )


def _settings_remedy(
    case: Case, text: str, detail: str, action: str, changes: Mapping[str, object]
) -> Remedy | None:
    """Other settings; None where they are refused, or are those in force."""

    def plan(now: Timeline) -> Operation | None:
        return operations.settings(now, case.n_features, **changes)  # type: ignore[arg-type]

    remedy = Remedy(text, detail, action, plan=plan)
    return remedy if possible(remedy, case.timeline) else None


def possible(remedy: Remedy, timeline: Timeline) -> bool:
    """Whether it would be accepted, and change something."""
    try:
        return remedy.plan(timeline) is not None
    except InputError:
        return False


# --------------------------------------------------------------------------- fewer answers


def _without_newest_links(case: Case) -> Remedy | None:
    """As few of the links in the way as will do, the newest first."""
    numbers = set(case.problem.answers)
    links = [answer for answer in case.state.answers if answer.number in numbers]
    n_clusters = case.state.settings.n_clusters
    gone: list[Answer] = []
    for pair in _by_components(case.state, links):
        gone += pair
        left = without(case.state.answers, [answer.number for answer in gone])
        known = case.state.rows.told(case.state.constraints, left)
        if not len(clique_larger_than(known, n_clusters)):
            break
    else:
        return None
    whole = "link" if len(links) == 1 else f"{in_words(len(links))} links"
    if len(gone) > 1:
        newest = f"The newest of the {whole} in the way."
    elif len(links) == 1:
        newest = f"{pair_text(gone[0], case.names)}."
    else:
        newest = f"{pair_text(gone[0], case.names)}, the newest of the {whole}."
    return _taking_back(gone, newest)


def _by_components(state: State, links: Sequence[Answer]) -> Iterator[list[Answer]]:
    """The links between each two components, which only together keep these apart; newest first."""
    ids = state.constraints.component_ids
    between: dict[frozenset[int], list[Answer]] = {}
    for link in links:
        between.setdefault(frozenset((int(ids[link.i]), int(ids[link.j]))), []).append(link)
    yield from sorted(between.values(), key=lambda each: (len(each), -each[-1].number))


def _taking_back(gone: Sequence[Answer], detail: str) -> Remedy:
    numbers = sorted(answer.number for answer in gone)

    def plan(now: Timeline) -> Operation | None:
        return operations.answers(now, [], None, remove=numbers)[0]

    action = f"take_back:{','.join(map(str, numbers))}"
    return Remedy(f"Take back {numbers_text(numbers)}", detail, action, False, plan)


def _without_new_answers(case: Case) -> Remedy | None:
    """The answers since the clustering that is shown, if nothing else is new."""
    if case.good is None or case.good.settings.model != case.state.settings.model:
        return None
    before_answers = set(case.good.answers)
    gone = [answer for answer in case.state.answers if answer not in before_answers]
    if not gone or len(case.state.answers) != len(before_answers) + len(gone):
        return None
    what = pair_text(gone[0], case.names) if len(gone) == 1 else counted(gone).capitalize()
    return _taking_back(
        gone, f"{what}. The fit before {'it' if len(gone) == 1 else 'them'} worked."
    )


# --------------------------------------------------------------------------- other settings


def _as_before(case: Case) -> Iterator[Remedy | None]:
    """What was changed about the clusterer since the clustering that is shown."""
    if case.good is None or case.good.settings.model == case.state.settings.model:
        return
    before, now = case.good.settings, case.state.settings
    changes: dict[str, object] = {"clusterer": before.clusterer}
    if before.n_clusters != now.n_clusters:
        changes["n_clusters"] = before.n_clusters
    title = title_of(before.clusterer)
    action = f"clusterer:{title}"
    if title != title_of(now.clusterer):
        text = f"Use {title}"
    elif len(changes) > 1:
        text = f"Use {clusters_text(before.n_clusters)}"
        action = f"n_clusters:{before.n_clusters}"
    else:
        text, action = "Use the parameters of before", "parameters"
    yield _settings_remedy(case, text, "As in the last clustering.", action, changes)


def _other_clusterer(case: Case) -> Remedy | None:
    """One that any answers can be given to."""
    now = case.state.settings
    other = PCKMeans if type(now.clusterer) is AdaptivePCKMeans else AdaptivePCKMeans
    title = title_of(other)
    return _settings_remedy(
        case,
        f"Use {title}",
        f"May violate {'some of ' * (case.n_links > 1)}{stated(case.n_links)}."
        if case.n_links
        else "",
        f"clusterer:{title}",
        {"clusterer": other()},
    )


def _again(case: Case) -> Remedy | None:
    """Another seed, where chance has a part in what failed."""
    now, failure = case.state.settings, case.failure
    by_chance = not isinstance(failure, InputError) and not isinstance(failure, Infeasible)
    if not by_chance or "random_state" not in now.clusterer.get_params(deep=False):
        return None
    detail = "With another seed."
    if case.failed_at is not None and case.failed_at[2] > 1 and not isinstance(failure, NotFound):
        step, done, total = case.failed_at
        detail = f"The error came up in {step} {done} of {total}."
    return _settings_remedy(case, "Try again from other starts", detail, "again", _reseeded(now))


def _reseeded(now: Settings) -> dict[str, object]:
    own = now.clusterer.get_params(deep=False)["random_state"]
    if own is None:
        return {"random_state": now.random_state + 1}
    seed = own + 1 if isinstance(own, int) else None
    return {"clusterer": adjusted(now.clusterer, {"random_state": seed})}


def stated(number: int) -> str:
    """``3 constraints``, or the only one."""
    return "the constraint" if number == 1 else f"{number} constraints"


def all_of(number: int) -> str:
    """``all 3 constraints``, or the only one."""
    return stated(number) if number == 1 else f"all {stated(number)}"


def in_words(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
