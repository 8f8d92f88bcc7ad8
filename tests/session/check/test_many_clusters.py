"""A check of more clusters than a person can sort: nine cards, the others by name."""

import numpy as np
import pytest
from checking import Checker, Given, truth
from scipy.stats import chisquare

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement, Sorting
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative


def groups(n=1470, k=150, seed=0, spread=100.0):
    """Rows of k groups that are well apart."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    return rng.uniform(-spread, spread, (k, 5))[y] + rng.normal(size=(n, 5)), y


def session_of(labels, X, **more):
    return Session(X, Given(labels), "random", n_clusters=int(labels.max()) + 1, **more)


def with_wrong(y, share, seed=0):
    rng = np.random.default_rng(seed)
    return np.where(rng.random(len(y)) < share, rng.permutation(y), y)


def cut(y, classes):
    """Some classes are cut in two clusters."""
    halves = np.isin(y, classes) & (np.arange(len(y)) % 2 == 0)
    return np.where(halves, y.max() + 1 + y, y)


class Searcher(Checker):
    """Looks for a card by search where none of those shown fits; joins cards that are the same."""

    def __init__(self, check, y, joins=True):
        super().__init__(check, y)
        self.joins = joins

    def place(self):
        asked = self.check.question
        row = asked.point
        fits = [card for card in asked.representatives if self.y[card] == self.y[row]]
        if not fits:
            fits = [card for card in self.check.search() if self.y[card] == self.y[row]][:1]
        if len(fits) > 1 and self.joins:
            self.check.sort([fits])
        self.check.place(row, fits[0] if fits else None)


def test_nothing_is_sorted_and_a_row_is_placed_among_the_nearest_nine():
    X, y = groups()
    session = session_of(y, X)
    check = session.check()
    asked, checks = check.question, session._engine.state.checks
    assert isinstance(asked, Placement) and len(asked.representatives) == 9
    assert len(checks.cards) == len({*checks.classes}) == 150
    apart = {rows[0]: np.square(X[rows[0]] - X[asked.point]).sum() for rows in checks.cards}
    nearest = sorted(apart, key=apart.get)
    assert {*nearest[:8]} < {*asked.representatives}
    assert y[asked.point] in y[[*asked.representatives]]
    assert session.undo() == "check of 40 points"
    assert check.question is None and "session.check() begins one" in check.text
    session.check()
    assert check.question == asked


def test_twelve_clusters_are_sorted_and_thirteen_are_not():
    for k, kind in ((12, Sorting), (13, Placement)):
        X, y = groups(120, k)
        assert isinstance(session_of(y, X).check().question, kind)


def test_the_place_of_the_own_card_tells_nothing():
    X, y = groups(700, 150)
    far = (y + 75) % 150  # each row in a cluster that is not among the nearest
    check = session_of(far, X).check(270)
    places = []
    while check.question is not None and len(check.rows) < 270:
        asked = check.question
        own = [k for k, card in enumerate(asked.representatives) if far[card] == far[asked.point]]
        places += own
        check.place(asked.point, "unknown")
    assert len(places) == len(check.rows) == 270
    assert chisquare(np.bincount(places, minlength=9)).pvalue > 0.001


def test_a_card_is_found_by_the_name_of_its_cluster():
    X, y = groups(300, 30)
    session = session_of(y, X, texts=[f"about {'whales' if c == 5 else 'birds'}" for c in y])
    check = session.check()
    asked = check.question
    others = check.search()
    assert len(others) == 21 and not {*others} & {*asked.representatives}
    apart = [np.square(X[card] - X[asked.point]).sum() for card in others]
    assert apart == sorted(apart)
    names = [*others.values()]
    session.clusters.rename(names[3], "Émile")
    session.clusters.rename(names[9], "Family of Emile")
    session.clusters.rename(names[0], "Emilesons")
    found = check.search(" emile ")
    assert [*found.values()] == ["Émile", "Family of Emile", "Emilesons"]
    with pytest.raises(InputError, match="part of a cluster's name"):
        check.search(5)
    assert check.search("nobody") == {} and next(iter(check.search(names[5]))) in others
    by_text = [y[card] for card in check.search("whales")]
    shown = {y[card] for card in asked.representatives}
    assert by_text == ([] if 5 in shown else [5])
    card = next(iter(found))
    check.place(asked.point, card)
    assert session._engine.state.checks.looks[-1].said == card
    assert not check.result


def test_a_row_of_a_cluster_that_is_not_shown_is_placed_by_its_card_or_in_none():
    X, y = groups()
    labels = y.copy()
    session = session_of(labels, X)
    check = session.check()
    asked = check.question
    row, card = asked.point, [*check.search()][70]
    neither = next(
        each for each in range(len(X)) if each not in session._engine.state.checks.card_rows
    )
    with pytest.raises(InputError, match="is on no card"):
        check.place(row, neither if neither != row else neither + 1)
    check.place(row, card)
    judged = check._judged()
    assert judged.class_of(row) == card and row in check.again
    session.undo()
    check.place(row, None)
    assert check._judged().class_of(row) == row


def test_a_class_that_is_cut_lowers_the_figure_until_its_parts_are_said_to_be_the_same():
    X, y = groups(600, 30)
    labels = cut(y, range(10))
    session = session_of(labels, X)
    person = Searcher(session.check(), y, joins=False).all()
    before = person.check.result
    assert before.unsorted and before.in_place.value < 1.0 and before.same == ()
    assert "Each cluster counts as a class of its own unless" in person.check.text
    cards = [rows[0] for rows in session._engine.state.checks.cards]
    for called in range(10):
        person.check.sort([[card for card in cards if y[card] == called]])
    after = person.check.result
    assert after.in_place.value == 1.0 and len(after.same) == 10
    assert after.indices.precision.value == 1.0 >= before.indices.precision.value
    assert after.indices.recall.value < 1.0
    for _ in range(10):
        session.undo()
    assert person.check.result.in_place == before.in_place


def test_a_class_met_outside_of_all_clusters_may_be_that_of_a_card():
    X, y = groups(300, 20)
    session = session_of(y, X)
    check = session.check()
    one = check.question.point
    check.place(one, None)
    two = check.question.point
    check.place(two, None)
    cards = [rows[0] for rows in session._engine.state.checks.cards]
    own = next(card for card in cards if y[card] == y[one])
    with pytest.raises(InputError, match="are in no cluster of this check"):
        check.sort([[one, two, own]])
    with pytest.raises(InputError, match="is in two piles"):
        check.sort([[own, cards[0]], [own, cards[1]]])
    with pytest.raises(InputError, match="is on no card"):
        check.sort([[own, check.question.point]])
    n_steps = len(session._engine.timeline.states)
    check.sort()
    assert len(session._engine.timeline.states) == n_steps
    check.sort([[own, one]])
    judged = check._judged()
    assert judged.in_place[one] and not judged.in_place[two]


def test_clusters_that_come_later_are_things_of_their_own(path):
    X, y = groups(400, 40)
    session = session_of(y, X, path=path)
    person = Searcher(session.check(20), y).all()
    assert person.check.result.in_place.value == 1.0
    parts = cut(y, range(40))
    parts = np.unique(parts, return_inverse=True)[1]
    n_parts = int(parts.max()) + 1
    session.set_clusterer(Given(parts), n_clusters=n_parts)
    assert person.check.question is None or isinstance(person.check.question, Placement)
    lower = person.check.result.in_place
    assert lower.value < 1.0
    n_cards = len(session._engine.state.checks.cards)
    session.check(40)
    row = person.check.question.point
    fits = [c for c in person.check.question.representatives if parts[c] == parts[row]]
    person.check.place(row, fits[0])
    assert person.check._judged().in_place[row]
    assert n_cards < len(session._engine.state.checks.cards) <= n_parts
    figures = person.check.result
    session.undo()
    assert row not in person.check.rows
    assert session.undo() == "check of 40 points"
    session.redo()
    session.redo()
    session.close()
    again = Session(X, Given(parts), "random", n_clusters=n_parts, path=path)
    assert again.check().result.in_place == figures.in_place and row in again.check().rows
    again.set_clusterer(Given(y), n_clusters=40)
    assert again.check().result.in_place.value < 1.0  # a part is not known to be the same
    found = Searcher(again.check(), y).all().check.result
    assert found.in_place.value == 1.0 and found.n_samples == len(X)
    again.close()


def checked_in_parts():
    """A session whose 40 classes were cut in two when they were checked, and are whole now."""
    X, y = groups(400, 40)
    parts = np.unique(cut(y, range(40)), return_inverse=True)[1]
    session = session_of(parts, X)
    person = Searcher(session.check(40), y).all()
    session.set_clusterer(Given(y), n_clusters=40)
    return session, person, person.check._judged()


def test_the_cards_of_clusters_that_merge_are_drawn_like_other_rows():
    _, person, known = checked_in_parts()
    cards = [rows[0] for rows in known.checks.cards]
    assert len(known.dropped) > 9 and {*known.dropped} < {*cards}
    assert not known.settled[[*known.dropped]].any() and len(person.check.due) > 0
    found = person.all().check.result
    assert found.in_place.value == 1.0 and person.check.due == ()
    assert {*person.check.rows} & {*known.dropped}


def test_cards_of_clusters_that_are_gone_are_joined_with_nothing():
    session, person, known = checked_in_parts()
    gone = min(set(known.dropped) - set(known.looks))
    left = min(set(known.in_use.card_rows) - set(known.dropped))
    before = session._engine.state.checks
    for pile in ([left, gone], [gone, left]):
        with pytest.raises(InputError, match=f"row {gone} is on no card of this check"):
            person.check.sort([pile])
    assert session._engine.state.checks is before


def test_where_clusters_merge_the_new_one_stands_for_one_of_them():
    X, y = groups(400, 40)
    session = session_of(y, X)
    person = Searcher(session.check(60), y).all()
    merged = np.unique(np.where(y % 4 == 1, y - 1, y), return_inverse=True)[1]
    session.set_clusterer(Given(merged), n_clusters=30)
    found = person.check.result
    assert not isinstance(person.check.question, Sorting)
    assert {*y[found.wrong] % 4} == {1} and found.in_place.value < 1.0
    session.set_clusterer(Given(y % 3), n_clusters=3)  # more cards than can be sorted beside three
    assert not isinstance(person.check.question, Sorting)
    assert person.check.result.in_place.value < 0.5


def test_a_row_that_nobody_could_tell_shows_no_cluster():
    X, y = groups(200, 20)
    session = session_of(y, X)
    check = session.check()
    row = check.question.point
    check.place(row, "unknown")
    parts = np.where(np.arange(len(y)) == row, 20, y)
    parts[np.flatnonzero((y == y[row]) & (np.arange(len(y)) != row))[:2]] = 20
    session.set_clusterer(Given(parts), n_clusters=21)
    (card, *_), *_ = [rows for rows in check._judged().checks.cards if parts[rows[0]] == 20]
    assert card != row


def covered(session_at, y, n_draws, **more):
    """Of how many checks by true classes the interval holds what is true."""
    held = []
    for seed in range(n_draws):
        session = session_at(seed)
        person = Searcher(session.check(), y, **more).all()
        found = person.check.result.in_place
        held.append(found.low <= truth(session, person).mean() <= found.high)
    return float(np.mean(held))


def test_forty_checks_of_150_groups_hold_the_truth():
    X, y = groups()
    labels = with_wrong(y, 0.15)
    assert covered(lambda seed: session_of(labels, X, random_state=seed), y, 25) >= 0.88


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["right", "wrong", "poor", "cut"])
def test_forty_checks_of_150_groups_hold_the_truth_in_a_hundred_draws(record_property, kind):
    X, y = groups(spread=30.0 if kind == "right" else 100.0)
    model = NeighbourGraphAgglomerative()
    labels = {
        "right": lambda: model.fit(X).labels_,
        "wrong": lambda: with_wrong(y, 0.15),
        "poor": lambda: with_wrong(y, 0.4),
        "cut": lambda: np.unique(cut(with_wrong(y, 0.1), range(15)), return_inverse=True)[1],
    }[kind]()
    share = covered(lambda seed: session_of(labels, X, random_state=seed), y, 100)
    record_property("measured", f"150 groups, {kind}: interval holds the truth in {share:.2f}")
    assert share >= 0.92


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["merged", "cut", "moved"])
def test_the_truth_is_held_after_the_clustering_has_changed_and_a_second_look(kind):
    X, y = groups()
    wrong = with_wrong(y, 0.15)
    parts = np.unique(cut(wrong, range(60)), return_inverse=True)[1]
    moved = np.where(np.random.default_rng(5).random(len(y)) < 0.1, y, wrong)
    before, after = {"merged": (parts, wrong), "cut": (wrong, parts), "moved": (wrong, moved)}[kind]
    held = []
    for seed in range(40):
        session = session_of(before, X, random_state=seed, y_true=y)
        person = Searcher(session.check(), y).all()
        session.set_clusterer(Given(after), n_clusters=int(after.max()) + 1)
        found = person.all().check.result
        held.append(found.in_place.low <= found.true_share <= found.in_place.high)
    assert np.mean(held) >= 0.9
