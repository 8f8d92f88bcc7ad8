"""One look at a session and at the person's unfinished business, from which all panels draw."""

from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._number_text import side_by_side
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Query
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.files.origins import INITIAL, PICKED
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session import Answer, FitRecord, Moment, Session, apart_links, engine_of
from jupyter_sscluster.session.engine.cluster_names import NO_CLUSTER, own_name
from jupyter_sscluster.session.engine.group_links import spanning_shown
from jupyter_sscluster.session.engine.operations import ENFORCED
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.engine.step_names import renumbered
from jupyter_sscluster.session.feature_contrast import feature_contrasts
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.figure import Plot
from jupyter_sscluster.widget.core.interaction import InteractionState, Statement
from jupyter_sscluster.widget.core.looks import Looks
from jupyter_sscluster.widget.core.row_content.tooltips import Tooltips

Part = TypeVar("Part")


class PartOf(Protocol):
    """Gives the part of a widget that is of this class."""

    def __call__(self, kind: type[Part], /) -> Part:
        """The newest of them."""


SAID, FOUND = 65_534, 65_535
"""Labels on the page of rows in no cluster: because a person said so, or by the fit."""

ABSENT = 65_533
"""That of rows that were left out at a moment of the past, or not there yet: it is not drawn."""

GIVEN = (INITIAL, PICKED)
"""The sources of answers that came with the constructor's constraints."""


CLUSTER_NAME_LENGTH = 80
"""Characters of a cluster's name on the page, which shows fewer where there is less room."""


class Link(NamedTuple):
    """One explicit statement, whether the clustering shown violates it, and what is doubtful."""

    answer: int
    number: int
    i: int
    j: int
    kind: str
    soft: bool
    source: str
    who: str
    violated: bool
    suspected: bool
    why: str
    enforceable: bool


