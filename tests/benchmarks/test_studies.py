"""Claims of the studies: contrasts of paired folds, verdicts, and the tables of the page."""

import json

import numpy as np
import pandas as pd
import pytest
from reproduction import compared, in_place, write_tables
from scipy import stats
from studies.claim import Claim
from studies.contrasts import Contrast, Side
from studies.judging import claims
from studies.printed_claims import CLAIMS
from studies.printed_claims.atwa import AFTER_EACH, FEWER, MORE, TIMES

from jupyter_sscluster.experiments import PROTOCOLS, corrected_interval
from jupyter_sscluster.experiments.value_of_the_set import names_of_values

SCORE = "ari_holdout"
RNG = np.random.default_rng(0)
NOISE = RNG.normal(0, 0.02, (10, 5))


def records(gap, *, protocol="svehla-labels", data="iris", folds=5, level=1.0, second="b"):
    """Ten repeats in which method a is above another by about as much."""
    return [
        {
            "protocol": protocol,
            "data": data,
            "kind": "both",
            "level": level,
            "repeat": repeat,
            "fold": fold,
            "method": method,
            "ari_holdout": 0.5 + (NOISE[repeat, fold] + gap) * (method == "a"),
        }
        for repeat in range(10)
        for fold in range(folds)
        for method in ("a", second)
    ]


def judged(relation, gap, margin=0.0, need=0, sets=("iris",), **others):
    contrasts = tuple(
        Contrast(name, (name,), Side("a"), relation, Side("b"), margin) for name in sets
    )
    claim = Claim("X", "so it is", "svehla-labels", contrasts, need)
    rows = [row for name in sets for row in records(gap, data=name, **others)]
    return claims(rows, [claim])[0]


@pytest.mark.parametrize(
    ("relation", "gap", "margin", "verdict"),
    [
        (">", 0.1, 0.0, "holds"),
        (">", 0.0, 0.0, "undecided"),
        (">", -0.1, 0.0, "fails"),
        (">", 0.1, 0.2, "fails"),
        ("<", -0.1, 0.0, "holds"),
        ("<", 0.1, 0.0, "fails"),
        (">=", 0.0, 0.05, "holds"),
        (">=", -0.1, 0.05, "fails"),
        ("≈", 0.0, 0.05, "holds"),
        ("≈", 0.1, 0.05, "fails"),
        ("≈", 0.05, 0.05, "undecided"),
    ],
)
def test_verdicts_follow_what_is_said(relation, gap, margin, verdict):
    found = judged(relation, gap, margin)
    assert (found.verdict, found.findings[0].verdict) == (verdict, verdict)


def test_a_finding_is_that_of_the_paired_folds():
    [found] = judged(">", 0.03).findings
    gaps = (NOISE + 0.03).ravel()
    assert found.interval == pytest.approx(corrected_interval(gaps, 5))
    assert found.p == pytest.approx(corrected_interval(gaps, 5).p / 2)
    by_repeat = (NOISE + 0.03).mean(axis=1)
    assert found.signed_rank == stats.wilcoxon(by_repeat, alternative="greater").pvalue
    assert (found.n, found.repeats) == (50, 10)
    assert found.first - found.second == pytest.approx(gaps.mean())


@pytest.mark.parametrize(
    ("relation", "gap", "margin", "shift", "side"),
    [
        ("<", -0.02, 0.01, 0.01, "less"),
        (">", 0.02, 0.01, -0.01, "greater"),
        (">=", -0.005, 0.01, 0.01, "greater"),
        ("≈", 0.005, 0.01, -0.01, "less"),
        ("≈", -0.005, 0.01, 0.01, "greater"),
    ],
)
def test_signed_ranks_judge_what_is_said_margin_included(relation, gap, margin, shift, side):
    judgement = judged(relation, gap, margin)
    [found] = judgement.findings
    means = NOISE.mean(axis=1) + gap
    expected = stats.wilcoxon(means + shift, alternative=side).pvalue
    assert found.signed_rank == pytest.approx(expected)
    assert judgement.by_ranks == f"{int(expected < 0.05)} of 1"


