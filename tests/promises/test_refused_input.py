"""Values that were once taken for others: masked, dates, narrow or huge numbers."""

import numpy as np
import pandas as pd
import pytest
from table import CLUSTERERS
from true_pairs import data, knowledge

from jupyter_sscluster import Constraints, Session, export, metrics
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.active import Oracle
from jupyter_sscluster.cluster import PCCC, BeliefClustering, KMeans
from jupyter_sscluster.session import spanning_links

X, Y, _ = data(0, n=24)
KNOWN = Constraints.from_labels(Y, 6, random_state=0)
MASKED = np.ma.masked_array(Y, Y == 0)
DATES = np.full((24, 3), "NaT", dtype="datetime64[ns]")
REFUSED = {
    "masked labels": lambda: Constraints.from_labels(MASKED, 5),
    "masked partial labels": lambda: Constraints.from_partial_labels(MASKED),
    "masked pairs": lambda: Constraints(24, np.ma.masked_array([[0, 1], [2, 3]], [[0, 0], [0, 1]])),
    "masked weights": lambda: Constraints(
        24, [(0, 1)], must_weights=np.ma.masked_array([2.0], [1])
    ),
    "masked true labels": lambda: Session(X, n_clusters=3, y_true=MASKED),
    "masked rows": lambda: metrics.silhouettes(X, Y, rows=np.ma.masked_array([0, 1, 9], [0, 0, 1])),
    "masked labels of a metric": lambda: metrics.adjusted_rand(MASKED, Y),
    "masked group": lambda: spanning_links(KNOWN, np.ma.masked_array([3, 4, 5], [0, 1, 0])),
    "masked weights of rows": lambda: KMeans(3).fit(
        X, sample_weight=np.ma.masked_array(Y + 1, Y > 0)
    ),
    "dates": lambda: KMeans(3).fit(DATES),
    "dates in a session": lambda: Session(DATES, n_clusters=3),
    "durations": lambda: KMeans(3).fit(np.ones((24, 3), dtype="timedelta64[s]")),
    "a duration as a count": lambda: KMeans(np.timedelta64(3)).fit(X),
    "a duration as a seed": lambda: KMeans(3, random_state=np.timedelta64(3)).fit(X),
    "a huge count": lambda: KMeans(3, n_init=10**30).fit(X),
    "a huge number": lambda: KMeans(3, tol=10**400).fit(X),
    "prediction beyond all squares": lambda: KMeans(3).fit(X).predict(np.full((1, 3), 1e160)),
    "no session": lambda: export.constraints_csv(None),
}


@pytest.mark.parametrize("act", REFUSED.values(), ids=REFUSED)
def test_what_was_taken_for_something_else_is_refused(act):
    with pytest.raises(InputError) as refused:
        act()
    assert type(refused.value).__module__.startswith("jupyter_sscluster")


def test_a_huge_count_is_refused_with_the_bound():
    with pytest.raises(
        InputError, match="n_init=1000000000000000000000 must .* at most 2147483647"
    ):
        KMeans(3, n_init=10**21).fit(X)


def test_of_the_bound_only_those_are_told_who_break_it():
    def said(act):
        with pytest.raises(InputError) as refused:
            act()
        return str(refused.value).partition(";")[0]

    huge = 2**40
    assert said(lambda: check_count(huge, "row", 0, 5)) == (
        f"row={huge} must be an integer from 0 to 5"
    )
    assert said(lambda: BeliefClustering(3, keep_stated=huge).fit(X)) == (
        f"BeliefClustering: keep_stated={huge} must be True or False"
    )
    assert "2147483647" not in said(lambda: KMeans(3, n_init=-huge).fit(X))
    told = said(lambda: PCCC(3, min_size=huge).fit(X))
    assert "must be None, or an integer >= 1 and at most 2147483647, or a number" in told


DAYS = np.where(Y > 0, "2020-01-01", "2021-01-01").astype("datetime64[D]")
KINDS_OF_DATES = {
    "days": DAYS,
    "moments": DAYS.astype("datetime64[ns]"),
    "durations": DAYS - DAYS[0],
    "pandas": pd.Series(DAYS.astype("datetime64[ns]")),
    "pandas with zone": pd.Series(DAYS.astype("datetime64[ns]")).dt.tz_localize("UTC"),
    "list": DAYS.tolist(),
}


@pytest.mark.parametrize("dates", KINDS_OF_DATES.values(), ids=KINDS_OF_DATES)
def test_class_labels_may_be_dates(dates):
    classes = (Y > 0).astype(int)
    assert metrics.adjusted_rand(dates, classes) == 1.0
    assert Session(X, n_clusters=2, y_true=dates).history.current_fit.score is not None
    oracle = Oracle(dates, None)
    for row in range(1, 24):
        assert oracle.query(0, row) == ("must" if classes[0] == classes[row] else "cannot")
    known = Constraints.from_labels(dates, 8, random_state=0)
    assert known == Constraints.from_labels(classes, 8, random_state=0)


@pytest.mark.parametrize("kind", ["datetime64[ns]", "timedelta64[ns]"])
def test_the_way_out_of_dates_as_numbers_works(kind):
    for dates in (np.arange(1, 25).astype(kind), pd.Series(np.arange(1, 25).astype(kind))):
        with pytest.raises(InputError) as refused:
            KMeans(3).fit(X, sample_weight=dates)
        assert 'sample_weight.astype("int64")' in str(refused.value)
        KMeans(3).fit(X, sample_weight=dates.astype("int64"))


def test_a_missing_date_is_no_class():
    dates = DAYS.copy()
    dates[3] = "NaT"
    with pytest.raises(InputError, match="row 3"):
        metrics.adjusted_rand(dates, Y)
    for given in (dates, pd.Series(dates.astype("datetime64[ns]")).dt.tz_localize("UTC")):
        with pytest.raises(InputError, match="y_true has no label in row 3"):
            Session(X, n_clusters=2, y_true=given)
    assert Oracle(dates).query(3, 4) == "unknown"


@pytest.mark.parametrize("row", CLUSTERERS, ids=lambda row: row.name)
def test_counts_of_any_width_mean_the_same(row):
    known = knowledge(row, Y, 0, 6)
    plain = row.make(n_clusters=3, random_state=0).fit(X, **known).labels_
    for kind in (np.uint8, np.int8, np.uint64):
        made = row.make(n_clusters=kind(3), random_state=kind(0)).fit(X, **known)
        np.testing.assert_array_equal(made.labels_, plain)
        assert not row.counts or type(made.n_clusters) is int