class View:
    """What the panels read: the session's present values, looked up once.

    `shown` are the rows that the page shows, `labels` the clusters of all rows, and `record` the
    fit that these come from. `part_of` gives a feature's worker by its class.
    """

    def __init__(
        self,
        session: Session,
        interaction: InteractionState,
        tips: Tooltips,
        plot: Plot,
        part_of: PartOf,
    ) -> None:
        self.session = session
        self.interaction = interaction
        self.tips = tips
        self.plot = plot
        self.part_of = part_of
        # first: a fit that ends meanwhile must not be shown as over without its labels
        self.fitting = session.is_fitting
        self.progress = engine_of(session).fits.progress
        self.shown = session.sample
        self.record = session.history.current_fit
        self.labels: NDArray[np.integer[Any]] = (
            session.labels if self.record is None else self.record.labels
        )
        self.answers = session.answers

    @cached_property
    def clusterer(self) -> Any:
        """The clusterer in use; the session makes a copy whenever it is asked."""
        return self.session.clusterer

    @cached_property
    def strategy(self) -> Any:
        """The strategy in use."""
        return self.session.strategy

    def name(self, point: int) -> str:
        """What the page calls a row."""
        return engine_of(self.session).display_name(point)

    def cluster_of(self, point: int) -> int:
        """The cluster of a row, from 0; `SAID` or `FOUND` where it is in none."""
        label = int(self.labels[point])
        if label != -1:
            return label
        return SAID if point in self.noise else FOUND

    @property
    def noise(self) -> frozenset[int]:
        """The rows that were said to be in no cluster."""
        return frozenset(self.session.noise.stated.tolist())

    @cached_property
    def left_out(self) -> frozenset[int]:
        """The rows that are left out."""
        return frozenset(self.session.rows.excluded)

    @cached_property
    def n_in_none(self) -> int:
        """How many rows have no cluster, those left out and those not shown included."""
        return int(np.count_nonzero(self.labels == -1))

    @property
    def labels_shown(self) -> NDArray[np.integer[Any]]:
        """The clusters of the points on the page, by place."""
        labels: NDArray[np.integer[Any]] = self.shown.of(self.labels)
        return labels

    @cached_property
    def cluster_sizes(self) -> list[int]:
        """Rows in every cluster, those that are not shown included; empty ones count."""
        return sizes_of(self.labels, self.session.n_clusters)

    @cached_property
    def cluster_names(self) -> list[str]:
        """What the page calls each cluster, the longest names shortened."""
        given = self.session.clusters.names
        own = [given[k] if k < len(given) else own_name(k) for k in range(len(self.cluster_sizes))]
        return [wording.shortened(name, CLUSTER_NAME_LENGTH) for name in own]

    @property
    def looks(self) -> NDArray[np.integer[Any]]:
        """The number of each cluster's colour and shape."""
        return self.part_of(Looks).of(self)

    def cluster_called(self, cluster: int) -> str:
        """A cluster within a sentence: its name, else "cluster 3"; "no cluster" for none."""
        if cluster in (-1, SAID, FOUND):
            return NO_CLUSTER.lower()
        name = self.cluster_names[cluster]
        return name.lower() if name == own_name(cluster) else wording.shortened(name)

    @cached_property
    def links(self) -> list[Link]:
        """Statements in force, in the order in which they were made.

        Those that do not count, of a source that was set aside for example, are not violated.
        """
        waiting, problem = self._waiting, self.session.problem
        in_the_way = () if problem is None or problem.fitted else problem.answers
        return [
            self._link(
                answer,
                violated=place < waiting
                and answer.number in self._counting
                and answer.number not in in_the_way
                and self.left_out.isdisjoint(answer.pair)
                and answer.is_violated_by(self.labels),
            )
            for place, answer in enumerate(self.answers)
            if answer.kind != "unknown" and answer.number not in self._unseen
        ]

    @cached_property
    def _counting(self) -> frozenset[int]:
        """The answers that count: not those of sources set aside, or of functions that do not."""
        return frozenset(answer.number for answer in self._state.heard(self.answers))

    @property
    def _state(self) -> State:
        return engine_of(self.session).state

    @cached_property
    def _unseen(self) -> frozenset[int]:
        """What functions have said of the pair that a person is asked about for that reason."""
        asked, helpers = self.session.question, self.session.helpers
        if not isinstance(asked, Query) or helpers.asked_about(*map(int, asked.pair)) is None:
            return frozenset()
        functions, pair = set(helpers.names), {*map(int, asked.pair)}
        return frozenset(
            a.number for a in self.answers if a.annotator in functions and {*a.pair} == pair
        )

    def _link(self, answer: Answer, *, violated: bool) -> Link:
        found = self.interaction.findings.suspicions.get(answer.number)
        suspected = found is not None and found.suspected
        heard = (violated or suspected) and self.uses_constraints
        enforced = answer.weight >= ENFORCED and not answer.soft
        return Link(
            answer=answer.number,
            number=self.action_of(answer.number),
            i=answer.i,
            j=answer.j,
            kind=answer.kind,
            soft=answer.soft,
            source=answer.source,
            who=answer.annotator,
            violated=violated,
            suspected=suspected,
            why=self.renumbered(found.why) if heard and found is not None else "",
            enforceable=heard and not enforced,
        )

    @property
    def uses_constraints(self) -> bool:
        """Whether the clusterer looks at constraints at all."""
        return bool(getattr(self.clusterer, "uses_constraints", True))

    @property
    def problem_text(self) -> str:
        """Which of the violated answers was given last, and why it is one, if that is known."""
        findings = self.interaction.findings
        violated = [link for link in self.links if link.violated]
        if not violated or not violated[-1].why or findings.moment != moment_of(self.session):
            return ""
        number, why = violated[-1].number, violated[-1].why
        if not why.startswith(title_of(self.clusterer)):
            why = why[:1].lower() + why[1:]
        return wording.violated_because(number, len(violated), why)

    @property
    def kept_text(self) -> str:
        """How many constraints count, how many of them the clusters violate, and what is left."""
        count = sum(link.answer in self._counting for link in self.links)
        violated = sum(link.violated for link in self.links)
        idle = {source.name for source in self._state.sources if not source.is_heard}
        return wording.kept(count, violated, sum(link.who in idle for link in self.links))

    @property
    def answered(self) -> int:
        """How often the person has answered; constraints given at the start are no answers."""
        return len({self.action_of(a.number) for a in self.answers if a.source not in GIVEN})

    def action_of(self, answer: int) -> int:
        """The number that the page shows for an answer."""
        return engine_of(self.session).timeline.action_of(answer)

    @property
    def question_number(self) -> int:
        """The number of the open question: that of its answer to come."""
        return engine_of(self.session).timeline.next_action

    def renumbered(self, text: str) -> str:
        """A sentence of the session's, with the numbers that the page shows."""
        timeline = engine_of(self.session).timeline
        if timeline.next_action == timeline.next_number:
            return text
        return renumbered(text, timeline.action_of)

    @property
    def news(self) -> FitRecord | None:
        """The fit shown, if it is the last thing that happened and not the first fit of all."""
        record, fits = self.record, self.session.history.branch_fits
        if record is None or record.fit != self.interaction.fitted or record.fit == fits[0].fit:
            return None
        return record

    @cached_property
    def spanning_links(self) -> list[Statement]:
        """Must-links that would join the selection."""
        return spanning_shown(self.session, self.interaction.selection)

    @cached_property
    def apart_links(self) -> list[Statement] | str:
        """Cannot-links that would keep the selection and the first group apart, or why none can."""
        interaction = self.interaction
        try:
            return apart_links(self.session.constraints, interaction.group, interaction.selection)
        except InputError as error:
            return str(error)

    @property
    def n_clusters_range(self) -> tuple[int, int]:
        """Fewest clusters that the cannot-links allow, and most that there are points for."""
        return _fewest_clusters(self.session.constraints), self.session.n_samples

    def differences(self, i: int, j: int) -> list[dict[str, Any]]:
        """The features in which two rows differ most, as bars."""
        return [
            {
                "name": self.tips.features[difference.column],
                "values": side_by_side(difference.values),
                "bars": [round(place, 4) for place in difference.places],
            }
            for difference in feature_contrasts(
                self.shown.of(self.tips.values), [self.shown.place(i), self.shown.place(j)], 3
            )
        ]

    @property
    def _waiting(self) -> int:
        """The place of the first answer that the running fit is about; none is violated as yet."""
        if self.fitting and self.record is not None:
            return self.record.n_answers
        return len(self.answers)


