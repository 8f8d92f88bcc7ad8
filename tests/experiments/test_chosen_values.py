"""A parameter of a grid: chosen in each fold, by inner folds, and for a whole set."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import StratifiedKFold
from small_protocol import DATA, PAIRS, Y

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.experiments import Method, of_the_set, pack, read, run
from jupyter_sscluster.experiments.protocol_fold import INNER, best
from jupyter_sscluster.experiments.run_protocol import cells_of
from jupyter_sscluster.experiments.supervision import Supervision, told, told_about

VALUES = (1e-6, 1.0, 30.0)
GRID = Method("PCK", "pckmeans", {"n_init": 1}, grid=("constraint_weight", VALUES))
GRIDDED = PAIRS.with_(methods=(GRID,), levels=(10, 30))


@pytest.mark.parametrize(
    ("scores", "values", "default", "place"),
    [
        ([0.5, 0.9, 0.7], (1.1, 2.0, None), None, 1),
        ([1.0, 1.0, 1.0], (1.1, 2.0, None), None, 2),
        ([1.0, 1.0, 0.5], (1.1, 2.0, None), None, 1),
        ([1.0, None, 1.0 - 1e-15], (1.1, None, 3.0), 9.0, 2),
        ([1.0, 1.0, 1.0], (1.1, 2.0, 3.0), 2.0, 1),
        ([1.0, 0.2, 1.0], (1.1, 2.0, 3.0), 2.0, 0),
        ([None, None, None], (1.1, 2.0, 3.0), 2.0, 1),
    ],
)
def test_of_values_that_score_the_same_the_one_nearest_to_the_default_is_taken(
    scores, values, default, place
):
    assert best(scores, values, default) == place


def test_the_best_is_never_below_another_and_ties_go_nearest_to_the_default():
    rng = np.random.default_rng(0)
    for _ in range(200):
        values = tuple(range(int(rng.integers(1, 7))))
        scores = rng.integers(0, 3, len(values)).astype(float).tolist()
        default = int(rng.integers(0, 9))
        usual = default if default in values else len(values) - 1
        wanted = min(values, key=lambda v: (-scores[v], abs(v - usual), v))
        assert best(scores, values, default) == wanted


def test_inner_folds_choose_by_rows_that_nothing_is_told_about():
    protocol = GRIDDED.with_(inner=3, repeats=1, levels=(30,))
    chosen = []
    for cell in cells_of(protocol, DATA):
        train, _ = cell._split()
        [shown] = told(protocol, GRID, cell._clusterer, cell.X, Y, train, cell.seed)
        folds = StratifiedKFold(3, shuffle=True, random_state=cell._seed(INNER, cell.fold))
        means = []
        for value in VALUES:
            model = PCKMeans(3, n_init=1, constraint_weight=value, random_state=cell.seed)
            scores = []
            for kept, left_out in folds.split(train, Y[train]):
                rows = set(train[kept].tolist())
                told_of = shown.constraints[sorted(rows)]
                names = np.array(sorted(rows))
                known = Constraints(60, names[told_of.must], names[told_of.cannot])
                labels = model.fit(cell.X, constraints=known).labels_
                test = train[left_out]
                assert not rows & set(test.tolist())
                scores.append(adjusted_rand_score(Y[test], labels[test]))
            means.append(np.mean(scores))
        _, honest = cell.run()
        assert honest["value"] == VALUES[best(means, VALUES, "auto")]
        assert honest["by_training"] == pytest.approx(max(means))
        chosen.append(honest["value"])
    assert len(chosen) == 3


def test_runs_without_inner_folds_keep_their_keys():
    plain = [cell.key for cell in cells_of(GRIDDED, DATA)]
    assert [cell.key for cell in cells_of(GRIDDED.with_(inner=0), DATA)] == plain
    assert not {cell.key for cell in cells_of(GRIDDED.with_(inner=2), DATA)} & set(plain)
    with pytest.raises(InputError, match="inner=1"):
        GRIDDED.with_(inner=1)


def test_what_is_told_about_some_rows_names_no_other():
    rng = np.random.default_rng(0)
    for _ in range(50):
        y = rng.integers(0, 3, 12)
        known = Constraints.from_labels(y, 15, rng)
        rows = np.sort(rng.permutation(12)[:7])
        shown = Supervision("both", 1, 15, known, None, rows)
        part = told_about(shown, rows).constraints
        named = {*part.must.ravel().tolist(), *part.cannot.ravel().tolist()}
        assert part.n_samples == 12 and named <= set(rows.tolist())
        relations = [known.relation(i, j) for i in rows for j in rows if i < j]
        assert relations == [part.relation(i, j) for i in rows for j in rows if i < j]
        labels = np.where(rng.random(12) < 0.5, y, -1)
        shown = Supervision("both", 1, 6, None, labels, rows)
        left = told_about(shown, rows).labels
        assert left.tolist() == [labels[row] if row in rows else -1 for row in range(12)]


def test_one_value_for_a_set_is_the_best_on_average(tmp_path):
    records = run(GRIDDED, data=DATA, progress=False)
    alone = {
        value: run(
            GRIDDED.with_(
                methods=(Method("PCK", "pckmeans", {"n_init": 1, "constraint_weight": value}),)
            ),
            data=DATA,
            progress=False,
        )
        for value in VALUES
    }
    means = [np.mean([r["ari_holdout"] for r in alone[value]]) for value in VALUES]
    place = int(np.argmax(means))
    found = of_the_set(records)
    assert [r["method"] for r in found] == ["PCK (of the set)"] * len(alone[1.0])
    assert {r["place"] for r in found} == {place}
    for ours, theirs in zip(found, alone[VALUES[place]], strict=True):
        assert ours["ari_holdout"] == pytest.approx(theirs["ari_holdout"], abs=5e-5)
        same = ("data", "repeat", "fold", "kind", "level")
        assert all(ours[name] == theirs[name] for name in same)
    [path] = pack(records, tmp_path)
    assert of_the_set(read(path)) == found


def test_weights_of_a_grid_are_means_over_its_values(tmp_path):
    values = (1.1, 1.3, None)
    grid = Method("sparse", "sparsekmeans", {"n_init": 1}, grid=("sparsity", values))
    protocol = PAIRS.with_(sets=("brodinova 5+5",), methods=(grid,), levels=(0,), repeats=1)
    alone = [
        run(
            protocol.with_(methods=(Method("s", "sparsekmeans", {"n_init": 1, "sparsity": s}),)),
            progress=False,
        )
        for s in values
    ]
    for at, record in enumerate(run(protocol, progress=False)[::2]):
        each = [records[at]["weights"] for records in alone]
        assert len({*map(tuple, each)}) == 3
        assert record["weights"] == pytest.approx(np.mean(each, axis=0), abs=1e-4)
    [path] = pack([record], tmp_path)
    [kept] = read(path)
    assert kept["weights"] == [round(weight, 3) for weight in record["weights"]]


def test_one_value_for_a_set_goes_by_every_set_and_method_alone():
    rng = np.random.default_rng(0)
    rows = [
        {
            "protocol": "mine",
            "data": data,
            "method": f"{method} (tuned)",
            "kind": "both",
            "level": level,
            "repeat": repeat,
            "fold": 0,
            "tried": {"f_holdout": [None if rng.random() < 0.1 else float(v) for v in scores]},
        }
        for data in "xyz"
        for method in "ab"
        for level in (1, 2)
        for repeat in range(3)
        for scores in [rng.random(4)]
    ]
    found = of_the_set([*rows, {**rows[0], "method": "a (honest)", "tried": None}])
    assert len(found) == len(rows)
    for data in "xyz":
        for method in "ab":
            who = [r for r in rows if r["data"] == data and r["method"] == f"{method} (tuned)"]
            table = np.array([r["tried"]["f_holdout"] for r in who], dtype=float)
            place = int(np.nanmean(table, axis=0).argmax())
            ours = [
                r for r in found if (r["data"], r["method"]) == (data, f"{method} (of the set)")
            ]
            assert {r["place"] for r in ours} == {place}
            kept = [None if np.isnan(v) else v for v in table[:, place]]
            assert [r["f_holdout"] for r in ours] == kept
