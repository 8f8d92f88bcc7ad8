"""Figures, the report and the shell."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from scipy import stats

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.datasets.study_data_sets import SETS
from jupyter_sscluster.experiments import (
    __main__ as shell,
    of_each_value,
    pack,
    plot,
    protocol,
    read,
    run,
    save,
    write_report,
)
from jupyter_sscluster.experiments.studies import svehla
from jupyter_sscluster.experiments.value_of_the_set import names_of_values


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A folder with the quickest protocol on two sets."""
    folder = tmp_path_factory.mktemp("results")
    quick = protocol("svehla-labels").with_(sets=("iris", "wine"))
    run(quick, repeats=2, path=folder / "svehla-labels.jsonl", progress=False)
    return folder


def test_a_figure_has_a_panel_for_each_set_and_a_line_for_each_method(results, tmp_path):
    figure = plot(read(results))
    panels = [axes for axes in figure.axes if axes.get_title(loc="left")]
    assert [axes.get_title(loc="left") for axes in panels] == ["iris", "wine"]
    names = [method.name for method in svehla.LABELS.methods]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == names
    # In grey, lines are told apart by dashes and markers.
    looks = {(line.get_linestyle(), line.get_marker()) for line in panels[0].lines}
    assert len(looks) == len(names)
    svg, png = save(figure, tmp_path / "a")
    assert ET.parse(svg).getroot().tag.endswith("svg")
    assert png.read_bytes()[:4] == b"\x89PNG"
    again = save(plot(read(results)), tmp_path / "b")
    assert [path.read_bytes() for path in again] == [svg.read_bytes(), png.read_bytes()]


def test_bands_are_of_means_over_repeats_where_there_are_five():
    row = {"protocol": "svehla-labels", "kind": "both", "data": "iris", "method": "a"}
    scores = np.random.default_rng(0).random((6, 2, 5))
    rows = [
        {**row, "level": at, "repeat": i, "fold": j, "ari_holdout": scores[i, at, j]}
        for i, at, j in np.ndindex(*scores.shape)
    ]
    [band] = plot(rows).axes[0].collections
    ends = stats.ttest_1samp(scores.mean(axis=2), 0).confidence_interval()
    drawn = band.get_paths()[0].vertices
    for at in (0, 1):
        heights = drawn[drawn[:, 0] == at, 1]
        assert (heights.min(), heights.max()) == pytest.approx((ends.low[at], ends.high[at]))
    [nothing] = plot([r for r in rows if r["repeat"] < 4]).axes[0].collections
    assert not any(len(path.vertices) for path in nothing.get_paths())


def test_colours_tell_methods_and_dashes_the_kinds_of_pairs():
    row = {"protocol": "vouros-kinds", "data": "iris", "repeat": 0, "fold": 0, "f_holdout": 0.5}
    rows = [
        {**row, "method": method, "kind": kind, "level": at}
        for method in ("a", "b")
        for kind in ("both", "must", "cannot")
        for at in (2, 6)
    ]
    figure = plot(rows)
    key = dict(zip(figure.legends[0].get_texts(), figure.legends[0].legend_handles, strict=True))
    looks = {text.get_text(): line for text, line in key.items()}
    assert list(looks) == ["a", "b", "both kinds", "must-links alone", "cannot-links alone"]
    drawn = [(line.get_color(), line.get_linestyle()) for line in figure.axes[0].lines]
    kinds = [looks[name].get_linestyle() for name in list(looks)[2:]]
    assert drawn == [(looks[name].get_color(), kind) for name in "ab" for kind in kinds]
    assert len(set(drawn)) == 6


