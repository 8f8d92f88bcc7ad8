"""Tests that the studies announce: signs of means, and signed ranks over cells."""

import csv
import re
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from studies.claim import Claim
from studies.contrasts import Contrast, Side
from studies.judging import claims, with_mean_weights
from studies.paragraphs import REASONS
from studies.printed_claims import CLAIMS
from studies.study_tests import StudyTest, outcome, together

DOCS = Path(__file__).parents[2] / "docs"
ABOVE = {">": True, "<": False}


def rows(name, first, second):
    """Two folds of a set, around these means of a and b."""
    return [
        {
            "protocol": "svehla-labels",
            "data": name,
            "kind": "both",
            "level": 1.0,
            "repeat": 0,
            "fold": fold,
            "method": method,
            "ari_holdout": mean + (fold - 0.5) / 10,
        }
        for method, mean in (("a", first), ("b", second))
        for fold in (0, 1)
    ]


def on(gaps, rule, relation):
    """The test on cells in which a is above b by these gaps."""
    names = [f"set {place}" for place in range(len(gaps))]
    cells = tuple(Contrast(n, (n,), Side("a"), ">", Side("b")) for n in names)
    kept = [row for n, gap in zip(names, gaps, strict=True) for row in rows(n, 0.5 + gap, 0.5)]
    test = StudyTest("a beside b", rule, relation, cells)
    return outcome(test, {"svehla-labels": kept}, "svehla-labels")


def exact_signs(gaps, relation):
    """One-sided p of what is said, by counting all signs."""
    n, seen = len(gaps), sum((gap > 0) == ABOVE[relation] for gap in gaps)
    return np.mean([sum(signs) >= seen for signs in product((0, 1), repeat=n)])


def exact_ranks(gaps):
    """Two-sided p by counting all signs of the ranks."""
    decided = np.array([gap for gap in gaps if gap])
    ranks = stats.rankdata(np.abs(decided))
    total, seen = ranks.sum(), ranks[decided > 0].sum()
    sums = [np.dot(ranks, signs) for signs in product((0, 1), repeat=len(ranks))]
    return np.mean([abs(s - total / 2) >= abs(seen - total / 2) for s in sums])


def drawn(seed):
    """Sixty draws of gaps, no two of one size, that lean to one side or to none."""
    rng = np.random.default_rng(seed)
    for _ in range(60):
        n, share = int(rng.integers(5, 9)), rng.choice([0.05, 0.5, 0.95])
        yield (
            rng.permutation(np.arange(1, n + 1))
            / 100
            * rng.choice([-1, 1], n, p=(share, 1 - share))
        )


def test_signed_ranks_are_those_of_all_signs_and_the_verdict_follows():
    verdicts = set()
    for gaps in drawn(0):
        p = exact_ranks(gaps)
        for relation in (">", "<", "≈"):
            found = on(gaps, "ranks", relation)
            assert found.p == pytest.approx(p)
            assert (found.n, found.above) == (len(gaps), int((gaps > 0).sum()))
            assert found.gap == pytest.approx(gaps.mean())
            wanted = "undecided" if p >= 0.05 else "holds"
            if relation == "≈":
                wanted = "holds" if p >= 0.05 else "fails"
            elif p < 0.05 and (gaps.mean() > 0) != ABOVE[relation]:
                wanted = "fails"
            assert found.verdict == wanted
            verdicts.add(found.verdict)
    assert verdicts == {"holds", "fails", "undecided"}


def test_signs_are_counted_and_the_verdict_follows():
    verdicts = set()
    for gaps in drawn(1):
        for relation, opposite in ((">", "<"), ("<", ">")):
            found = on(gaps, "signs", relation)
            assert found.p == pytest.approx(exact_signs(gaps, relation))
            contradicted = exact_signs(gaps, opposite) < 0.05
            wanted = "holds" if found.p < 0.05 else "fails" if contradicted else "undecided"
            assert found.verdict == wanted
            verdicts.add(found.verdict)
    assert verdicts == {"holds", "fails", "undecided"}


def test_41_of_48_is_the_figure_of_the_audit():
    found = on([0.01] * 41 + [-0.02] * 7, "signs", ">")
    assert (found.n, found.above, found.verdict) == (48, 41, "holds")
    assert found.p == pytest.approx(3.1e-7, rel=0.02)
    assert "above in 41 of 48 cells, +0.006, sign test p = 3e-07" in str(found)


def test_ties_count_for_nothing_and_one_cell_is_no_test():
    assert on([0.0] * 5, "signs", ">").p == 1 and on([0.0] * 5, "ranks", ">").p == 1
    assert on([0.1] * 6 + [0.0] * 5, "signs", ">").p == pytest.approx(1 / 64)
    assert on([0.1], "signs", ">") is None


