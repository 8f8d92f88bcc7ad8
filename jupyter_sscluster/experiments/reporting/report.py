"""The report: figures, claims and verdicts of every study that there are records of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from jupyter_sscluster.datasets.study_data_sets import SETS
from jupyter_sscluster.experiments.figures import plot, save
from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.experiments.judging import claims
from jupyter_sscluster.experiments.judging.claim import Judgement
from jupyter_sscluster.experiments.judging.printed import CLAIMS
from jupyter_sscluster.experiments.protocol_design import Protocol
from jupyter_sscluster.experiments.reporting.tables import clusters, how_run, parts, summary
from jupyter_sscluster.experiments.studies import PROTOCOLS

STUDIES = {
    "svehla": "Švehla 2018",
    "eaton": "Eaton 2005",
    "vouros": "Vouros and Vasilaki 2020",
    "atwa": "Atwa and Emam 2019",
    "okabe": "Okabe and Yamada 2012",
}
MOST_LINES = 8
HEAD = """# Five studies, run again

Written by `python -m jupyter_sscluster.experiments report` from the records in [records](records).

A claim is a number of parts, each a difference of two scores on the same folds. Its interval is
that of the corrected resampled t (Nadeau and Bengio 2003), which allows for the training rows that
folds and repeats share: after 20 times 5 folds it is five times as long as Student's. A part holds
where the one-sided p of what it says is below .05, and fails where the bound of 95 % on the other
side contradicts it; what does neither is undecided. Where all parts are needed each is tested by
itself; where some are enough, p are adjusted by Holm's rule. Beside it stand the signed rank test
of what is said over repeats, which takes the rows of a set as given and so calls much smaller
differences significant, and Cohen's d. "By signed ranks" counts the parts for which it has p below
.05. What is undecided may well be borne out by these: it is new rows of the same kind for which it
need not hold. Bands of figures are likewise of the mean over repeats, 95 %, for the rows at hand.
"""
LEADING = (
    *("S2", "S4", "S6, iris", "S9, NPU", "E1, iris", "E2", "E6, bound"),
    *("V5, PCSK", "V5, sparse", "V5, MPCK", "V6", "A1", "A5", "A5, greedy", "O1, iris"),
)
"""Claims that say most about whether a method is what it is called."""


def write_report(
    records: Iterable[Record], path: Any, *, images: str = "images/reproduction"
) -> list[Path]:
    """Write a report on records, in Markdown, with its figures beside it.

    Parameters
    ----------
    records : records of `run`, of as many protocols as there are
    path : str or Path
        Of the report.
    images : str, default "images/reproduction"
        Folder of the figures, from where the report is.

    Returns
    -------
    list of Path
        The report and the figures.
    """
    place = Path(path)
    folder = place.parent / images
    folder.mkdir(parents=True, exist_ok=True)
    by_protocol = defaultdict[str, list[Record]](list)
    for record in records:
        by_protocol[record["protocol"]].append(record)
    judged = {each.claim.name: each for kept in [_flat(by_protocol)] for each in claims(kept)}
    written = [place]
    leading = [claim for claim in CLAIMS if claim.name in LEADING]
    lines = [HEAD, "## The claims that a method is known by\n", *summary(leading, judged)]
    lines += ["\n## All verdicts\n", *summary(CLAIMS, judged)]
    for study, title in STUDIES.items():
        chosen = [each for name, each in PROTOCOLS.items() if name.partition("-")[0] == study]
        lines += [f"\n## {title}\n", f"{chosen[0].source}.\n"]
        for protocol in chosen:
            if kept := by_protocol.get(protocol.name):
                drawn = _drawn(protocol, kept, folder)
                written += drawn
                lines += _section(
                    protocol,
                    kept,
                    judged,
                    [f"{images}/{p.name}" for p in drawn if p.suffix == ".svg"],
                )
            else:
                lines.append(f"### {protocol.title} (`{protocol.name}`)\n\nNot run.\n")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return written


def _flat(by_protocol: dict[str, list[Record]]) -> list[Record]:
    return [record for kept in by_protocol.values() for record in kept]


def _section(
    protocol: Protocol,
    records: Sequence[Record],
    judged: dict[str, Judgement],
    figures: Sequence[str],
) -> Iterator[str]:
    yield f"### {protocol.title} (`{protocol.name}`)\n"
    wanted = {name: SETS[name].shape[2] for name in protocol.sets if name in SETS}
    yield " ".join([*how_run(protocol, records), *clusters(records, wanted)]) + "\n"
    if protocol.differs:
        yield f"What differs from the study: {protocol.differs}\n"
    for path in figures:
        yield f"![{protocol.title}: scores by set]({path})\n"
    for judgement in judged.values():
        if judgement.claim.protocol == protocol.name:
            yield from parts(judgement)


def _drawn(protocol: Protocol, records: Sequence[Record], folder: Path) -> list[Path]:
    """The figures of a protocol, as SVG and PNG."""
    names = [name for method in protocol.methods for name in method.names]
    names = [name for name in names if any(r["method"] == name for r in records)]
    shown = [name for name in names if not name.endswith("(honest)")]
    found = []
    if len(protocol.levels) > 1:
        figure = plot(records, methods=_few(shown if len(protocol.kinds) > 1 else names))
        found += _saved(figure, folder, protocol.name)
    if any(record.get("weights") for record in records):
        figure = plot(records, show="weights", methods=_few(shown))
        found += _saved(figure, folder, f"{protocol.name}-features")
    return found


def _saved(figure: Any, folder: Path, name: str) -> list[Path]:
    """The SVG, and in a folder of its own the PNG."""
    (folder / "png").mkdir(exist_ok=True)
    return [*save(figure, folder / name, ["svg"]), *save(figure, folder / "png" / name, ["png"])]


def _few(names: list[str]) -> list[str]:
    """At most as many as can be told apart: of one start, if need be."""
    if len(names) <= MOST_LINES:
        return names
    first = names[0].partition(", ")[2]
    return [name for name in names if f", {first}" in name][:MOST_LINES]
