"""Bad values for every argument of every public callable end in a sentence of the package's own."""

import inspect
import linecache
import signal
import warnings
from collections import Counter
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from table import CLUSTERERS, STRATEGIES
from true_pairs import data, knowledge

import jupyter_sscluster
from jupyter_sscluster import (
    Constraints,
    Session,
    active,
    datasets,
    export,
    metrics,
    projections,
    read_pairs,
    seeding,
)
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import estimate_n_clusters

PACKAGE = str(Path(jupyter_sscluster.__file__).parent)
MOST = 500
CLEAR = ("sklearn/utils/validation.py", "traitlets/traitlets.py")
"""Where others raise sentences of their own for bad input."""
X, Y, _ = data(0, n=24)
KNOWN = Constraints.from_labels(Y, 6, random_state=0)


class Odd:
    """An object of a class that nobody knows."""


BAD = [
    *(
        None,
        True,
        np.True_,
        "text",
        "",
        "__proto__",
        "\ud800",
        b"bytes",
        -1,
        0,
        1,
        10**30,
        -(10**30),
    ),
    *(
        2.5,
        float("nan"),
        float("inf"),
        -float("inf"),
        1e160,
        1e-320,
        1j,
        Decimal(2),
        Fraction(1, 2),
    ),
    *(
        np.uint8(2),
        np.uint64(2**63),
        np.int64(-1),
        np.float16(2),
        np.array(2),
        np.array([2]),
        pd.NA,
    ),
    *(np.datetime64("NaT"), np.datetime64("2020-01-01"), np.timedelta64(3), pd.NaT),
    *(
        [],
        (),
        {},
        set(),
        [None],
        [0, 0],
        [(0, 1, 2)],
        [(0, 10**30)],
        [(0.5, 1)],
        [("a", "b")],
        [[]],
    ),
    *({"a": 1}, {0: 1}, range(3), iter([1, 2]), Odd(), Odd, len, lambda *a, **k: None),
    np.array([[1.0, np.nan]]),
    np.full((24, 3), 1e200),
    np.zeros((24, 3), dtype=complex),
    np.ma.masked_array(X, X > X.mean()),
    np.ma.masked_array(Y, Y > 0),
    np.full(24, "2020-01-01", dtype="datetime64[D]"),
    np.full((24, 3), "NaT", dtype="datetime64[ns]"),
    np.array([[0, 1]], dtype=np.uint8),
    np.ma.masked_array([[0, 1], [2, 3]], [[0, 0], [0, 1]]),
    np.array([Odd()] * 24, dtype=object),
    np.array([["a", "b", "c"]] * 24),
    np.zeros((24, 3, 2)),
    np.zeros((0, 3)),
    pd.DataFrame({"a": ["x"] * 24}),
    pd.Series([pd.NaT] * 24),
]


class Outcomes:
    """How calls ended, by place."""

    def __init__(self):
        self.calls, self.foreign, self.hung = 0, Counter(), Counter()
        self.examples, self.half_done = {}, []

    def of(self, label, call, argument, value):
        """Call with one argument replaced; what comes may be refused or may work."""
        self.calls += 1
        try:
            with at_most(4), warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                call(**{argument: value})
        except HalfDone as found:
            self.half_done.append(str(found))
        except Hung:
            self.hung[f"{label}({argument}=)"] += 1
        except Exception as error:
            place = foreign_place(error)
            if place:
                self.foreign[place] += 1
                self.examples.setdefault(place, (label, argument, value, error))


class HalfDone(BaseException):
    """A refused call has changed a session."""


class Hung(BaseException):
    """A call took too long."""


@contextmanager
def at_most(seconds):
    def stop(*_):
        raise Hung

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def foreign_place(error):
    """Where the package let an error of others through; None where a sentence was raised."""
    if isinstance(error, InputError):
        return None
    frames, trace = [], error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    ours = [frame for frame in frames if frame[0].startswith(PACKAGE)]
    if not ours:
        return None  # the arguments did not fit: Python's own sentence
    file, line = frames[-1]
    if file.endswith(CLEAR) or (file.startswith(PACKAGE) and raises(file, line)):
        return None
    file, line = ours[-1]
    return f"{file[len(PACKAGE) + 1 :]}:{line}"


def raises(file, line):
    return any(
        "raise " in linecache.getline(file, each) for each in range(max(1, line - 3), line + 1)
    )


def arguments_of(call):
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = inspect.signature(call).parameters.values()
    return [each.name for each in parameters if each.kind in kinds and each.name != "self"]


VALID = {
    "X": X,
    "Z": X[:, :2],
    "labels": Y,
    "labels_true": Y,
    "labels_pred": Y,
    "y": Y,
    "y_true": Y,
    "y_pred": Y,
    "constraints": KNOWN,
    "n_clusters": 3,
    "n_samples": 24,
    "n_pairs": 5,
    "must": [(0, 1)],
    "cannot": [(0, 2)],
    "random_state": 0,
}