class PastView(View):
    """The values of a moment, under the names that the panels read."""

    def __init__(self, now: View, moment: Moment) -> None:
        super().__init__(now.session, InteractionState(), now.tips, now.plot, now.part_of)
        self.moment = moment
        self.fitting, self.progress = False, None
        self.record, self.labels = moment.record, moment.labels
        self.answers = moment.answers

    @property
    def _state(self) -> State:
        return engine_of(self.session).timeline.states[self.moment.step]

    @cached_property
    def clusterer(self) -> Any:
        """The clusterer that was set."""
        return self.moment.settings.clusterer

    @cached_property
    def strategy(self) -> Any:
        """The strategy that was set."""
        return self.moment.settings.strategy

    @cached_property
    def cluster_sizes(self) -> list[int]:
        """Points in every cluster then; empty ones count."""
        return sizes_of(self.labels, len(self.moment.cluster_names))

    @property
    def noise(self) -> frozenset[int]:
        """The rows that were said to be in no cluster then."""
        return frozenset(self.moment.constraints.noise.tolist()) - self.left_out

    @cached_property
    def left_out(self) -> frozenset[int]:
        """The rows that were left out then, or not there yet."""
        return frozenset(self.moment.excluded.tolist())

    @cached_property
    def cluster_names(self) -> list[str]:
        """What the page called each cluster."""
        given = self.moment.cluster_names
        return [wording.shortened(name, CLUSTER_NAME_LENGTH) for name in given]


def sizes_of(labels: NDArray[np.integer[Any]], n_clusters: int) -> list[int]:
    """Rows in each cluster, those in none left out; at least so many clusters count."""
    sizes: list[int] = np.bincount(labels[labels >= 0], minlength=n_clusters).tolist()
    return sizes


@lru_cache(maxsize=8)
def _fewest_clusters(constraints: Constraints) -> int:
    return max(1, constraints.n_clusters_bounds()[0])