def of_eaton(gaps):
    """Records of two methods on four sets, one above the other by so much."""
    row = {"protocol": "eaton-single", "kind": "both"}
    noise = np.random.default_rng(0).normal(0, 0.01, (4, 5))
    return [
        {
            **row,
            "data": data,
            "method": method,
            "level": level,
            "repeat": i,
            "fold": j,
            **dict.fromkeys(("ari_holdout", "f_holdout"), 0.5 + first * (gap + noise[i, j])),
            **({"n_inferred": 7 * level} if first else {}),
            "seconds": 0.1,
        }
        for data in ("crabs", "iris", "letters", "protein")
        for method, first in (("MPCK", 0), ("GPK full, g = .5", 1))
        for level, gap in gaps.items()
        for i in range(4)
        for j in range(5)
    ]


def test_a_strip_below_each_panel_says_how_sure_a_difference_is():
    gaps = {10: 0.1, 25: 0.0, 50: -0.1, 100: 0.012}
    rows = of_eaton(gaps)
    figure = plot(rows, against="MPCK")
    strips = [axes for axes in figure.axes if not axes.get_title(loc="left") and axes.lines]
    assert len(strips) == 4
    [line] = [line for line in strips[0].lines if len(line.get_xdata()) == 4]
    drawn = dict(zip(line.get_xdata(), line.get_ydata(), strict=True))
    assert (drawn[10], drawn[50]) == (4, -4)
    for level, gap in gaps.items():
        chosen = [r for r in rows if r["data"] == "crabs" and r["level"] == level]
        values = [r["f_holdout"] - 0.5 for r in chosen if r["method"] != "MPCK"]
        error = np.sqrt((1 / 20 + 1 / 4) * np.var(values, ddof=1))
        reached = abs(np.mean(values)) / error > stats.t.ppf([0.95, 0.975, 0.9875, 0.995], 19)
        assert abs(drawn[level]) == reached.sum(), gap
    assert len({abs(height) for height in drawn.values()}) > 2
    labels = [text.get_text() for text in strips[0].get_yticklabels()]
    assert labels == ["99", "95", "", "95", "99"]


def test_a_report_draws_the_further_fields_of_a_study(tmp_path):
    written = write_report(of_eaton({10: 0.1, 25: 0.0}), tmp_path / "report.md")
    names = [path.stem for path in written if path.suffix == ".svg"]
    assert names == ["eaton-single" + more for more in ("", "-f", "-inferred", "-seconds")]
    assert "propagated constraints" in (written[0].parent / written[5]).read_text("utf-8")
    text = written[0].read_text("utf-8")
    assert "chapter 4: figures 4.1 to 4.7, single metric.\n" in text
    for said, ending in (
        ("Adjusted Rand index, test rows", ""),
        ("Pairwise F, test rows", "-f"),
        ("Propagated constraints, last round", "-inferred"),
        ("Seconds of processor time", "-seconds"),
    ):
        assert f"{said}:\n\n![eaton-single: {said}](report_images/eaton-single{ending}.svg)" in text


def test_a_report_on_questions_says_how_long_it_took_to_choose_them(tmp_path):
    row = {"protocol": "atwa-time", "data": "magic", "kind": "both", "fold": 0, "level": 150}
    rows = [
        {**row, "method": method, "repeat": repeat, "f": 0.5, "asking_seconds": seconds + repeat}
        for method, seconds in (("NPU", 80.0), ("MMD", 5.0))
        for repeat in (0, 1)
    ]
    report, *figures = write_report(rows, tmp_path / "report.md")
    text = report.read_text("utf-8")
    assert not figures and "section 4: figure 4.\n" in text
    seconds = text.partition("Mean seconds to choose all questions, ")[2]
    assert "| NPU | 80.5 ± 0.707 |\n| MMD | 5.5 ± 0.707 |" in seconds