def test_without_folds_the_interval_is_students():
    [found] = judged(">", 0.03, folds=1).findings
    low, high = stats.ttest_1samp(NOISE[:, 0] + 0.03, 0).confidence_interval()
    assert found.interval[1:3] == pytest.approx((low, high))


def test_a_claim_needs_all_its_parts_or_as_many_as_it_says():
    sets = ("iris", "wine")
    contrasts = tuple(Contrast(n, (n,), Side("a"), ">", Side("b")) for n in sets)
    rows = [*records(0.1, data="iris"), *records(-0.1, data="wine")]
    whole = Claim("X", "", "svehla-labels", contrasts)
    one = Claim("X", "", "svehla-labels", contrasts, need=1)
    assert [j.verdict for j in claims(rows, [whole, one])] == ["fails", "holds"]
    part = claims(records(0.1, data="iris"), [whole])[0]
    assert (part.verdict, part.missing, part.kept) == ("undecided", 1, "1 of 2")


def test_p_are_adjusted_where_some_parts_are_enough():
    error = np.sqrt((1 / 50 + 1 / 4) * NOISE.var(ddof=1))
    gap = stats.t.isf(0.03, 49) * error - NOISE.mean()
    both, some = (judged(">", gap, need=need, sets=("iris", "wine", "wdbc")) for need in (0, 2))
    ps = [found.p for found in both.findings]
    assert ps == pytest.approx([0.03] * 3)
    assert [found.verdict for found in both.findings] == ["holds"] * 3
    assert [found.verdict for found in some.findings] == ["undecided"] * 3


def test_folds_without_a_partner_and_failed_fits_are_left_out():
    rows = records(0.1)
    rows[0]["ari_holdout"] = None
    del rows[3]
    claim = Claim("X", "", "svehla-labels", (Contrast("", ("iris",), Side("a"), ">", Side("b")),))
    assert claims(rows, [claim])[0].findings[0].n == 48


def test_a_mean_over_sets_needs_all_of_them():
    gap = Contrast("both", ("iris", "wine"), Side("a"), ">", Side("b"))
    claim = Claim("X", "", "svehla-labels", (gap,))
    assert claims(records(0.1, data="iris"), [claim]) == []
    rows = [*records(0.1, data="iris"), *records(0.3, data="wine")]
    [found] = claims(rows, [claim])[0].findings
    assert found.interval.mean == pytest.approx(NOISE.mean() + 0.2)


def test_records_may_be_a_frame_in_which_what_is_missing_is_nan():
    rows = records(0.1)
    rows[0]["ari_holdout"] = None
    claim = Claim("X", "", "svehla-labels", (Contrast("", ("iris",), Side("a"), ">", Side("b")),))
    assert claims(pd.DataFrame(rows), [claim]) == claims(rows, [claim])


def test_claims_are_about_sets_methods_and_protocols_that_exist():
    assert len({claim.name for claim in CLAIMS}) == len(CLAIMS)
    for claim in CLAIMS:
        cells = [cell for test in claim.tests for cell in test.cells]
        for contrast in [*claim.contrasts, *cells]:
            for side in (contrast.first, contrast.second):
                if isinstance(side, Side):
                    of = PROTOCOLS[side.protocol or claim.protocol]
                    names = {name for method in of.methods for name in method.names}
                    names |= {f"{m.name} (of the set)" for m in of.methods if m.grid}
                    names |= {n for m in of.methods for n in names_of_values(of.name, m.name)}
                    assert set(side.names) <= names
                    assert set(contrast.data) <= set(of.sets)
                    assert any(side.levels[0] <= level <= side.levels[1] for level in of.levels)


def test_every_claim_of_the_specification_has_a_verdict_to_come():
    wanted = {"S": 14, "E": 8, "V": 6, "A": 8, "O": 3}
    numbers = {f"{letter}{n + 1}" for letter, count in wanted.items() for n in range(count)}
    assert {claim.name.partition(",")[0] for claim in CLAIMS} == numbers


