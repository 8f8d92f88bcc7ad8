"""Scores of every value of a grid, and of one for all folds of a set, as studies choose it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from jupyter_sscluster.experiments.coerce_input import as_records
from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.experiments.protocol_design import CHOSEN
from jupyter_sscluster.experiments.record_files import PLACE
from jupyter_sscluster.experiments.studies import PROTOCOLS

OF_THE_SET = "of the set"
TUNED = f" ({CHOSEN[0]})"


def of_the_set(records: Iterable[Record]) -> list[Record]:
    """What a method with a grid scores with one value for all folds of a data set.

    Parameters
    ----------
    records : records of `run`, or a DataFrame of them
        Those of methods "… (tuned)" tell what every value scored on the test rows (`tried`).

    Returns
    -------
    list of dict
        One record "… (of the set)" for each of them that has `tried`, with the score of the value
        whose mean over folds, repeats, kinds and levels of the set is highest; `place` of that
        value in the grid. Folds in which a value failed count for the others alone.

    >>> row = dict(protocol="mine", data="iris", method="PCSK (tuned)", kind="both", level=1.0)
    >>> runs = [
    ...     {**row, "repeat": 0, "fold": fold, "tried": {"f_holdout": tried}}
    ...     for fold, tried in enumerate([[0.8, 0.5], [0.4, 0.6]])
    ... ]
    >>> [(each["method"], each["place"], each["f_holdout"]) for each in of_the_set(runs)]
    [('PCSK (of the set)', 0, 0.8), ('PCSK (of the set)', 0, 0.4)]
    """
    by_method = defaultdict[tuple[str, str, str], list[Record]](list)
    for record in as_records(records):
        if record.get("tried") and record["method"].endswith(TUNED):
            by_method[record["protocol"], record["data"], record["method"]].append(record)
    found = list[Record]()
    for of_method in by_method.values():
        place = _best([scores for record in of_method for scores in record["tried"].values()])
        found += [_record(record, place) for record in of_method]
    return found


def of_each_value(records: Iterable[Record]) -> list[Record]:
    """What a method of a study scores with each value of its grid: what curves by value are of.

    Parameters
    ----------
    records : records of `run`, or a DataFrame of them
        Those of methods "… (tuned)" tell what every value scored (`tried`); their protocol, which
        must be a study's, tells the values.

    Returns
    -------
    list of dict
        For each of them that has `tried`, a record for each value, as in "PCK (0.1)", with its
        score.

    >>> row = dict(protocol="svehla-weights", data="iris", kind="both", level=100.0, fold=0)
    >>> tried = {"ari_holdout": [0.1, 0.2, 0.3, 0.2, 0.1]}
    >>> found = of_each_value([{**row, "repeat": 0, "method": "PCK (tuned)", "tried": tried}])
    >>> [(each["method"], each["ari_holdout"]) for each in found][:2]
    [('PCK (0.001)', 0.1), ('PCK (0.01)', 0.2)]
    """
    found = list[Record]()
    for record in as_records(records):
        if record.get("tried") and record["method"].endswith(TUNED):
            name = record["method"].removesuffix(TUNED)
            kept = {field: record[field] for field in PLACE}
            [(field, scores)] = record["tried"].items()
            names = names_of_values(record["protocol"], name)
            found += [
                {**kept, "method": each, field: score}
                for each, score in zip(names, scores, strict=True)
            ]
    return found


def names_of_values(protocol: str, method: str) -> list[str]:
    """What records of `of_each_value` call a method of a study with each value of its grid."""
    [grid] = [each.grid for each in PROTOCOLS[protocol].methods if each.name == method]
    return [f"{method} ({value})" for value in (grid[1] if grid else ())]


def _best(tried: list[list[float | None]]) -> int:
    """The place of the value with the highest mean; the first of several."""
    means = []
    for scores in zip(*tried, strict=True):
        known = [score for score in scores if score is not None]
        means.append(sum(known) / len(known) if known else float("-inf"))
    return means.index(max(means))


def _record(record: Record, place: int) -> Record:
    kept = {name: record[name] for name in PLACE}
    method = record["method"].removesuffix(TUNED) + f" ({OF_THE_SET})"
    [(field, scores)] = record["tried"].items()
    return {**kept, "method": method, "place": place, field: scores[place]}
