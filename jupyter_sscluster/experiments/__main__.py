"""Command line: list protocols, run one, report on what was run."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments.record_files import pack, read
from jupyter_sscluster.experiments.report import write_report
from jupyter_sscluster.experiments.run_protocol import run
from jupyter_sscluster.experiments.studies import PROTOCOLS, protocol

RESULTS = "results"
WORDS = (
    (r"with openml=True", "with --openml"),
    (r"name it by folder= or, with data/ below it, by", "name it by --data or, in its data/, by"),
    (r", or a Protocol of your own", "; see list"),
    (r", or pass data=\{name: \(X, y\)\}", ""),
    (r"\b(repeats|seed)=", r"--\1 "),
    (r"skip_missing=True", "--skip-missing"),
    (r"^(plot|progress=True) needs", "the command needs"),
    (r", or pass progress=False", ""),
)
"""What errors say of arguments in Python, and what the shell has instead."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns 2 if its arguments cannot be used."""
    options = _parser().parse_args(arguments)
    try:
        options.do(options)
    except InputError as error:
        print(in_shell(error), file=sys.stderr)
        return 2
    return 0


def in_shell(error: InputError) -> str:
    """An error that names the options of the shell, and no arguments of Python.

    >>> in_shell(InputError("repeats=0 must be an integer >= 1"))
    '--repeats 0 must be an integer >= 1'
    """
    said = str(error)
    for python, shell in WORDS:
        said = re.sub(python, shell, said)
    return said


def _list(options: argparse.Namespace) -> None:
    source = ""
    for name, each in PROTOCOLS.items():
        if each.source != source:
            source = each.source
            print(f"\n{source}\n")
        folds = f"{each.repeats} × {each.folds} folds" if each.folds else f"{each.repeats} repeats"
        print(f"{name:18}{each.title}" + f" ({each.printed})" * bool(each.printed))
        print(f"{'':18}{len(each.methods)} methods, {folds}: {each.n_runs} runs, on")
        print(f"{'':18}{' '.join(map(quote, each.sets))}")


def _run(options: argparse.Namespace) -> None:
    chosen = protocol(options.protocol)
    if options.sets:
        chosen = chosen.with_(sets=tuple(options.sets))
    if options.seed is not None:
        chosen = chosen.with_(seed=options.seed)
    if options.jobs == 0:
        raise InputError("--jobs 0 must be a number of processes, or -1 for one a core")
    folder = _folder(options)
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


def _folder(options: argparse.Namespace) -> Path:
    """The folder of the records, made if need be; other draws are not mixed with the usual ones."""
    usual = RESULTS if options.seed is None else f"{RESULTS}-seed-{options.seed}"
    folder = Path(options.out or usual)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"--out {folder} cannot be made ({error.strerror}); give a folder where you may write"
        ) from error
    return folder


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
    listing = verbs.add_parser("list", help="the protocols, by study, and the figures they repeat")
    listing.set_defaults(do=_list)

    running = verbs.add_parser("run", help="run a protocol; one that was killed goes on")
    running.add_argument("protocol", help="its name, such as okabe; see list")
    running.add_argument("--repeats", type=int, help="so many of them; 1 is for a first look")
    running.add_argument("--sets", nargs="+", help="these data sets alone; see list")
    running.add_argument("--seed", type=int, help="other draws than the usual ones, those of 0")
    running.add_argument(
        "--out", help=f"folder of the records ({RESULTS}, with --seed 7 {RESULTS}-seed-7)"
    )
    running.add_argument("--jobs", type=int, default=1, help="processes; -1 is one a core (1)")
    running.add_argument("--data", help="folder of data sets, as tables; errors say which")
    running.add_argument("--openml", action="store_true", help="fetch what is missing from openml")
    running.add_argument("--skip-missing", action="store_true", help="leave out what is missing")
    running.set_defaults(do=_run)

    reporting = verbs.add_parser("report", help="write figures and tables of what was run")
    reporting.add_argument(
        "results",
        nargs="?",
        default=RESULTS,
        help=f"records: a folder, or a file such as docs/records/okabe.jsonl.xz ({RESULTS})",
    )
    reporting.add_argument(
        "--out", default="report.md", help="the report (report.md); figures go beside it"
    )
    reporting.add_argument("--keep", help="folder for the records in few bytes")
    reporting.set_defaults(do=_report)
    return parser


if __name__ == "__main__":
    sys.exit(main())
