"""Command line: list protocols, run one, report on what was run."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments.record_files import pack, read
from jupyter_sscluster.experiments.report import write_report
from jupyter_sscluster.experiments.run_protocol import run
from jupyter_sscluster.experiments.studies import PROTOCOLS, protocol


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns 2 if its arguments cannot be used."""
    options = _parser().parse_args(arguments)
    try:
        options.do(options)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _list(options: argparse.Namespace) -> None:
    for name, each in PROTOCOLS.items():
        folds = f"{each.repeats} × {each.folds} folds" if each.folds else f"{each.repeats} repeats"
        print(f"{name:18}{each.title}")
        sets = f"{len(each.sets)} set{'' if len(each.sets) == 1 else 's'}"
        print(f"{'':18}{sets}, {len(each.methods)} methods, {folds}: {each.n_runs} runs")


def _run(options: argparse.Namespace) -> None:
    chosen = protocol(options.protocol)
    if options.sets:
        chosen = chosen.with_(sets=tuple(options.sets))
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{chosen.name}.jsonl"
    records = run(
        chosen,
        repeats=options.repeats,
        n_jobs=options.jobs,
        path=path,
        folder=options.data,
        openml=options.openml,
        skip_missing=options.skip_missing,
    )
    failed = sum("failed" in record for record in records)
    print(f"{path}: {len(records)} records" + (f", {failed} of fits that failed" if failed else ""))


def _report(options: argparse.Namespace) -> None:
    records = read(options.results)
    if options.keep:
        for path in pack(records, options.keep):
            print(f"{path}: {path.stat().st_size} bytes")
    for path in write_report(records, options.out):
        print(f"wrote {path}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m jupyter_sscluster.experiments",
        description="Run the protocols of five studies, and report what was run.",
    )
    verbs = parser.add_subparsers(required=True)
    listing = verbs.add_parser("list", help="the protocols there are")
    listing.set_defaults(do=_list)

    running = verbs.add_parser("run", help="run a protocol; one that was killed goes on")
    running.add_argument("protocol", help="its name, see list")
    running.add_argument("--repeats", type=int, help="other than the protocol says")
    running.add_argument("--sets", nargs="+", help="these data sets alone")
    running.add_argument("--out", default="results", help="folder of the records (results)")
    running.add_argument("--jobs", type=int, default=1, help="processes; -1 is one a core (1)")
    running.add_argument("--data", help="folder of data sets, as tables")
    running.add_argument("--openml", action="store_true", help="fetch what is missing from openml")
    running.add_argument("--skip-missing", action="store_true", help="leave out what is missing")
    running.set_defaults(do=_run)

    reporting = verbs.add_parser("report", help="write figures and tables of what was run")
    reporting.add_argument(
        "results", nargs="?", default="results", help="folder of the records (results)"
    )
    reporting.add_argument("--out", default="report.md", help="the report (report.md)")
    reporting.add_argument("--keep", help="folder for the records in few bytes")
    reporting.set_defaults(do=_report)
    return parser


if __name__ == "__main__":
    sys.exit(main())