def test_fits_that_failed_did_not_end_and_count_nowhere_else():
    rows = records(0.1)
    for row in rows[1::2]:
        row |= {"failed": "no clustering", "ari_holdout": None}
    ended, scored = (
        Contrast("", ("iris",), Side("a", score=score), ">", Side("b", score=score))
        for score in ("ended", "")
    )
    [judgement] = claims(rows, [Claim("X", "", "svehla-labels", (ended, scored))])
    [found] = judgement.findings
    assert (found.first, found.second, found.verdict) == (1.0, 0.0, "holds")
    assert judgement.missing == 1


def test_growth_is_judged_by_the_ratio_of_seconds():
    def rows(times):
        return [
            {
                "protocol": name,
                "data": "magic",
                "kind": "both",
                "level": 150,
                "repeat": repeat,
                "fold": 0,
                "method": method,
                "asking_seconds": (1 + repeat / 100) * factor,
            }
            for repeat in range(5)
            for method in ("MMD", "ASC", AFTER_EACH)
            for name, factor in ((FEWER, 1.0), (MORE, times))
        ]

    for times, linear, faster in ((1.1, "holds", "holds"), (0.5, "holds", "fails")):
        found = {each.claim.name: each.verdict for each in claims(rows(times * TIMES))}
        assert (found["A8"], found["A8, NPU and ASC"]) == (linear, faster)
    assert {each.claim.name: each.verdict for each in claims(rows(1.5 * TIMES))}["A8"] == "fails"


def test_each_weight_that_was_tried_stands_beside_that_of_the_table():
    tried = [0.1, 0.2, 0.3, 0.4, 0.5]  # with the weights .001 to 10; 1 is printed for iris
    row = {"protocol": "svehla-weights", "data": "iris", "kind": "both", "level": 1000}
    rows = [
        {**row, "method": f"{m} (tuned)", "repeat": repeat, "fold": fold, "tried": {SCORE: scores}}
        for repeat in range(5)
        for fold in range(5)
        for m in ("PCK", "MPCK")
        for scores in [[score + (repeat + fold) / 1000 for score in tried]]
    ]
    found = {each.claim.name: each for each in claims(rows)}
    parts = {name: [f.verdict for f in each.findings] for name, each in found.items()}
    assert parts == {
        "S13, PCK": ["holds", "holds", "holds", "fails"],
        "S13, MPCK": ["holds", "fails", "fails", "fails"],
    }
    first = found["S13, PCK"].findings[0]
    assert first.label == "iris: PCK (1.0) >= PCK (0.001)"
    assert first.first - first.second == pytest.approx(0.3)
    assert {each.verdict for each in found.values()} == {"fails"}


def test_a_judgement_is_plain_enough_for_json():
    found = judged(">", 0.1).findings[0]
    assert json.loads(json.dumps(found._asdict()))["verdict"] == "holds"


def test_tables_of_the_page_are_written(tmp_path):
    paths = write_tables(records(0.1), tmp_path)
    assert [path.name[:2] for path in paths] == ["01", "02", "03", "04", "05"]
    verdicts = paths[0].read_text("utf-8").splitlines()
    assert verdicts[0] == (
        "claim,as printed,verdict,parts that hold,by signed ranks,by the study's test"
    )
    assert len(verdicts) == 1, "no claim is about methods a and b"
    rows = paths[2].read_text("utf-8").splitlines()
    assert len(rows) == 2 and "1 of 6 sets" in rows[1]


def test_figures_that_the_page_does_not_show_are_put_beside_the_others(tmp_path):
    figures = [tmp_path / name for name in ("svehla-pairs.svg", "mine.svg", "mine.png")]
    for path in figures:
        path.write_text(path.name)
    placed = in_place(figures)
    assert placed == [figures[0], tmp_path / "further" / "mine.svg", figures[2]]
    assert [path.read_text() for path in placed] == [path.name for path in figures]


def test_verdicts_on_records_of_ones_own_stand_beside_those_of_the_page():
    rows = records(0.1)
    for row in rows:
        row["method"] = {"a": "Constrained", "b": "Seeded"}[row["method"]]
    said = {line.partition(":")[0]: line for line in compared(rows)}
    assert "S2" in said and "O1, iris" not in said, "only what was run"
    here, _, there = said["S2"].partition("; on the page: ")
    assert here.endswith("undecided, 10 repeats (1 of 6, 5 not run)")
    assert there == "holds, 20 repeats (6 of 6)"
