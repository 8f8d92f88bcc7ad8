"""Files written by commit 7ccf221 still open and give what they gave then.

`earlier_files/` holds journals and saved sessions of every operation, constraint files, pickles of
fitted estimators and a notebook's still picture; `expected.json` what that commit read from them.
Neither is ever written anew.
"""

import json
import pickle
import re
import shutil
from dataclasses import astuple
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster.cluster import AdaptivePCKMeans, GPKMeans, PCKMeans
from jupyter_sscluster.export import read_answers
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.settings import describe, of_today, restore
from jupyter_sscluster.widget.core import static_output

FILES = Path(__file__).parent / "earlier_files"
EXPECTED = json.loads((FILES / "expected.json").read_text())
X = np.loadtxt(FILES / "data.csv", delimiter=",")
TRUTH = np.arange(36) % 3
NAMES = [f"row {i}" for i in range(36)]
OPENED_WITH = {
    "answers": {"names": NAMES},
    "automatic": {"y_true": TRUTH},
    "scaled": {"preprocess": StandardScaler()},
}
TIED = {"SparseKMeans"}
"""Both starts reach one clustering; the processor's last bit says which is kept, so how its
clusters are numbered and how many rounds it took."""
MUST, CANNOT = [[0, 3], [1, 4], [2, 5]], [[0, 1], [4, 5], [0, 2]]


def digits(labels):
    return "".join(map(str, np.asarray(labels).tolist()))


def plain(value):
    """As JSON reads it back."""
    return json.loads(json.dumps(value, default=lambda number: number.item()))


def six_digits(number):
    return None if number is None else float(f"{number:.6g}")


def question(session):
    """The rows of the question that is open, of whatever type."""
    asked = session.question
    if asked is None:
        return None
    keys = ("pair", "point", "representatives", "points", "cards")
    return plain([getattr(asked, key) for key in keys if hasattr(asked, key)])


def state(session):
    """What undo and redo bring back."""
    return plain(
        {
            "answers": [astuple(answer) for answer in session.answers],
            "must": session.constraints.must.tolist(),
            "must weights": session.constraints.must_weights.tolist(),
            "cannot": session.constraints.cannot.tolist(),
            "cannot weights": session.constraints.cannot_weights.tolist(),
            "unknown": engine_of(session).state.unknown,
            "K": session.n_clusters,
            "soft": session.default_soft,
            "clusterer": type(session.clusterer).__name__,
            "strategy": type(session.strategy).__name__,
            "names": session.clusters.names,
            "labels": digits(session.labels),
        }
    )


def fit(record):
    return [
        record.fit,
        record.cause,
        record.clusterer,
        record.n_answers,
        record.n_clusters,
        record.kept,
        record.violated,
        six_digits(record.objective),
        six_digits(record.score),
        record.fresh,
        digits(record.labels),
        record.moved_points.tolist(),
    ]


def picture(session):
    """What a session shows when it has been opened."""
    return state(session) | plain(
        {
            "fits": [fit(record) for record in session.history.fits],
            "line": [record.fit for record in session.history.branch_fits],
            "step": session.history.step,
            "steps": [
                [one.step, one.branch, one.cause, len(one.answers), digits(one.labels)]
                for one in map(session.history.at, range(len(session.history)))
            ],
            "doubtful": [doubt.answer.number for doubt in session.review.doubtful],
            "disagreements": [(each.i, each.j) for each in session.annotators.disagreements],
            "annotators": session.annotators.names,
            "axes": engine_of(session).ledger.viewed,
            "sample": None if session.sample.rows is None else session.sample.rows.tolist(),
            "question": question(session),
        }
    )


def short(session):
    now = state(session)
    return [len(now["answers"]), now["K"], now["labels"], question(session)]


def walk(session):
    """Every state back to the first, and forth again; then the next question and a fit anew."""
    seen = []
    for move in (session.undo, session.redo):
        while move() is not None:
            session.wait()
            seen.append(short(session))
    pairs = [query.pair for query in session.propose()]
    session.fit(fresh=True)
    session.wait()
    return plain([*seen, pairs, digits(session.labels), effort(session.fitted_clusterer)])


