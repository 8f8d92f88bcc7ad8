"""The report of what was run: a figure and a table of scores for each protocol."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.datasets.study_data_sets import SETS
from jupyter_sscluster.experiments.coerce_input import as_records
from jupyter_sscluster.experiments.figures import SCORE, default_score, label, plot, save
from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.experiments.protocol_design import Protocol
from jupyter_sscluster.experiments.studies import PROTOCOLS
from jupyter_sscluster.experiments.value_of_the_set import names_of_values, of_each_value

ASKING = "asking_seconds"
TRIED = "tried"
"""In `drawn` of a protocol: curves of every value of a grid."""
WEIGHTS = "weights"
"""In `drawn` of a protocol: bars of weights by level, too."""
MOST_TABLES = 6
"""Of a report: where there are more levels, it has the table of the last alone."""
MOST_LINES = 8
DEVIATION = ", ± the standard deviation over repeats"


def write_report(
    records: Iterable[Record], path: Any = "report.md", *, images: str = "report_images"
) -> list[Path]:
    """Write a report of what was run, in Markdown, with its figures beside it.

    Parameters
    ----------
    records : records of `run`, of one protocol or of several, or a DataFrame of them
    path : str or Path, default "report.md"
        Of the report.
    images : str, default "report_images"
        Folder of the figures, relative to that of the report.

    Returns
    -------
    list of Path
        The files written: the report and the figures.

    Raises
    ------
    InputError
        If there are no records.
    """
    by_protocol = defaultdict[str, list[Record]](list)
    for record in as_records(records):
        by_protocol[record["protocol"]].append(record)
    if not by_protocol:
        raise InputError("there are no records to report on; run a protocol first")
    place = Path(path)
    written, lines = [place], ["# What was run\n"]
    for name, kept in by_protocol.items():
        protocol = PROTOCOLS.get(name)
        figures = draw_figures(name, kept, place.parent / images)
        written += figures
        lines.append(f"## {f'{protocol.title} (`{name}`)' if protocol else name}\n")
        if protocol:
            here = ": " * bool(protocol.printed) + protocol.printed
            lines += [f"{protocol.source}{here}.\n"] * bool(protocol.source)
            lines.append(how_run(protocol, kept) + "\n")
            lines += [f"What differs from the study: {protocol.differs}\n"] * bool(protocol.differs)
        for each in figures:
            if each.suffix == ".svg":
                shown = _shown(each.stem.removeprefix(name).removeprefix("-"), kept, protocol)
                lines += [f"{shown}:\n", f"![{name}: {shown}]({images}/{each.name})\n"]
        field = default_score(kept)
        levels = sorted({record["level"] for record in kept})
        for level in levels if len(levels) <= MOST_TABLES else levels[-1:]:
            last = [record for record in kept if record["level"] == level]
            lines += [f"Mean `{field}` at level {level:g}{DEVIATION}:\n"]
            lines += [*_means(last, field, ".3f"), ""]
        if any(record.get(ASKING) is not None for record in last):
            lines += [
                f"Mean seconds to choose all questions{DEVIATION}:\n",
                *_means(last, ASKING, ".3g"),
                "",
            ]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return written


def draw_figures(name: str, records: Sequence[Record], folder: Path) -> list[Path]:
    """Write the figures of a protocol, as SVG, and as PNG in a folder of its own."""
    found = list(dict.fromkeys(record["method"] for record in records))
    protocol = PROTOCOLS.get(name)
    if protocol:
        found = [n for method in protocol.methods for n in method.names if n in found]
    paths = list[Path]()
    for ending, figure in _figures(records, found, protocol):
        paths += _saved(figure, folder, name + ending)
    return paths


def _figures(
    records: Sequence[Record], found: list[str], protocol: Protocol | None
) -> Iterator[tuple[str, Any]]:
    """Figures, and what the names of their files end with."""
    shown = [each for each in found if not each.endswith("(honest)")]
    several = (
        len({r["level"] for r in records}) > 1 if protocol is None else len(protocol.levels) > 1
    )
    drawn = protocol.drawn if protocol else ()
    if several:
        against = protocol.against if protocol else ""
        [here, *others] = _by_start(shown if protocol and len(protocol.kinds) > 1 else found)
        yield "", plot(records, methods=here, against=against)
        for each in others:
            yield (
                "-" + re.sub(r"\W+", "", _start(each[0]).lower()),
                plot(records, methods=each, against=against),
            )
        for field in drawn:
            if field not in (ASKING, TRIED, WEIGHTS):
                of_score = field.partition("_")[0] in SCORE
                figure = plot(records, field, methods=here, against=against * of_score)
                yield f"-{_plain(field)}", figure
    if ASKING in drawn:
        yield f"-{_plain(ASKING)}", plot(records, ASKING, show="methods", methods=found)
    if protocol and TRIED in drawn:
        yield from _of_values(records, found, protocol)
    weighed = [record for record in records if record.get("weights")]
    if weighed:
        few = _by_start(shown)[0]
        yield "-features", plot(weighed, show="weights", methods=few)
        for level in sorted({record["level"] for record in weighed}) if WEIGHTS in drawn else ():
            told = [record for record in weighed if record["level"] == level]
            yield f"-features-{level:g}", plot(told, show="weights", methods=few)


def _of_values(
    records: Sequence[Record], found: list[str], protocol: Protocol
) -> Iterator[tuple[str, Any]]:
    """Curves of every value of a grid: a figure for each method that has one."""
    tried = of_each_value(records)
    for method in protocol.methods:
        if method.grid and f"{method.name} (tuned)" in found:
            names = names_of_values(protocol.name, method.name)
            yield f"-values-{method.name.lower()}", plot(tried, methods=names)


def _shown(ending: str, records: Sequence[Record], protocol: Protocol | None) -> str:
    """What the figure with this ending of its name shows."""
    part, _, more = ending.partition("-")
    if part == "features":
        return "Weights of features" + f", level {more}" * bool(more)
    if part == "values":
        return f"Every value tried, {more}"
    fields = {_plain(field): field for field in protocol.drawn} if protocol else {}
    text = label(fields.get(ending) or default_score(records))
    from_start = f", {ending}" * bool(ending and ending not in fields)
    return text[0].upper() + text[1:] + from_start


def _plain(field: str) -> str:
    """A field as part of a file's name."""
    return field.removesuffix("_holdout").removeprefix("n_").replace("_", "-")


