"""The forms: every parameter of the catalogue in words, and every field of use."""

import re
import warnings
from itertools import pairwise

import numpy as np
import pytest

from jupyter_sscluster import _catalogue
from jupyter_sscluster._validation import Anything, Choice, Either, Int, Nullable, Real
from jupyter_sscluster.cluster import PCCC, GPKMeans, PCKMeans
from jupyter_sscluster.widget.core import parameter_text as words
from jupyter_sscluster.widget.core.forms import form, parsed

CLASSES = {**_catalogue.clusterers(), **_catalogue.strategies()}
PYTHON = re.compile(r"\w_\w|None|True|False|>=|<=|`|\w=\w|anything")


@pytest.mark.parametrize("name", CLASSES)
def test_every_field_is_named_and_explained_in_words(name):
    labels = []
    for field in form(CLASSES[name]()):
        labels.append(field["label"])
        assert not PYTHON.search(field["label"]), field
        assert field["help"].endswith(".")
        assert len(field["help"]) < 300, "seven lines under the form"
        for shown in field.get("option_names", ()):
            assert not PYTHON.search(shown), field
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", CLASSES)
def test_every_value_that_a_field_offers_is_one_that_the_class_takes(name):
    made = CLASSES[name]()
    for field in form(made):
        rule = made.parameter_ranges[field["name"]]
        offered = {"choice": field.get("options"), "flag": [True, False]}.get(field["type"], [])
        assert all(rule.check(value) for value in [*offered, field["value"]]), field
        assert len(field.get("option_names", ())) == len(field.get("options", ()))
        if field.get("nullable"):
            assert rule.check(None)


def test_help_is_what_the_class_says_in_the_names_of_the_form():
    fields = {field["name"]: field["help"] for field in form(PCKMeans())}
    assert fields["init"].startswith("How the first centres are chosen. Random, k-means++,")
    assert "and k-means++ for the other starts" in fields["n_init"]
    assert fields["max_iter"].endswith("A whole number, 1 or more.")

    class Own(PCKMeans):
        """No word about parameters."""

    assert {field["name"]: field["help"] for field in form(Own())} == fields


def test_numbers_typed_into_a_text_field_arrive_as_numbers():
    assert parsed(PCCC(), "min_size", "20") == 20
    assert parsed(PCCC(), "min_size", "0.2") == 0.2
    assert parsed(PCCC(), "min_size", "") is None
    assert parsed(PCKMeans(), "constraint_weight", " 2 ") == 2


def test_what_a_page_cannot_hold_is_named():
    fields = {field["name"]: field for field in form(GPKMeans(init=np.zeros((8, 4))))}
    assert "base" not in fields
    assert fields["init"]["value"] == "array, 8 × 4"
    assert fields["init"]["options"][-1] == fields["init"]["option_names"][-1] == "array, 8 × 4"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (Int(), "a whole number"),
        (Int(1), "a whole number, 1 or more"),
        (Int(1, 9), "a whole number from 1 to 9"),
        (Int(None, 9), "a whole number up to 9"),
        (Real(0.0), "a number, 0 or more"),
        (Real(0, low_open=True), "a number above 0"),
        (Real(0, 1, low_open=True), "a number above 0 and at most 1"),
        (Real(0.0, 1e9), "a number from 0 to 1 × 10⁹"),
        (Choice("auto"), "auto"),
        (Choice("a", "b_c", "kmeans_plusplus"), "a, b c or k-means++"),
        (Nullable(Int(0)), "a whole number, 0 or more, or empty"),
        (Either(Choice("auto"), Anything()), "auto"),
        (Either(Real(0), Choice("auto")), "a number, 0 or more, or auto"),
    ],
)
def test_rules_in_words(rule, text):
    assert words.allowed(rule) == text


def test_sentences_speak_of_what_is_on_the_screen():
    text = 'PCKMeans: max_iter=0 must be 1; use n_clusters >= 4, set init="dkm" or soft=True'
    told = words.on_screen(text, PCKMeans, PCCC)
    assert told == (
        "PCK-means: Max. iterations = 0 must be 1; use K ≥ 4, set Seeding = DKM or "
        "All pairs soft = on"
    )
    assert words.on_screen("rows 3 and 5, tol and init") == "rows 3 and 5, tol and init"
    assert words.step("random_state = 3, 4 clusters") == "Random state = 3, 4 clusters"
    assert words.step("answer 3: soft = 1 – b, must-link") == "answer 3: soft = 1 – b, must-link"


# --------------------------------------------------------------------------- in the widget


def test_the_strategy_has_a_form_of_its_own(page):
    page.send("set", what="strategy", value="npu")
    page.send("suggest")
    assert page.settled()["question"]
    page.send("set", what="strategy_param", name="diversity", value=0.5)
    state = page.settled()
    assert page.explorer.session.strategy.diversity == 0.5
    assert state["undo_label"] == "Diversity = 0.5"
    fields = {field["name"]: field for field in state["settings"]["strategy_params"]}
    assert fields["diversity"]["value"] == 0.5
    assert {"clusterer", "n_clusters", "random_state"}.isdisjoint(fields)
    page.send("undo")
    assert page.explorer.session.strategy.diversity == 1


def test_a_dead_end_is_shown_told_and_put_away(explore):
    page = explore(clusterer="constrainedagglomerative")
    corners = (0, 30, 60, 90, 120)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        page.explorer.session.answer_many(
            [(i, j) for i in corners for j in corners if i < j], "cannot"
        )
        state = page.settled()
    assert [cluster["name"] for cluster in state["clusters"]][-1] == "Cluster 5"
    assert state["settings"]["n_clusters"] == 3
    assert state["error"].startswith("3 clusters cannot keep 5 points apart:")
    assert state["error"].endswith("Constrained agglomerative found 5 clusters.")
    assert page.send("dismiss_error")["error"] is None
    page.send("select", indices=[120, 121])
    page.send("group", action="label", cluster=4)
    assert page.settled()["error"] is None, "a cluster beyond K is one like the others"
    page.send("select", indices=[1, 2])
    assert "cluster=5" in page.send("group", action="label", cluster=5)["error"]


def test_a_failed_fit_is_told_in_words_of_the_screen_with_the_way_back(explore):
    page = explore(clusterer="mpckmeans")
    page.send("set", what="param", name="algorithm", value="reference")
    problem = page.settled()["problem"]
    assert page.state["error"] is None
    assert problem["text"].startswith(
        "MPCK-means: Algorithm = the reference implementation has one diagonal"
    )
    assert not PYTHON.search(problem["text"]), problem
    assert problem["remedies"][0]["text"] == "Use the parameters of before"
    page.send("remedy", remedy="parameters")
    assert page.settled()["problem"] is None


@pytest.mark.parametrize("kind", ["clusterers", "strategies"])
def test_entries_of_a_menu_are_grouped_and_have_a_line_of_help(page, kind):
    entries = page.state["settings"][kind]
    groups = [group for _, _, group, _ in entries]
    assert len(set(groups)) == sum(a != b for a, b in pairwise([None, *groups])) > 3
    assert all(group and 20 < len(text) < 100 for _, _, group, text in entries)
