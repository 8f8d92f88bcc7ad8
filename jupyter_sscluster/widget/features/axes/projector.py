"""The axes of one widget: those shown, those under way, and all that were made before."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.viewed import Viewed
from jupyter_sscluster.projections.inputs import ProjectionInputs, why_unavailable
from jupyter_sscluster.projections.neighbours_kept import neighbours_kept
from jupyter_sscluster.projections.out_of_sample import extended
from jupyter_sscluster.projections.projection import Projection
from jupyter_sscluster.projections.projection_spec import (
    FOLLOWS_FIT,
    ProjectionSpec,
    features_spec,
    make_projection,
    spec_of,
)
from jupyter_sscluster.session import Session, engine_of
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.widget.core.figure import Plot
from jupyter_sscluster.widget.core.interaction import InteractionState
from jupyter_sscluster.widget.core.threads import MOST, BackgroundTask, OwnerThread
from jupyter_sscluster.widget.features.axes import text as words
from jupyter_sscluster.widget.features.axes.columns import Columns
from jupyter_sscluster.widget.features.axes.saved import told

Key = tuple[Any, ...]

KEPT = 12
"""So many projections that take no time to make are kept; the others all are."""


@dataclass(frozen=True, eq=False)
class Made:
    """A projection, what was wished for, how long it took, and the fit that it looked at.

    `measured` tells whether it is known if it hides the structure; `projection.note` says so then.
    """

    projection: Projection
    wish: ProjectionSpec
    seconds: float = 0.0
    fit: int | None = None
    measured: bool = False


class Projector:
    """Makes projections beside the owner's thread, keeps them, and has the plot show them.

    Whatever fails, or is given up, leaves the axes that are shown. `first` is what the plot shows
    already, `given` what was asked for when the widget was made. `summary` describes the
    clustering, which stays; `announce` is called with the old and the new value of `wish`.
    """

    def __init__(
        self,
        session: Session,
        interaction: InteractionState,
        plot: Plot,
        columns: Columns,
        first: ProjectionSpec,
        given: ProjectionSpec | None = None,
        *,
        summary: Callable[[], str],
        show: Callable[[], None],
        announce: Callable[[Any, Any], None],
    ) -> None:
        self._session, self._interaction, self._plot = session, interaction, plot
        self.columns = columns
        self.shown = Made(plot.projection, first)
        self.wish = first
        own = [wish for wish in (first, given) if wish is not None and wish.name == "own"]
        self.own = own[0] if own else None
        self._given = given
        self._later: ProjectionSpec | None = None
        self._is_told = True
        self.making: str | None = None
        self._summary, self._show, self._announce = summary, show, announce
        self._made: dict[Key, Made] = {self._key(first, None): self.shown}
        self._reasons: tuple[int | None, Any, dict[str, str]] = (None, None, {})
        self._task = BackgroundTask(OwnerThread(), "ssc-axes")
        self._measuring = BackgroundTask(OwnerThread(), "ssc-measure")

    # ------------------------------------------------------------------ wishes

    def set(self, value: Any) -> None:
        """Show what a person has set as `projection`; refuse what is not available."""
        self.begin(spec_of(value, self.columns.names, self._session.n_samples))

    def choose(self, name: str, columns: tuple[int, int] | None = None) -> None:
        """Wish for an entry of the page's menu."""
        if name == "features":
            names = self.columns.names
            self.begin(features_spec(names, *(columns or self.last_columns)))
        elif name == "own":
            if self.own is None:
                raise InputError(words.NO_OWN)
            self.begin(self.own)
        else:
            self.set(name)

    def begin(self, wish: ProjectionSpec, *, is_told: bool = True) -> None:
        """Show what is wished for, at once where it was made before, else once it is made."""
        self._later, self._is_told = None, is_told
        if wish.name == "own":
            self.own = wish
        reason, grounds = self.why_not(wish.name), self.grounds()
        if reason:
            raise InputError(words.unavailable(wish.title, wish.name, reason))
        self._task.give_up()
        self.making = None
        known = self._made.get(self._key(wish, grounds.fit))
        if known is None and is_quick(wish):
            known = self._make(wish, grounds)
        if known is None:
            self._start(wish, grounds)
        else:
            self._take(known, wish)
            self.measure()

    def begin_again(self, wish: ProjectionSpec) -> None:
        """Show what was shown before the widget was closed: now, or as soon as it can be had."""
        said, reason = self._interaction.notice, self.why_not(wish.name)
        if not reason:
            self.begin(wish, is_told=not said)
            return
        self._later = wish
        self._interaction.notice = f"{said} The axes were {wish.title}: {reason}.".lstrip()
        self._show()

    def cancel(self) -> bool:
        """Give up what is under way; whether anything was."""
        if self.making is None:
            return False
        self._task.give_up()
        self._stay()
        self._interaction.notice = words.CANCELLED
        self._show()
        return True

    def close(self) -> None:
        """Show no more."""
        self._task.close()
        self._measuring.close()

    # ------------------------------------------------------------------ what there is

    @property
    def value(self) -> Any:
        """What is wished for, as `projection` tells it: what is shown, unless it is being made."""
        return self.wish.value

    @property
    def last_columns(self) -> tuple[int, int]:
        """The two features shown last, the first two without gaps if none were."""
        last = [made.wish.columns for made in self._made.values() if made.wish.columns]
        return self.shown.wish.columns or (last[-1] if last else self.columns.first)

    def known(self, name: str) -> Made | None:
        """The projection of this name that was made last."""
        made = [made for made in self._made.values() if made.wish.name == name]
        return made[-1] if made else None

    def grounds(self) -> ProjectionInputs:
        """What a projection would be made from now."""
        session = self._session
        record = session.history.current_fit
        shown = session.sample
        return ProjectionInputs(
            shown.X,
            shown.of(self.columns.table),
            self.columns.names,
            shown.of(session.labels if record is None else record.labels),
            session.fitted_clusterer,
            self.clusterer,
            self.fit,
        )

    @property
    def fit(self) -> int | None:
        """The number of the fit shown."""
        record = self._session.history.current_fit
        return None if record is None else record.fit

    @property
    def clusterer(self) -> str:
        """What the clusterer of that fit is called."""
        record = self._session.history.current_fit
        return title_of(self._session.clusterer) if record is None else record.clusterer

    def why_not(self, name: str) -> str:
        """In a few words, why there are no such axes now; empty where there are."""
        if name == "own":
            return "" if self.own is not None else words.NONE_GIVEN
        model = self._session.fitted_clusterer
        if self._reasons[:2] != (self.fit, model):
            self._reasons = (self.fit, model, {})
        found = self._reasons[2]
        if name not in found:
            found[name] = why_unavailable(name, self.grounds())
        return found[name]

    def measure(self) -> None:
        """Find out whether the first axes hide the structure."""
        shown, X = self.shown, self._session.sample.X
        if not shown.measured:
            self._measuring.run_instead(
                lambda: _with_note(shown, X[: len(shown.projection.xy)]),
                lambda found: self._measured(shown, found),
            )

    def show_more(self) -> bool:
        """Find places for rows that have come in since the plot was made; whether there are any."""
        if self._later is not None and not self.why_not(self._later.name):
            self.begin(self._later)
        shown = self._session.sample
        if len(shown) == len(self.shown.projection.xy):
            return False
        self.shown = replace(self.shown, projection=self._whole(self.shown.projection))
        self._made = {self._key(self.shown.wish, self.shown.fit): self.shown}
        self._plot.place(self.shown.projection)
        return True

    def hold(self, columns: Columns) -> None:
        """Take columns of more rows, or other values of the same rows.

        Coordinates that were given are continued for more rows.
        """
        n_before, self.columns = len(self.columns.table), columns
        if n_before == len(columns.table):
            self._made.clear()
            self.begin(self.wish, is_told=False)
            return
        X, own = engine_of(self._session).data.X, self.own
        if own is not None and isinstance(own.given, Projection):
            longer = extended(own.given, X[:n_before], X[n_before:])
            self.own = replace(own, given=longer)
            if self.wish is own:
                self.wish = self.own
            if self.shown.wish is own:
                self.shown = replace(self.shown, wish=self.own)

    # ------------------------------------------------------------------ inside

    def _make(self, wish: ProjectionSpec, grounds: ProjectionInputs) -> Made:
        begun = time.perf_counter()
        projection = granted_to(self._session.sample, wish, grounds)
        made = Made(projection, wish, time.perf_counter() - begun, grounds.fit)
        return made if is_quick(wish) else _with_note(made, grounds.X)

    def _whole(self, projection: Projection) -> Projection:
        """The projection with places for rows that have come in since it was begun."""
        X, n = self._session.sample.X, len(projection.xy)
        return projection if n == len(X) else extended(projection, X[:n], X[n:])

    def _start(self, wish: ProjectionSpec, grounds: ProjectionInputs) -> None:
        self.making = f"{wish.title} …"
        self._wished(wish)
        self._show()
        try:
            if self._task.is_full:
                raise InputError(words.too_many(MOST))
            self._task.run_instead(
                lambda: self._make(wish, grounds),
                lambda outcome: self._receive(outcome, wish),
            )
        except BaseException:
            self._stay()
            self._show()
            raise

    def _key(self, wish: ProjectionSpec, fit: int | None) -> Key:
        return (*wish.key, fit if wish.name in FOLLOWS_FIT else None)

    def _wished(self, wish: ProjectionSpec) -> None:
        before, self.wish = self.wish, wish
        if before.key != wish.key:
            self._announce(before.value, wish.value)

    def _receive(self, outcome: Any, wish: ProjectionSpec) -> None:
        self.making = None
        if isinstance(outcome, BaseException):
            ours = isinstance(outcome, InputError)
            why = str(outcome) if ours else words.failed(wish.title, outcome)
            self._stay()
            self._interaction.error = f"The axes stay: {why}"
            self._show()
        else:
            self._take(outcome, wish)

    def _take(self, made: Made, wish: ProjectionSpec) -> None:
        made = replace(made, projection=self._whole(made.projection))
        self._plot.place(made.projection)
        self._wished(wish)
        key = self._key(made.wish, made.fit)
        self._made.pop(key, None)
        for old in [old for old in self._made if old[0] == key[0] and old[0] in FOLLOWS_FIT]:
            del self._made[old]
        self._made[key] = self.shown = made
        quick = [old for old, one in self._made.items() if is_quick(one.wish)]
        for old in quick[:-KEPT]:
            del self._made[old]
        if self._is_told:
            self._interaction.notice = self._sentence(made.projection)
        if (axes := told(wish)) is not None:
            engine_of(self._session).view(Viewed(axes, told(self._given)))
        self._show()

    def _sentence(self, shown: Projection) -> str:
        return words.changed(shown.title, self._summary(), shown.note)

    def _stay(self) -> None:
        self.making = None
        self._wished(self.shown.wish)

    def _measured(self, before: Made, found: Any) -> None:
        if isinstance(found, BaseException):
            return
        self._made[self._key(found.wish, found.fit)] = found
        if self.shown is before and len(found.projection.xy) == len(before.projection.xy):
            self.shown = found
            self._plot.projection = found.projection
            if found.projection.note:
                if self._interaction.notice == self._sentence(before.projection):
                    self._interaction.notice = self._sentence(found.projection)
                self._show()


def is_quick(wish: ProjectionSpec) -> bool:
    """Whether it takes no time worth a thread."""
    return wish.name == "features" or (wish.name == "own" and not callable(wish.given))


def granted_to(shown: Sample, wish: ProjectionSpec, grounds: ProjectionInputs) -> Projection:
    """What is wished for, for the rows shown: of coordinates of all rows, those of these."""
    projection = make_projection(wish, grounds)
    given = wish.given is projection
    return replace(projection, xy=shown.of(projection.xy)) if given else projection


def _with_note(made: Made, X: Any) -> Made:
    kept = neighbours_kept(X, made.projection.xy, words.NEIGHBOURS)
    noted = replace(made.projection, note=words.note(kept, len(X)))
    return replace(made, projection=noted, measured=True)