def test_methods_stand_side_by_side_with_their_intervals():
    row = {"protocol": "atwa-batch", "kind": "both", "fold": 0, "level": 150, "data": "heart"}
    seconds = np.random.default_rng(0).random((2, 6)) + 1
    rows = [
        {**row, "method": f"b = {size}", "repeat": repeat, "asking_seconds": seconds[at, repeat]}
        for at, size in enumerate((1, 5))
        for repeat in range(6)
    ]
    [axes] = plot(rows, "asking_seconds", show="methods").axes
    assert [text.get_text() for text in axes.get_xticklabels()] == ["b = 1", "b = 5"]
    assert [line.get_ydata()[0] for line in axes.lines] == pytest.approx(seconds.mean(axis=1))
    for bar, of in zip(axes.collections, seconds, strict=True):
        [[(_, low), (_, high)]] = bar.get_segments()
        ends = stats.ttest_1samp(of, 0).confidence_interval()
        assert (low, high) == pytest.approx((ends.low, ends.high))
    [few] = plot(rows[:4], "asking_seconds", show="methods").axes
    assert few.collections[0].get_segments()[0].size == 0, "of four repeats there is no interval"


def test_a_report_draws_batches_values_levels_and_starts(tmp_path):
    row = {"protocol": "atwa-batch", "kind": "both", "fold": 0, "repeat": 0, "data": "heart"}
    batch = [
        {**row, "level": n, "method": f"b = {size}", "f": 0.5, "asking_seconds": 2.0}
        for n in (25, 50)
        for size in (1, 5)
    ]
    row = {**row, "protocol": "svehla-weights", "data": "iris", "ari_holdout": 0.5}
    tried = {"tried": {"ari_holdout": [0.1, 0.2, 0.3, 0.4, 0.5]}}
    values = [{**row, "level": n, "method": "PCK (tuned)", **tried} for n in (0, 200)]
    row = {**row, "protocol": "vouros-weights", "data": "brodinova 5+5", "f_holdout": 0.5}
    weighed = [
        {**row, "level": n, "method": "MPCK, DKM++", "weights": [n / 10] * 10} for n in (1, 5)
    ]
    row |= {"protocol": "vouros-kinds"}
    starts = [
        {**row, "level": n, "method": f"{method}, {start}{' (tuned)' * (method == 'PCSK')}"}
        for n in (2, 6)
        for start in ("DKM++", "ROBIN", "Maximin")
        for method in ("k-means", "PCK", "PCSK")
    ]
    for records, endings, said in (
        (batch, ["", "-asking-seconds"], "Seconds to choose all questions"),
        (values, ["", "-values-pck"], "Every value tried, pck"),
        (weighed, ["", "-features", "-features-1", "-features-5"], "Weights of features, level 5"),
        (starts, ["", "-robin", "-maximin"], "Pairwise F, test rows, robin"),
    ):
        report, *written = write_report(records, tmp_path / "report.md")
        name = records[0]["protocol"]
        assert [p.stem for p in written if p.suffix == ".svg"] == [name + each for each in endings]
        assert f"{said}:\n" in report.read_text("utf-8")
    drawn = plot(of_each_value(values), methods=names_of_values("svehla-weights", "PCK"))
    assert [text.get_text() for text in drawn.legends[0].get_texts()] == [
        f"PCK ({weight})" for weight in svehla.WEIGHTS
    ]
    lines = [line.get_ydata().tolist() for line in drawn.axes[0].lines]
    assert lines == [[score] * 2 for score in tried["tried"]["ari_holdout"]]


def test_tables_have_means_and_deviations_over_repeats_for_each_level(tmp_path):
    row = {"protocol": "mine", "data": "iris", "kind": "both", "method": "a"}
    scores = np.random.default_rng(0).random((3, 4, 2))
    rows = [
        {**row, "level": level, "repeat": repeat, "fold": fold, "ari": scores[level, repeat, fold]}
        for level, repeat, fold in np.ndindex(*scores.shape)
    ]
    text = write_report(rows, tmp_path / "report.md")[0].read_text("utf-8")
    for level, of in enumerate(scores):
        table = text.partition(f"at level {level}, ± the standard deviation over repeats:\n")[2]
        means = of.mean(axis=1)
        cell = f"{means.mean():.3f} ± {means.std(ddof=1):.3f}"
        assert table.lstrip().splitlines()[2] == f"| a | {cell} |"
    many = [{**rows[0], "level": level} for level in range(7)]
    text = write_report(many, tmp_path / "report.md")[0].read_text("utf-8")
    assert text.count("± the standard deviation") == 1 and "at level 6, ±" in text
    assert f"| a | {scores[0, 0, 0]:.3f} |" in text, "one repeat has no deviation"


