"""Two clusterings side by side, as the page shows them."""

from typing import Any

from jupyter_sscluster.session import Comparison, engine_of
from jupyter_sscluster.session.comparison.comparison import Side
from jupyter_sscluster.session.engine.cluster_names import own_name
from jupyter_sscluster.widget.core.comparison import ComparisonState
from jupyter_sscluster.widget.core.forms import form
from jupyter_sscluster.widget.core.text import duration, fit_progress, sentence
from jupyter_sscluster.widget.core.view import FOUND, View, sizes_of
from jupyter_sscluster.widget.features.comparison import text as words

LISTED = 100
"""Points that the table lists; the plot rings them all."""


def state(view: View) -> dict[str, Any]:
    """What is compared, how far it is, and what was found."""
    compared = view.interaction.compared
    if compared is None:
        return {"compared": None}
    return {
        "compared": {
            "clusterer": compared.wish.clusterer,
            "titles": _titles(view, compared),
            "n_clusters": compared.n_clusters or view.session.n_clusters,
            "params": [] if compared.estimator is None else form(compared.estimator),
            "same": words.same(len(view.session.constraints)),
            "fit": fit_progress(compared.title, compared.progress) if compared.running else None,
            "problem": compared.problem,
            "stale": compared.stale,
            "asking": compared.asking,
            "found": None if compared.found is None else _found(view, compared.found),
        }
    }


def news(view: View) -> str:
    """The status line beside another clustering, unless questions are asked about both."""
    compared = view.interaction.compared
    if compared is None or compared.asking or compared.found is None or compared.stale:
        return ""
    agreed = words.agree(compared.found.n_agree, view.session.n_samples)
    return sentence(words.compared(_titles(view, compared), agreed), view.kept_text)


def beside_state(view: View) -> dict[str, bytes]:
    """The labels of the other clustering, two bytes each, and the rows that differ, four each."""
    compared = view.interaction.compared
    if compared is None or compared.found is None:
        return {"compared": b"", "differing": b""}
    found, shown = compared.found, view.shown
    differ = shown.places(shown.among(found.changed))
    labels = shown.of(found.other.labels)
    return {
        "compared": labels.astype("<u2").tobytes(),
        "differing": differ.astype("<u4").tobytes(),
    }


def _titles(view: View, compared: ComparisonState) -> list[str]:
    found = compared.found
    shown = "" if view.record is None else view.record.clusterer
    return [shown, compared.title or ("" if found is None else found.other.title)]


def _found(view: View, found: Comparison) -> dict[str, Any]:
    names = _names(view, found)
    listed = view.shown.among(found.changed)[:LISTED].tolist()
    return {
        "title": words.agree(found.n_agree, view.session.n_samples),
        "index": words.score(found.adjusted_rand),
        "differ": words.differ(len(found.changed)),
        "n_differ": len(found.changed),
        "names": names,
        "facts": _facts(view, found, names),
        "points": [
            {
                "i": i,
                "name": view.name(i),
                "clusters": [view.cluster_of(i), int(found.other.labels[i]) % (FOUND + 1)],
            }
            for i in listed
        ],
        "more": len(found.changed) - len(listed),
        "violated": list(found.other.violated),
    }


def _names(view: View, found: Comparison) -> list[str]:
    """What the clusters of both are called, by number."""
    most = max(len(view.cluster_sizes), int(found.other.labels.max()) + 1)
    own = view.cluster_names
    return [own[k] if k < len(own) else own_name(k) for k in range(most)]


def _facts(view: View, found: Comparison, names: list[str]) -> list[dict[str, Any]]:
    sides = (found.shown, found.other)
    sizes = [sizes_of(side.labels, len(names)) for side in sides]
    clusters = [
        _fact(name, [str(size[k]) if size[k] else "–" for size in sizes], k)
        for k, name in enumerate(names)
        if any(size[k] for size in sizes)
    ]
    return [
        _fact(f"Score ({engine_of(view.session).data.score_name})", _scores(view, sides)),
        _fact(words.KEPT, [words.kept(each.kept, found.n_constraints) for each in sides]),
        *clusters,
        _fact(words.SECONDS, [duration(side.seconds) for side in sides]),
    ]


def _scores(view: View, sides: tuple[Side, Side]) -> list[str]:
    """The score of the clustering shown may have come since."""
    shown = sides[0].score if view.record is None else view.record.score
    return [words.score(shown), words.score(sides[1].score)]


def _fact(label: str, values: list[str], cluster: int | None = None) -> dict[str, Any]:
    return {"label": label, "values": values, "cluster": cluster}