def _saved(figure: Any, folder: Path, name: str) -> list[Path]:
    (folder / "png").mkdir(parents=True, exist_ok=True)
    return [*save(figure, folder / name, ["svg"]), *save(figure, folder / "png" / name, ["png"])]


def _by_start(names: list[str]) -> list[list[str]]:
    """At most as many as can be told apart in one figure: those of one start, if need be."""
    if len(names) <= MOST_LINES:
        return [names]
    starts = list(dict.fromkeys(_start(name) for name in names))
    return [[n for n in names if _start(n) == start][:MOST_LINES] for start in starts]


def _start(name: str) -> str:
    """What a method of this name starts from: "DKM++" of "PCSK, DKM++ (tuned)"."""
    return name.partition(", ")[2].partition(" (")[0].partition(", ")[0]


def _means(records: Sequence[Record], field: str, digits: str) -> Iterator[str]:
    """A table of means and of their deviations over repeats: methods down, data sets across."""
    values = defaultdict[tuple[str, str], dict[int, list[float]]](lambda: defaultdict(list))
    for record in records:
        if record.get(field) is not None:
            values[record["method"], record["data"]][record["repeat"]].append(record[field])
    sets = list(dict.fromkeys(name for _, name in values))
    yield f"| method | {' | '.join(sets)} |"
    yield f"|---|{'---|' * len(sets)}"
    for method in dict.fromkeys(method for method, _ in values):
        found = [values.get((method, name), {}) for name in sets]
        cells = [_cell([fmean(each) for each in by.values()], digits) for by in found]
        yield f"| {method} | {' | '.join(cells)} |"


def _cell(means: Sequence[float], digits: str) -> str:
    if not means:
        return "–"
    deviation = f" ± {stdev(means):{digits}}" if len(means) > 1 else ""
    return f"{fmean(means):{digits}}{deviation}"


def how_run(protocol: Protocol, records: Sequence[Record]) -> str:
    """Sets, repeats and time of what was run, fits that failed, clusters other than wanted."""
    wanted = {name: SETS[name].shape[2] for name in protocol.sets if name in SETS}
    return " ".join([*_counts(protocol, records), *_clusters(records, wanted)])


def _counts(protocol: Protocol, records: Sequence[Record]) -> Iterator[str]:
    """Sets, repeats and time of what was run, fits that failed, clusters other than wanted."""
    runs = {(r["data"], r["method"].partition(" (")[0], r["repeat"], r["fold"]) for r in records}
    repeats = {
        name: len({r["repeat"] for r in records if r["data"] == name})
        for name in dict.fromkeys(r["data"] for r in records)
    }
    counts = Counter(repeats.values())
    [(usual, _)] = counts.most_common(1)
    others = [f"{name} {n}" for name, n in repeats.items() if n != usual]
    folds = f" × {protocol.folds} folds" if protocol.folds else ", no folds"
    yield (
        f"{len(repeats)} of {len(protocol.sets)} sets, {usual} of {protocol.repeats} "
        f"repeats{folds}{' (' + ', '.join(others) + ')' if others else ''}; {len(runs)} runs, "
        f"{_time(records)} of processor time."
    )
    failed = [r for r in records if r.get("failed")]
    if failed:
        reasons = Counter(f"{r['method']} on {r['data']}" for r in failed)
        listed = ", ".join(f"{who} {n}" for who, n in reasons.most_common(6))
        yield f"Fits that failed: {len(failed)} of {len(records)} ({listed})."
    members = [r["n_members"] for r in records if r.get("n_members") is not None]
    if members:
        members.sort()
        yield (
            f"Members of an ensemble: {members[0]} to {members[-1]}, median "
            f"{members[len(members) // 2]}."
        )


def _clusters(records: Sequence[Record], wanted: dict[str, int]) -> Iterator[str]:
    """How often another number of clusters was found than classes, where it was."""
    odd, total = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for record in records:
        if record.get("n_clusters") is not None:
            who = (record["method"], record["data"])
            total[who] += 1
            odd[who] += record["n_clusters"] != wanted.get(record["data"], record["n_clusters"])
    found = [f"{m} on {d} {n} of {total[m, d]}" for (m, d), n in odd.most_common(8) if n]
    if found:
        yield f"Another number of clusters than classes: {', '.join(found)}."


def _time(records: Sequence[Record]) -> str:
    spent = sum(record.get("seconds") or 0.0 for record in records)
    asking = {
        (r["data"], r["method"], r["repeat"], r["fold"]): r.get("asking_seconds") or 0.0
        for r in records
    }
    spent += sum(asking.values())
    return f"{spent:.0f} s" if spent < 120 else f"{spent / 60:.0f} min"