def test_cells_without_records_are_counted():
    cells = tuple(Contrast(n, (n,), Side("a"), ">", Side("b")) for n in "xyz")
    kept = [row for name in "xy" for row in rows(name, 0.6, 0.5)]
    test = StudyTest("a > b", "signs", ">", cells)
    found = outcome(test, {"svehla-labels": kept}, "svehla-labels")
    assert found.n == 2 and "2 of 2 cells, 1 not run" in str(found)


def test_a_claim_has_both_verdicts_side_by_side():
    names = [f"set {place}" for place in range(8)]
    cells = tuple(Contrast(n, (n,), Side("a"), ">", Side("b")) for n in names)
    test = StudyTest("a > b", "signs", ">", cells)
    kept = [row for n in names for row in rows(n, 0.52, 0.5)]
    kept[0]["ari_holdout"] -= 1e-6
    [found] = claims(kept, [Claim("X", "", "svehla-labels", cells, tests=(test,))])
    assert found.by_study == "holds" and found.verdict == "holds"
    [plain] = claims(kept, [Claim("X", "", "svehla-labels", cells)])
    assert plain.by_study == "" and plain.verdict == "holds"


@pytest.mark.parametrize(
    ("verdicts", "one"),
    [
        (("holds", "holds"), "holds"),
        (("holds", "undecided"), "undecided"),
        (("undecided", "fails"), "fails"),
        ((), ""),
    ],
)
def test_several_tests_must_all_hold(verdicts, one):
    found = on([0.1, 0.2], "ranks", ">")
    assert together([found._replace(verdict=verdict) for verdict in verdicts]) == one


def test_the_studies_cells_are_as_many_as_they_say():
    tests = {claim.name: claim.tests for claim in CLAIMS}
    assert [len(test.cells) for test in tests["V1"]] == [60] * 4
    assert [len(test.cells) for test in tests["V2"]] == [54] * 3, "72 with k-means, all ties"
    assert [len(test.cells) for test in tests["A2"]] == [48]
    assert [len(test.cells) for test in tests["A1"]] == [16]
    made = {name for test in tests["V1"] for cell in test.cells for name in cell.data}
    assert not any("brodinova" in name for name in made)


def test_mean_weights_are_of_noise_and_of_the_rest():
    row = {"data": "digits 048 1 + noise", "weights": [0.5] * 16 + [0.25, 0.25, 0.25, 0.05]}
    found = with_mean_weights(row)
    assert found["mean_of_features"] == 0.5
    assert found["mean_of_noise"] == pytest.approx(0.2)
    assert with_mean_weights({"data": "iris", "weights": [1.0] * 4}) == {
        "data": "iris",
        "weights": [1.0] * 4,
    }


def sentences(text):
    """How many there are: a full stop, or another end, before a capital or at the end."""
    return len(re.findall(r"[.?!](?=\s+[A-Z]|$)", text))


def test_reasons_are_short_and_about_claims_that_exist():
    names = {claim.name for claim in CLAIMS}
    assert set(REASONS) <= names
    for name, reason in REASONS.items():
        assert 1 <= sentences(reason.why) <= 3, name
        assert sentences(reason.settled_by) == 1, name


VERDICTS = DOCS / "data" / "reproduction" / "01-all-verdicts.csv"


def kept_verdicts():
    with VERDICTS.open(encoding="utf-8", newline="") as file:
        return {row["claim"]: row["verdict"].partition(",")[0] for row in csv.DictReader(file)}


def test_the_page_counts_the_verdicts_of_each_study():
    text = (DOCS / "reproduction.md").read_text("utf-8")
    counts = Counter((name[0], verdict) for name, verdict in kept_verdicts().items())
    for study in ("Švehla", "Eaton", "Vouros", "Atwa", "Okabe"):
        letter = "S" if study == "Švehla" else study[0]
        told = " | ".join(str(counts[letter, each]) for each in ("holds", "fails", "undecided"))
        assert re.search(rf"^\| {study}.* \d{{4}} \| {re.escape(told)} \| .+\. \|$", text, re.M)
    whole = Counter(kept_verdicts().values())
    said = f"{whole['holds']} hold, {whole['fails']} fail and {whole['undecided']} are undecided"
    assert f"Of {whole.total()} claims {said}." in text


def test_every_kept_verdict_that_does_not_hold_has_a_paragraph():
    verdicts = kept_verdicts()
    with (VERDICTS.parent / "05-claims-that-do-not-hold.csv").open(encoding="utf-8") as file:
        [_, *rows] = csv.reader(file)
    open_ones = [name for name, verdict in verdicts.items() if verdict in ("fails", "undecided")]
    assert sorted(open_ones) == sorted(name for name, *_ in rows)
    for name, _, text in rows:
        assert 2 <= sentences(text) <= 5 or name.startswith("E"), name
        assert name in REASONS or name.startswith("E"), name
