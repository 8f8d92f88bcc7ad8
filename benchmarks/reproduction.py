"""The tables and figures of docs/reproduction.md, from the records of the studies' protocols.

    python benchmarks/reproduction.py                       # from docs/records, into docs
    python benchmarks/reproduction.py RESULTS               # verdicts on a folder that you ran
    python benchmarks/reproduction.py RESULTS --out FOLDER  # its tables and figures

Verdicts on records of your own are printed beside those of the page. Otherwise it writes five
tables (verdicts, parts of claims, what was run, remarks, a paragraph on each claim that does not
hold) as CSV files, and figures of each protocol, in a folder `further` those that the page does not
show. The findings at the top of the page are written by hand.
"""

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from studies.judging import claims
from studies.printed_claims import CLAIMS
from studies.tables import PARTS, SUMMARY, explained, parts, remarks, summary

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments import PROTOCOLS, read
from jupyter_sscluster.experiments.report import draw_figures, how_run

DOCS = Path(__file__).parent.parent / "docs"
STUDIES = {
    "svehla": "Švehla 2018",
    "eaton": "Eaton 2005",
    "vouros": "Vouros and Vasilaki 2020",
    "atwa": "Atwa and Emam 2019",
    "okabe": "Okabe and Yamada 2012",
}


def write_tables(records: Sequence[dict], folder: Path) -> list[Path]:
    """Write the five tables; returns their paths."""
    by_protocol = defaultdict(list)
    for record in records:
        by_protocol[record["protocol"]].append(record)
    judged = {each.claim.name: each for each in claims(records)}
    in_order = [
        each for name in PROTOCOLS for each in judged.values() if each.claim.protocol == name
    ]
    said = [(each.claim.protocol, each.claim.name, remarks(each)) for each in in_order]
    why = [(each.claim.name, each.verdict, explained(each)) for each in in_order]
    run = [
        [name, STUDIES[name.partition("-")[0]], each.title, how_run(each, kept), each.differs]
        for name, each in PROTOCOLS.items()
        if (kept := by_protocol.get(name))
    ]
    tables = {
        "01-all-verdicts": (SUMMARY, summary(CLAIMS, judged)),
        "02-parts-of-each-claim": (
            [*PARTS, "verdict"],
            [row for each in in_order for row in parts(each)],
        ),
        "03-what-was-run": (
            ["protocol", "study", "question", "run", "what differs from the study"],
            run,
        ),
        "04-remarks-on-claims": (
            ["protocol", "claim", "remark"],
            [row for row in said if row[-1]],
        ),
        "05-claims-that-do-not-hold": (
            ["claim", "verdict", "what was found, why, and what would settle it"],
            [row for row in why if row[-1]],
        ),
    }
    return [_save(folder / f"{name}.csv", *table) for name, table in tables.items()]


def compared(records: Sequence[dict]) -> Iterator[str]:
    """A line for each claim that there are records of: the verdict, and that of the page."""
    table = DOCS / "data" / "reproduction" / "01-all-verdicts.csv"
    with table.open(encoding="utf-8", newline="") as file:
        of_page = {
            row["claim"]: f"{row['verdict']} ({row['parts that hold']})"
            for row in csv.DictReader(file)
        }
    judged = {each.claim.name: each for each in claims(records)}
    for name, printed, verdict, kept, *_ in summary(CLAIMS, judged):
        missing = f", {judged[name].missing} not run" * bool(judged[name].missing)
        there = of_page.get(name, "nothing")
        yield f"{name}: {printed}\n    {verdict} ({kept}{missing}); on the page: {there}"


def in_place(figures: Iterable[Path]) -> list[Path]:
    """Figures that the page does not show are put into a folder `further` beside the others."""
    page = (DOCS / "reproduction.md").read_text("utf-8")
    placed = []
    for path in figures:
        is_shown = path.suffix != ".svg" or f"images/reproduction/{path.name})" in page
        place = path if is_shown else path.parent / "further" / path.name
        place.parent.mkdir(exist_ok=True)
        placed.append(path.replace(place))
    return placed


def _save(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", nargs="?", help="records of your own: a folder or a file")
    parser.add_argument("--out", type=Path, help="folder for tables and figures")
    parser.add_argument("--tables-only", action="store_true", help="draw no figures")
    options = parser.parse_args()
    try:
        records = read(options.results or DOCS / "records")
    except InputError as error:
        sys.exit(str(error))
    if options.results and not options.out:
        print(*compared(records), sep="\n")
        return
    out = options.out or DOCS
    written = write_tables(records, out / "data" / "reproduction")
    if not options.tables_only:
        for name in dict.fromkeys(record["protocol"] for record in records):
            kept = [record for record in records if record["protocol"] == name]
            written += in_place(draw_figures(name, kept, out / "images" / "reproduction"))
    for path in written:
        print(path)


if __name__ == "__main__":
    main()
