"""Which claims of the studies survive."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from jupyter_sscluster.datasets.study_data_sets import SETS
from jupyter_sscluster.experiments.coerce_input import as_records
from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.experiments.value_of_the_set import of_each_value, of_the_set
from studies.claim import Claim, Judgement, judge
from studies.printed_claims import CLAIMS

__all__ = ["claims", "Claim", "Judgement"]

VALUED = "svehla-weights"
"""A protocol that has claims about values of a grid."""


def claims(records: Iterable[Record], printed: Iterable[Claim] | None = None) -> list[Judgement]:
    """What records say of the claims that are about their protocols.

    A claim is a number of contrasts, such as one method above another on one set. Each has a
    difference over paired folds, with its interval by the corrected resampled t, the signed rank
    test of what is said over repeats, and effect sizes, and holds where the one-sided p of what it
    says is below .05. A claim holds where enough of them do, fails where too many fail for that,
    and is undecided otherwise. Where some are enough, p are adjusted by Holm's rule.

    Parameters
    ----------
    records : records of `run`, or a DataFrame of them
        Of one protocol or of several.
    printed : iterable of Claim, optional
        Claims of your own; by default those of the studies.

    Returns
    -------
    list of Judgement
        Those that there are records of: `claim` (with `name` and `printed`), `findings`, `verdict`.

    >>> row = dict(protocol="svehla-labels", kind="both", fold=0, data="iris", level=0.0)
    >>> scores = {"k-means": 0.6, "Seeded": 0.5}
    >>> runs = [
    ...     {**row, "method": method, "repeat": repeat, "ari_holdout": score + repeat / 100}
    ...     for method, score in scores.items()
    ...     for repeat in range(3)
    ... ]
    >>> found = {each.claim.name: each for each in claims(runs)}
    >>> found["S1, without labels"].findings[0].verdict, found["S1, without labels"].verdict
    ('holds', 'undecided')
    """
    by_protocol = defaultdict[str, list[Record]](list)
    for record in as_records(records):
        ended = {"ended": float(not record.get("failed"))}
        by_protocol[record["protocol"]].append(with_mean_weights(record) | ended)
    for kept in by_protocol.values():
        kept += of_the_set(kept)
    if VALUED in by_protocol:
        by_protocol[VALUED] += of_each_value(by_protocol[VALUED])
    judged = (judge(claim, by_protocol) for claim in (CLAIMS if printed is None else printed))
    return [each for each in judged if each.findings]


def with_mean_weights(record: Record) -> Record:
    """A record with the mean weights of noise and of the other features, where it has weights.

    >>> found = with_mean_weights({"data": "brodinova 5+5", "weights": [1.0] * 5 + [0.5] * 5})
    >>> found["mean_of_noise"], found["mean_of_features"]
    (0.5, 1.0)
    """
    weights, known = record.get("weights"), SETS.get(record["data"])
    if not weights or known is None or not known.noise:
        return record
    noise = [weights[place] for place in known.noise]
    others = [weight for place, weight in enumerate(weights) if place not in known.noise]
    return {
        **record,
        "mean_of_noise": sum(noise) / len(noise),
        "mean_of_features": sum(others) / len(others),
    }