def test_bars_show_weights_and_hatch_what_is_known_to_tell_nothing():
    row = {"protocol": "vouros-weights", "kind": "both", "fold": 0, "data": "brodinova 5+5"}
    rows = [
        {**row, "method": m, "repeat": 0, "level": 1, "weights": [1.0] * 5 + [0.0] * 5}
        for m in "abcdefghi"
    ]
    [axes] = plot(rows, show="weights").axes
    hatched = [bar.get_hatch() is not None for bar in axes.patches]
    assert hatched == ([False] * 5 + [True] * 5) * 9


def test_there_is_a_sentence_where_nothing_can_be_drawn(results):
    with pytest.raises(InputError, match="no record"):
        plot(read(results), show="weights")
    with pytest.raises(InputError, match="show='bars'"):
        plot(read(results), show="bars")
    with pytest.raises(InputError, match="records of one protocol"):
        plot([])


def test_packed_records_are_the_same_to_four_digits(results, tmp_path):
    records = read(results)
    [path] = pack(records, tmp_path)
    again = read(path)
    assert path.stat().st_size < (results / "svehla-labels.jsonl").stat().st_size / 8
    assert len(again) == len(records)
    for ours, kept in zip(records, again, strict=True):
        assert kept["ari_holdout"] == pytest.approx(ours["ari_holdout"], abs=5e-5)
        assert all(kept[name] == ours[name] for name in ("data", "method", "repeat", "level"))
    with pytest.raises(InputError, match="holds no records"):
        read(tmp_path / "nowhere")


def test_the_report_has_figures_and_scores_of_what_was_run(results, tmp_path):
    report, *figures = write_report(read(results), tmp_path / "report.md")
    text = report.read_text(encoding="utf-8")
    assert {path.suffix for path in figures} == {".svg", ".png"}
    links = re.findall(r"!\[.*\]\((.*)\)", text)
    assert links and all((tmp_path / link).exists() for link in links)
    assert "2 of 6 sets, 2 of 20 repeats × 5 folds; 60 runs" in text
    assert re.search(r"\| Constrained \| 0\.\d{3} ± 0\.\d{3} \| 0\.\d{3} ± 0\.\d{3} \|", text)
    assert text.count("\n## ") == 1, "only what was run"
    with pytest.raises(InputError, match="no records"):
        write_report([], tmp_path / "nothing.md")


def test_a_protocol_of_your_own_is_reported(tmp_path):
    row = {"protocol": "mine", "data": "iris", "kind": "both", "fold": 0, "repeat": 0}
    rows = [{**row, "method": "a", "level": level, "ari": level / 10} for level in (0, 5)]
    report, *_ = write_report(rows, tmp_path / "report.md")
    assert "Mean `ari` at level 5" in report.read_text() and "| a | 0.500 |" in report.read_text()


def test_the_command_line_lists_runs_and_reports(tmp_path, capsys):
    assert shell.main(["list"]) == 0
    listed = capsys.readouterr().out
    assert "svehla-pairs      Random pairs of training rows (figure 5.2)\n" in listed
    assert f"\n{svehla.SOURCE}\n" in listed
    assert " crabs 'pen digits 10%' iris letters protein\n" in listed
    out = str(tmp_path / "results")
    given = ["run", "svehla-labels", "--repeats", "1", "--sets", "iris", "--out", out]
    assert shell.main(given) == 0
    said = capsys.readouterr()
    assert "svehla-labels.jsonl: 165 records" in said.out
    assert re.search(r"15/15 \[\d\d:\d\d<\d\d:\d\d", said.err)
    report = str(tmp_path / "report.md")
    assert shell.main(["report", out, "--out", report, "--keep", str(tmp_path / "kept")]) == 0
    assert f"wrote {report}" in capsys.readouterr().out
    assert shell.main(["run", "svehla-pears"]) == 2
    assert "protocol 'svehla-pears' is not known; use one of" in capsys.readouterr().err
    assert shell.main(["run", "Eaton"]) == 2
    assert "use one of 'eaton-single', 'eaton-multiple'; see list" in capsys.readouterr().err