def calls_of_functions():
    for module in (metrics, seeding, projections, export, datasets):
        for name in module.__all__:
            function = getattr(module, name)
            if not inspect.isfunction(function) or name in (
                "load",
                "write_replay_page",
                "replay_page",
            ):
                continue
            names = arguments_of(function)
            given = {each: VALID[each] for each in names if each in VALID}
            yield f"{module.__name__.rpartition('.')[2]}.{name}", partial(function, **given), names
    yield (
        "estimate_n_clusters",
        partial(estimate_n_clusters, X=X),
        ["X", "constraints", "random_state"],
    )
    yield "read_pairs", read_pairs, arguments_of(read_pairs)
    yield "Constraints", partial(Constraints, 24), arguments_of(Constraints)
    for name in ("from_labels", "from_partial_labels"):
        maker = getattr(Constraints, name, None)
        if maker is not None:
            given = {each: VALID[each] for each in arguments_of(maker) if each in VALID}
            yield f"Constraints.{name}", partial(maker, **given), arguments_of(maker)
    for name, method in inspect.getmembers(KNOWN, inspect.ismethod):
        if not name.startswith("_") and name not in ("save",):
            yield f"Constraints.{name}", method, arguments_of(method)


def calls_of_estimators():
    for row in CLUSTERERS:

        def made(row=row, **params):
            return row.make(**{"n_clusters": 3, **params}).fit(X, **knowledge(row, Y, 0, 6))

        yield row.title, made, arguments_of(row.cls)
        model = row.make(n_clusters=3)
        yield (
            f"{row.title}.fit",
            partial(model.fit, X=X),
            [*arguments_of(model.fit), "must", "cannot"],
        )
        fitted = made()
        for name in ("predict", "predict_proba", "score", "suspicious", "wrong_without_each"):
            method = getattr(fitted, name, None)
            if method is not None:
                given = {each: VALID[each] for each in arguments_of(method) if each in ("X",)}
                yield f"{row.title}.{name}", partial(method, **given), arguments_of(method)
    for row in STRATEGIES:

        def asked(row=row, **params):
            session = Session(X, "pckmeans", row.make(**params), n_clusters=3, annotators="a")
            session.propose()

        yield row.title, asked, arguments_of(row.cls)
    for name in (
        "NoisyOracle",
        "AbstainingOracle",
        "BudgetedOracle",
        "RecordedOracle",
        "CallableOracle",
    ):
        cls = getattr(active, name)
        given = {"oracle": active.Oracle(Y), "labels": Y, "rate": 0.1, "budget": 3, "function": len}
        names = arguments_of(cls)
        yield name, partial(cls, **{k: v for k, v in given.items() if k in names}), names


def session():
    made = Session(X, "pckmeans", "npu", n_clusters=3, names=[f"row {i}" for i in range(24)])
    made.answer(0, 1, "must")
    made.answer(0, 2, "cannot")
    return made


def calls_of_sessions():
    """Every public method of a session and of its objects, each call on a session of its own."""
    yield "Session", partial(Session, X, n_clusters=3), arguments_of(Session)
    one = session()
    parts = [""] + [
        name
        for name in dir(type(one))
        if not name.startswith("_")
        and type(getattr(one, name, None)).__module__.startswith("jupyter_sscluster.session")
    ]
    for part in parts:
        whole = getattr(one, part) if part else one
        for name in dir(type(whole)):
            if name.startswith("_") or name in ("save", "load", "close"):
                continue
            if not inspect.isroutine(getattr(type(whole), name)):
                continue
            method = getattr(whole, name)
            names = arguments_of(method)

            def act(part=part, name=name, names=names, **given):
                mine = session()
                before = state(mine)
                fill = {
                    "row": 3,
                    "i": 3,
                    "j": 4,
                    "kind": "must",
                    "rows": [3, 4],
                    "cluster": 0,
                    "into": 1,
                    "clusters": [0, 1],
                    "name": "a",
                    "n_clusters": 4,
                    "number": 1,
                }
                wanted = {n: fill[n] for n in names if n in fill and n not in given}
                try:
                    getattr(getattr(mine, part) if part else mine, name)(**wanted, **given)
                except Exception as error:
                    if state(mine) != before:
                        raise HalfDone(f"{part}.{name}({given!r:.80}): {error!r:.100}") from error
                    raise

            if names:
                yield f"Session.{part}.{name}".replace("..", "."), act, names


def state(one):
    return (
        one.labels.tobytes(),
        one.answers,
        one.n_clusters,
        one.constraints,
        len(one.history.events),
    )


def counted(calls):
    outcomes = Outcomes()
    for label, call, names in calls:
        for argument in names:
            for value in BAD:
                outcomes.of(label, call, argument, value)
    return outcomes


@pytest.mark.thorough
@pytest.mark.parametrize("calls", [calls_of_functions, calls_of_estimators, calls_of_sessions])
def test_bad_values_end_in_sentences_of_ours(calls, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some of the bad values are taken for names of files
    outcomes = counted(calls())
    with capsys.disabled():
        total = sum(outcomes.foreign.values())
        print(
            f"\n{calls.__name__}: {outcomes.calls} bad calls, {total} foreign errors "
            f"from {len(outcomes.foreign)} places, {sum(outcomes.hung.values())} too slow"
        )
        for place, number in outcomes.foreign.most_common(70):
            label, argument, value, error = outcomes.examples[place]
            print(
                f"  {number:5} {place} {label}({argument}={value!r:.40})",
                f"{type(error).__name__}: {error!s:.70}",
            )
        print(outcomes.hung, *outcomes.half_done, sep="\n")
    assert sum(outcomes.foreign.values()) < MOST / 3
    assert not outcomes.hung
    assert not outcomes.half_done