SESSIONS = sorted(
    path
    for path in FILES.rglob("*")
    if path.suffix in (".jsonl", ".session") and not {"journals", "releases"} & {*path.parts}
)
FITTED = sorted(FILES.rglob("*.pickle"))


def load(path):
    return Session.load(path, X, **OPENED_WITH.get(path.stem, {}))


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.name)
def test_a_session_opens_with_its_past(path):
    before = path.read_bytes()
    session = load(path)
    assert picture(session) == EXPECTED[path.name]["picture"]
    assert path.read_bytes() == before
    assert walk(session) == EXPECTED[path.name]["walk"]


@pytest.mark.parametrize(
    ("name", "clusterer", "strategy"),
    [
        ("answers", PCKMeans, "random"),
        ("branches", PCKMeans, "random"),
        ("clusters", AdaptivePCKMeans, "random"),
        ("questions", AdaptivePCKMeans, "npu"),
        ("review", AdaptivePCKMeans, "robustnpu"),
        ("torn", PCKMeans, "random"),
    ],
)
def test_a_session_goes_on_in_its_file(name, clusterer, strategy, tmp_path):
    path = Path(shutil.copy(FILES / f"sessions/{name}.jsonl", tmp_path))
    made = clusterer(3, n_init=2, random_state=0)
    session = Session(X, made, strategy, path=path, **OPENED_WITH.get(name, {}))
    assert state(session).items() <= EXPECTED[path.name]["picture"].items()
    session.answer(31, 34, "unknown")
    now = state(session)
    session.close()
    assert state(load(path)) == now


@pytest.mark.parametrize("suffix", ["csv", "json"])
def test_constraint_files_open(suffix):
    read = getattr(Constraints, f"from_{suffix}")
    value = read(FILES / f"constraints.{suffix}")
    found = [value.must, value.must_weights, value.cannot, value.cannot_weights]
    assert plain([array.tolist() for array in found]) == EXPECTED["constraints"]
    path = FILES / f"answers_of_session.{suffix}"
    assert plain([astuple(one) for one in read_answers(path)]) == EXPECTED["answers"]
    assert plain([astuple(one) for one in read_answers(path, names=NAMES[::-1])]) == [
        [number, 35 - i, 35 - j, *rest] for number, i, j, *rest in EXPECTED["answers"]
    ]


@pytest.mark.parametrize("path", FITTED, ids=lambda path: path.stem)
def test_a_fitted_estimator_opens_and_fits_again(path):
    found, expected = outcome(pickle.loads(path.read_bytes())), EXPECTED[path.name]
    if path.stem in TIED:
        assert found[:3] + found[4:5] == expected[:3] + expected[4:5]
        assert adjusted_rand_score(list(found[3]), list(expected[3])) == 1
    else:
        assert found == expected


def outcome(model):
    """Labels of a pickled estimator, those of new rows, and a new fit of a copy."""
    again = clone(model).fit(X, ml=MUST, cl=CANNOT)
    fresh = model.predict(X + 0.25) if hasattr(model, "predict") else []
    labels = map(digits, (model.labels_, fresh, again.labels_))
    return [type(model).__name__, *labels, *effort(again)]


def effort(model):
    """Numbers that tell one algorithm for an objective from another."""
    objective, rounds = (getattr(model, name, None) for name in ("objective_", "n_iter_"))
    return plain([six_digits(objective), rounds])


def test_a_saved_picture_is_whole_and_hides_beside_a_live_widget():
    data = json.loads((FILES / "picture_in_a_notebook.json").read_text())
    assert data["image/svg+xml"].startswith("<svg") and "2 constraints" in data["text/plain"]
    named = r"\.(?:ssc|jp)-[\w-]+|data-ssc-\w+"
    assert set(re.findall(named, static_output.STYLE)) <= set(re.findall(named, data["text/html"]))


@pytest.mark.parametrize("stored", ["thesis", "consistent"])
def test_the_radius_that_files_called_the_thesis_is_euclidean(stored):
    today = "euclidean" if stored == "thesis" else stored
    again = pickle.loads(pickle.dumps(GPKMeans(scale=stored)))
    assert again.scale == today
    spec = describe("clusterers", GPKMeans(scale=stored))
    assert restore("clusterers", spec).scale == today
    assert of_today(spec, GPKMeans)["params"]["scale"] == today