def test_it_is_a_module_that_can_be_called():
    done = subprocess.run(
        [sys.executable, "-m", "jupyter_sscluster.experiments", "run", "nothing"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--repeats", "0"], "--repeats 0 must be an integer >= 1"),
        (["--seed", "-3"], "--seed -3 must be an integer >= 0"),
        (["--jobs", "0"], "--jobs 0 must be a number of processes, or -1 for one a core"),
        (["--sets", "pears"], "data set 'pears' is not known; use one of 'iris', 'wine'"),
        (["--sets", "glass"], "with --openml; without glass the protocol has no data set to run"),
        (
            ["--sets", "iris", "glass", "wine", "ionosphere"],
            "; --skip-missing runs iris, wine, without glass, ionosphere",
        ),
        (["--sets", "glass", "--skip-missing"], "without glass the protocol has no data set"),
        (["--sets", "glass"], "from https://www.openml.org/d/41"),
        (["--sets", "glass"], "name it by --data or, in its data/, by SSCLUSTER_SHARED"),
    ],
)
def test_errors_of_the_shell_name_its_own_options(given, said, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("SSCLUSTER_SHARED", raising=False)
    assert shell.main(["run", "svehla-labels", "--out", str(tmp_path), *given]) == 2
    found = capsys.readouterr().err
    assert said in found
    assert not re.search(r"\b(repeats|seed|n_jobs|folder|openml|data|skip_missing)=", found)


@pytest.mark.parametrize(("name", "package"), [("run", "tqdm"), ("report", "matplotlib")])
def test_a_package_that_is_missing_is_named(name, package, results, tmp_path, capsys, monkeypatch):
    module = {"tqdm": "tqdm.auto", "matplotlib": "matplotlib.figure"}[package]
    monkeypatch.setitem(sys.modules, module, None)
    given = {"run": ["svehla-labels", "--sets", "iris"], "report": [str(results)]}[name]
    assert shell.main([name, *given, "--out", str(tmp_path / "a")]) == 2
    said = f"the command needs {package}; install jupyter_sscluster[experiments]\n"
    assert capsys.readouterr().err == said


def test_a_folder_that_cannot_be_made_is_named(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    out = str(tmp_path / "file" / "results")
    assert shell.main(["run", "svehla-labels", "--out", out]) == 2
    assert f"--out {out} cannot be made" in capsys.readouterr().err
    assert shell.main(["run", "svehla-pears"]) == 2
    assert capsys.readouterr().err.endswith("; see list\n")


def test_another_seed_makes_other_draws_in_a_folder_of_its_own(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = ["run", "svehla-labels", "--repeats", "1", "--sets", "iris"]
    assert shell.main(given) == 0
    assert shell.main([*given, "--seed", "7"]) == 0
    usual, other = (
        [record["ari_holdout"] for record in read(tmp_path / name)]
        for name in ("results", "results-seed-7")
    )
    assert len(usual) == len(other) and usual != other
    quick = protocol("svehla-labels").with_(sets=("iris",), seed=7)
    again = run(quick, repeats=1, progress=False)
    assert [record["ari_holdout"] for record in again] == other


def test_every_set_that_is_no_part_of_scikit_learn_has_an_address():
    for name, each in SETS.items():
        assert bool(each.made) != each.address.startswith("https://"), name
