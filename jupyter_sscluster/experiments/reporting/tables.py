"""What a report says of claims and of runs, as lines of Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.experiments.judging.claim import Claim, Judgement
from jupyter_sscluster.experiments.judging.contrasts import Finding
from jupyter_sscluster.experiments.protocol_design import Protocol


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table of Markdown; bars in cells are written as such."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def summary(claims: Iterable[Claim], judged: dict[str, Judgement]) -> Iterator[str]:
    """Claims, with the verdict of those that there are records of."""
    rows = []
    for claim in claims:
        found = judged.get(claim.name)
        verdict = _verdict(found) if found else "not run"
        counts = [found.kept, found.by_ranks] if found else ["–", "–"]
        rows.append([claim.name, claim.printed, verdict, *counts])
    yield from table(["claim", "as printed", "verdict", "parts that hold", "by signed ranks"], rows)


def parts(judgement: Judgement) -> Iterator[str]:
    """What was found of each part of a claim."""
    claim = judgement.claim
    missing = f" Parts that were not run: {judgement.missing}." if judgement.missing else ""
    remark = f" {claim.remark}" if claim.remark else ""
    verdict = f"**{claim.name}: {_verdict(judgement)}** ({judgement.kept})."
    yield f"{verdict} *{claim.printed}.*{remark}{missing}\n"
    head = ["part", "found", "difference, 95 %", "p", "Holm", "signed rank", "d", "verdict"]
    yield from table(head, (_row(found) for found in judgement.findings))
    yield ""
    if judgement.verdict == "fails" or (judgement.verdict == "undecided" and claim.why):
        yield explained(judgement)


def explained(judgement: Judgement) -> str:
    """A paragraph on a claim that fails, or is undecided and something is known about it."""
    if judgement.verdict == "undecided":
        return f"{judgement.claim.name} is undecided. {judgement.claim.why}\n"
    against = [found for found in judgement.findings if found.verdict == "fails"]
    said = "; ".join(
        f"{found.label}: {found.first:.3f} against {found.second:.3f}, {found.interval}"
        for found in against
    )
    why = judgement.claim.why or "The reason is not known."
    return f"{judgement.claim.name} fails in {said}. {why}\n"


def how_run(protocol: Protocol, records: Sequence[Record]) -> Iterator[str]:
    """Sets, repeats and time of what was run, fits that failed, clusters other than wanted."""
    runs = {(r["data"], r["method"].partition(" (")[0], r["repeat"], r["fold"]) for r in records}
    repeats = {
        name: _n_repeats(records, name) for name in dict.fromkeys(r["data"] for r in records)
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


def clusters(records: Sequence[Record], wanted: dict[str, int]) -> Iterator[str]:
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


def _row(found: Finding) -> list[str]:
    return [
        found.label,
        f"{found.first:.3f} / {found.second:.3f}",
        str(found.interval),
        f"{found.p:.2g}",
        f"{found.holm:.2g}",
        f"{found.signed_rank:.2g}",
        f"{min(max(found.d, -99.0), 99.0):+.2f}",
        found.verdict,
    ]


def _verdict(judgement: Judgement) -> str:
    repeats = [found.repeats for found in judgement.findings]
    low, high = min(repeats), max(repeats)
    count = str(low) if low == high else f"{low} to {high}"
    return f"{judgement.verdict}, {count} repeat{'' if count == '1' else 's'}"


def _n_repeats(records: Sequence[Record], name: str) -> int:
    return len({record["repeat"] for record in records if record["data"] == name})


def _time(records: Sequence[Record]) -> str:
    spent = sum(record.get("seconds") or 0.0 for record in records)
    asking = {
        (r["data"], r["method"], r["repeat"], r["fold"]): r.get("asking_seconds") or 0.0
        for r in records
    }
    spent += sum(asking.values())
    return f"{spent:.0f} s" if spent < 120 else f"{spent / 60:.0f} min"
