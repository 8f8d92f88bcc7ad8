"""The widget: a session, the figure that shows its points, and the layer that takes input."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
from comm import DummyComm
from ipywidgets import Box
from traitlets import Bunch, observe

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.widget.contents import Contents, ContentsWorker
from jupyter_sscluster.widget.core import messages, text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.layer import Layer
from jupyter_sscluster.widget.core.traits import (
    FromSession,
    Height,
    RowNumbers,
    check_describe,
    check_height,
    check_helpers,
    selected_rows,
)
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.core.view_state import show
from jupyter_sscluster.widget.features.axes.worker import Projected
from jupyter_sscluster.widget.features.colours.worker import ColoredBy
from jupyter_sscluster.widget.features.export.worker import Exporter
from jupyter_sscluster.widget.parts import make_parts

FIRST_FIT = 1.0
"""Seconds for which the constructor waits, so that the first picture has its colours."""

OBSERVABLE = ("labels", "constraints", "question")


class ClusterExplorer(Box):
    """Steer a clustering on a plot: link points, answer questions, watch the clusters follow.

    Parameters
    ----------
    X : array-like, data frame, sparse matrix or AnnData of shape (n_samples, n_features)
        The data. A frame (pandas, polars, PyArrow, modin) gives names to features and, by its
        index if it has one, to points. Of an AnnData `X_pca` is clustered, or else its `X`, and the
        columns of `obs` are shown; of a sparse matrix the principal components are clustered.
    clusterer, strategy : str, class or instance, optional
        The default clusterer is belief clustering for 50 to 100,000 rows with up to 10 clusters, or
        rows times clusters up to 20,000, else adaptive PCK-means; the default strategy is robust
        NPU. If `n_clusters` is None too and the rows are many small groups, the defaults are
        neighbour-graph agglomerative, and merge or split.
    n_clusters : int, optional
        By default the clusterer's own, else an estimate.
    constraints : Constraints, optional
        What is known at the start.
    path : str or Path, optional
        Journal of the answers. Run the same cell again, and they are back.
    names : sequence of str, optional
        Row names, such as a column of a frame without an index.
    tooltip : callable, sequence, or column names of X, optional
        What else to show about a point: a function of the row number, one value a row, or columns
        of `X` that are shown and not clustered. Values are text or images (bytes of a PNG, JPEG,
        GIF or WebP file of at most 4 MB, or an image of Pillow's); a mapping gives several of them
        names. Text is never taken as markup. Images and long texts take the place of the features.
        A function is called in a thread of its own when a point is shown, and for all points while
        a text is searched for.
    y_true : array-like of shape (n_samples,), optional
        True labels, for teaching: the score is then the agreement with them.
    preprocess : scikit-learn transformer or "standardise", optional
        Such as ``StandardScaler()``, a Pipeline or a ColumnTransformer: fitted to `X`, and what
        comes out is clustered. "standardise" puts the mean of a column where a value is missing,
        then scales all columns; those of a sparse matrix are not centred, and its components are
        taken afterwards. Tooltips, bars and names of features stay those of `X`.
    projection : str, pair of column names, array, DataFrame or callable, optional
        What the axes show at first; see the attribute.
    color : str, array-like of shape (n_samples,), data frame or mapping, optional
        What colours the points at first: the name of a column, or one value a row. Of several
        columns the menu offers each; see `color_by`.
    random_state : int
        Seed of everything that draws.
    height : int or "fill", optional
        Pixels, or the room around the widget: that of the notebook's window, or of an output view.
        By default what suits the contents, and all of an output view. May be set later.
    sample : int or sequence of rows, optional
        For large data: how many points are shown and asked about, or which rows. They are drawn
        once, those in pairs are always among them, and the clusterer is fitted to all rows; a link
        with another row shows that as well. `labels`, row numbers and files are of all rows. `X`
        may be a memory map or a Dask array or frame then.
    missing, changed : str
        What becomes of rows of the journal that `X` has not, or not so: as for `Session`.
    annotator : str, optional
        Who answers, where several people do: each answer is signed, and the table says by whom.
    describe : callable, optional
        A function of the texts of a cluster's points, or of their rows of `X` where there are no
        texts, that returns a sentence or a list of words for the card of the cluster. It is called
        in a thread of its own, once for the same points, when the card is opened.
    helpers : mapping of str to callable or oracle, optional
        Functions that answer beside you, by the names that their answers are signed with; see
        `session.helpers`.

    Attributes
    ----------
    session : Session
        The truth; everything the page does can be done there.
    labels, constraints, question, placement, sorting
        The session's present values. `explorer.observe(f, "labels")` calls `f` on every change.
        Rows and clusters count from 0 here: "Cluster 1" on the screen is 0 in `labels`. A row's
        name stands for its number wherever a row is taken: `session.answer("ann", "bob", "must")`.
    selection : tuple of int
        The rows that the lasso holds; settable, observable, and linkable with `traitlets.link`.
    selected
        Those rows of `X`, as it was given.
    projection
        What the axes show, and may be set: "pca", "tsne", "umap", "metric" (that which the
        clusterer has learned), "discriminant" (what sets the clusters apart), two columns such as
        ("petal length", "petal width"), or coordinates of your own: an array (n_samples, 2), a
        DataFrame of two columns, or a function of the rows that gives one. It is made beside the
        notebook's thread; where it fails the axes stay, and this is what it was before. The axes
        never change the clustering. The session's file keeps a name or two columns, so that they
        are shown again.
    color_by : str
        What the fill of a point tells: "cluster", the name of a column of `X`, of `tooltip` or of
        `color`, "labels" of `y_true`, or "doubt", the chance that it belongs elsewhere. Settable
        and observable; None stands for "cluster". Shape and outline are those of the cluster.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from jupyter_sscluster import ClusterExplorer
    >>> explorer = ClusterExplorer(load_iris().data, n_clusters=3)    # doctest: +SKIP
    >>> explorer.session.answer(50, 100, "cannot")                    # doctest: +SKIP
    >>> explorer.constraints.cannot                                   # doctest: +SKIP
    array([[ 50, 100]])
    """

    labels = FromSession(help="The cluster of every point, (n_samples,) int.")
    constraints = FromSession(help="What is known about pairs.")
    question = FromSession(help="The open question of any type, or None.")

    projection = Projected(help="What the axes show: a name, two columns, or coordinates.")
    color_by = ColoredBy(help='What the fill of a point tells: "cluster", "doubt", a column.')
    height = Height(help='Pixels, "fill" for the room around the widget, or None.')
    selection = RowNumbers(
        (),
        help="The selected rows, ascending: what the lasso holds, and what is set here is shown. "
        "Takes row numbers, names, or one truth value a row, as `explorer.labels == 2`.",
    )

    def __init__(
        self,
        X: Any,
        clusterer: Any = None,
        strategy: Any = None,
        n_clusters: int | None = None,
        *,
        constraints: Any = None,
        path: Any = None,
        names: Any = None,
        tooltip: Any = None,
        y_true: Any = None,
        preprocess: Any = None,
        projection: Any = None,
        color: Any = None,
        random_state: int = 0,
        height: int | str | None = None,
        annotator: str | None = None,
        sample: Any = None,
        missing: str = "refuse",
        changed: str = "refuse",
        describe: Any = None,
        helpers: Any = None,
        **unknown: Any,
    ) -> None:
        _refuse(unknown)
        height, describe = check_height(height), check_describe(describe)
        helpers = check_helpers(helpers)
        options = {
            "clusterer": clusterer,
            "strategy": strategy,
            "n_clusters": n_clusters,
            "constraints": constraints,
            "path": path,
            "names": names,
            "y_true": y_true,
            "random_state": random_state,
            "annotator": annotator,
            "sample": sample,
            "missing": missing,
            "changed": changed,
        }
        context = Context(X, self._tell)
        context.describe = describe
        try:
            make_parts(context, preprocess, tooltip, projection, color, options)
        except BaseException:
            context.close()
            raise
        self._context, self.session = context, context.session
        self.interaction, self.layer = context.interaction, context.layer
        self._revision, self._announced = 0, self._values()
        super().__init__(children=[self.layer, context.plot.figure])
        self.add_class("ssc-root")
        self.height = height
        self.layer.on_msg(self._receive)
        self.session.wait(FIRST_FIT)
        view = self.view()
        self.interaction.notice = wording.restored(view.answered)
        self.interaction.first_run = not view.answers
        context.start(self.publish, ContentsWorker(context))
        self.event_loop = context.event_loop
        for name, ask in helpers.items():
            self.session.helpers.add(ask, name=name, **self.session.helpers.terms(name))

    # ------------------------------------------------------------------ what the page shows

    def view(self) -> View:
        """The session's present values, as the panels see them."""
        return self._context.view()

    def publish(self) -> None:
        """Bring every view of this widget up to date, and tell observers what has changed."""
        self._revision += 1
        show(self._context, self._revision)
        self.selection = self.interaction.selection
        self._announce()

    def close(self) -> None:
        """Stop working, release the journal, and remove the widget from the page."""
        if "_context" in self.__dict__:
            self._context.close()
        super().close()

    def __repr__(self) -> str:
        if "_context" not in self.__dict__ or not self._context.is_open:
            return "ClusterExplorer, closed"
        view = self.view()
        points = wording.count(self.session.n_samples, "point")
        clusters = wording.count(len(view.cluster_sizes), "cluster")
        some = wording.points_shown(view.shown)
        told = ", ".join(filter(None, [f"{points} in {clusters}", view.kept_text, some]))
        summary = f"ClusterExplorer: {told}."
        return f"{summary} {wording.NO_FRONT_END}" if isinstance(self.comm, DummyComm) else summary

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        self.layer.shown()
        if isinstance(bundle, dict):
            context, text = self._context, repr(self)
            still = context.static_output.beside(text) if context.is_open else {}
            bundle |= {"text/plain": text, **still}
        return bundle

    def _display_(self) -> Layer:
        """What marimo shows, which knows no boxes: the layer, which draws the points itself."""
        return self.layer

    # ------------------------------------------------------------------ what Python takes

    @property
    def selected(self) -> Any:
        """The selected rows of the data as they were given: of a frame one of the same kind.

        Of a collection of Dask an array of their values.
        """
        return selected_rows(self._context.given, self.session, list(self.selection))

    def extend(
        self,
        X_new: Any,
        names: Sequence[str] | None = None,
        *,
        y_true: Any = None,
        tooltip: Any = None,
        color: Any = None,
    ) -> IntArray:
        """Add rows after the last, in one undo step, and return their numbers.

        As `session.rows.extend`, which cannot take what the page shows of rows beside their values.
        The new rows are placed in the clusters as they are, and wait on the page to be looked at.

        Parameters
        ----------
        X_new : array-like or data frame of shape (n_new, n_columns)
            With the columns of `X` as it was given to the widget.
        names : sequence of str, optional
            By default the index of a frame; needed where the rows have names.
        y_true, tooltip, color : sequence of length n_new, optional
            True labels are needed where the widget has them. A tooltip and colours are taken where
            the widget has one value a row; of rows without them they are missing.

        Raises
        ------
        InputError
            If the rows do not fit those there are. Nothing is changed then.

        Examples
        --------
        >>> explorer = ClusterExplorer([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
        >>> explorer.extend([[0.4], [8.6]]).tolist()
        [4, 5]
        >>> len(explorer.labels)
        6
        """
        more = Contents(X_new, tooltip, color)
        return self._context.of(ContentsWorker).extend(more, names, y_true)

    def labels_frame(self, column: str = "cluster", *, names: bool = False) -> Any:
        """The data as they were given, with the cluster of every row as one more column.

        It holds the clusters' numbers, from 0: 0 is the one that is called Cluster 1 at first. Rows
        in no cluster have -1.

        Parameters
        ----------
        column : str
            What the new column is called.
        names : bool
            Whether to add a column with the names of the clusters, too, as the page shows them:
            `cluster_name`, after `column`.

        Returns
        -------
        data frame or dict
            A frame of the kind that was given; of an array a dict of columns; of an AnnData a copy
            with the clusters as categories in `obs`.

        Raises
        ------
        InputError
            If the data have such a column already.
        """
        return self._context.of(Exporter).labels_frame(column, names)

    def replay_page(self, path: str | PathLike[str]) -> None:
        """Write a page that replays all steps of the session on the present axes.

        One HTML file, which opens from disk in any browser and asks no other machine for anything.

        Parameters
        ----------
        path : str or Path
        """
        self._context.of(Exporter).write_replay_page(path)

    # ------------------------------------------------------------------ inside

    def _receive(self, layer: Layer, content: Any, buffers: Any) -> None:
        if messages.is_quiet(content):
            if not messages.handle(self._context, content):
                self.event_loop.show()
            return
        with self.event_loop.acting():
            messages.handle(self._context, content)

    @observe("height")
    def _resize(self, change: Bunch) -> None:
        if "layer" in self.__dict__:
            self.layer.height = change.new

    @observe("selection")
    def _select(self, change: Bunch) -> None:
        if self.interaction.selection != change.new:
            self.interaction.selection = change.new
            self._context.event_loop.show()

    def _tell(self, name: str, old: Any, new: Any) -> None:
        self.notify_change(Bunch(name=name, old=old, new=new, owner=self, type="change"))

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in OBSERVABLE}

    def _announce(self) -> None:
        before, self._announced = self._announced, self._values()
        for name, new in self._announced.items():
            old = before[name]
            same = np.array_equal(new, old) if name == "labels" else new == old
            if new is not old and not same:
                self._tell(name, old, new)


def _refuse(unknown: dict[str, Any]) -> None:
    if unknown:
        known = ", ".join(ClusterExplorer.__init__.__kwdefaults__ or ())
        raise TypeError(
            f"ClusterExplorer does not know {next(iter(unknown))!r}; besides X, clusterer, "
            f"strategy and n_clusters it takes {known}"
        )
