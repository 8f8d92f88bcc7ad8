"""The main job in both front ends: link, be asked, answer, undo; keys never leak to Jupyter."""

import pytest

from .conftest import NOTEBOOKS
from .page import IRIS


@pytest.fixture
def page(use_notebook, server):
    return use_notebook(server, [IRIS.format(more="")])


def test_the_notebook_a_newcomer_opens(open_notebook, server):
    page = open_notebook(server, NOTEBOOKS / "01_first_result.ipynb")
    assert len(page.dots()) == 150
    assert len(set(page.colours())) == 3


@pytest.mark.parametrize(("key", "kind", "dashed"), [("m", "must", False), ("c", "cannot", True)])
def test_click_key_click_makes_one_link(page, key, kind, dashed):
    i, j = page.apart(2)
    page.click_point(i)
    page.press(key)
    page.click_point(j)
    state = page.wait_for(lambda s: s[kind])
    assert state[kind] == [sorted([i, j])]
    assert state["must" if kind == "cannot" else "cannot"] == []
    (dash,) = page.wait_for_lines(1)
    assert (dash != "none") == dashed
    assert "1 constraint" in page.wait_for_status("changed cluster")
    page.wait_for_colours(state["labels"])
    assert page.cell_types() == ["code"]


def test_twenty_answers_by_keyboard_alone(page):
    truth = [k for k in range(3) for _ in range(50)]
    page.tab.keyboard.press("Escape")
    page.root().get_by_role("region", name="Clustering plot").focus()
    page.press("n")
    asked = []
    for number in range(20):
        state = page.wait_for(lambda s: s["question"] and s["question"] not in asked)
        i, j = state["question"]
        card = page.root().get_by_role("region", name="Question")
        card.get_by_text(f"Do {i} and {j} belong together?").wait_for()
        assert "Why this pair" in card.inner_text()
        asked.append([i, j])
        page.press("m" if truth[i] == truth[j] else "c")
        state = page.wait_for(lambda s, n=number: s["answers"] == n + 1)
    assert len(state["must"]) + len(state["cannot"]) == 20
    assert page.cell_types() == ["code"]


def test_a_dont_know_is_kept_and_not_asked_again(page):
    page.button("Next question").click()
    first = page.shown_question()
    page.press("s")
    state = page.wait_for(lambda s: s["question"] != first)
    assert state["unknown"] == [sorted(first)]
    assert state["must"] == state["cannot"] == []


def test_the_question_is_the_strategys(page):
    page.python(
        "from jupyter_sscluster.active import Snapshot\n"
        "s = explorer.session\n"
        "unknown = tuple(s._engine.state.unknown)\n"
        "known = s.X, s.constraints, s.labels, s.clusterer, unknown, s.n_clusters\n"
        "snapshot = Snapshot(*known)\n"
        "expected = [int(v) for v in s.strategy.propose(snapshot)[0].pair]"
    )
    page.button("Next question").click()
    asked = page.wait_for(lambda s: s["question"])["question"]
    assert page.python("print(expected)").strip() == str(asked)


def test_a_lasso_around_ten_points_gives_nine_links_and_one_undo_takes_them_back(page):
    page.root().get_by_role("radio", name="Lasso").check(force=True)
    dots = page.dots()
    ten = sorted(dots, key=lambda d: d[1])[:10]
    page.lasso([d[0] for d in ten])
    inside = page.root().get_by_role("menuitem").first
    inside.wait_for()
    count = int(page.root().get_by_text("points selected").first.inner_text().split()[0])
    inside.click()
    state = page.wait_for(lambda s: s["must"])
    assert len(state["must"]) == count - 1
    page.press("Control+z")
    assert page.wait_for(lambda s: not s["must"])["cannot"] == []


def test_three_undos_restore_the_first_labels(page):
    before = page.kernel()["labels"]
    points = page.apart(6)
    for n, (i, j) in enumerate(zip(points[:3], points[3:], strict=True)):
        page.click_point(i)
        page.press("c")
        page.click_point(j)
        page.wait_for(lambda s, n=n: s["answers"] == n + 1)
    for _ in range(3):
        page.press("Control+z")
    state = page.wait_for(lambda s: s["answers"] == 0)
    assert state["labels"] == before
    page.tab.wait_for_function(
        "n => document.querySelectorAll('.ssc-root [data-linked]').length === 0", arg=0
    )
    page.wait_for_colours(before)
    page.press("Control+Shift+z")
    assert page.wait_for(lambda s: s["answers"] == 1)["must"] == []


def test_a_contradiction_is_stopped_with_its_chain(page):
    i, j, k = page.apart(3)
    page.python(
        f"explorer.session.answer({i}, {j}, 'must'); explorer.session.answer({j}, {k}, 'must')"
    )
    page.wait_for_lines(2)
    page.click_point(i)
    page.press("c")
    page.click_point(k)
    dialog = page.root().get_by_role("alertdialog")
    dialog.wait_for()
    text = dialog.inner_text()
    assert "cannot be apart" in text
    assert "answer 1" in text and "answer 2" in text
    assert page.kernel()["cannot"] == []
    assert "contradicts answers 1 and 2" in page.wait_for_status("not recorded yet")
    page.press("Escape")
    dialog.wait_for(state="detached")
    state = page.kernel()
    assert (len(state["must"]), state["cannot"]) == (2, [])


def test_a_contradiction_may_take_an_earlier_answer_back_or_be_kept_as_soft(page):
    i, j, k = page.apart(3)
    page.python(
        f"explorer.session.answer({i}, {j}, 'must'); explorer.session.answer({j}, {k}, 'must')"
    )
    dialog = page.root().get_by_role("alertdialog")
    page.click_point(i)
    page.press("c")
    page.click_point(k)
    dialog.get_by_role("button", name="Keep as soft").click()
    state = page.wait_for(lambda s: s["soft_cannot"])
    assert (state["soft_cannot"], len(state["must"])) == ([sorted([i, k])], 2)
    page.press("Control+z")
    page.wait_for(lambda s: not s["soft_cannot"])
    page.click_point(i)
    page.press("c")
    page.click_point(k)
    dialog.get_by_role("button", name="Take back answer 2").click()
    state = page.wait_for(lambda s: s["cannot"])
    assert (state["must"], state["cannot"]) == ([sorted([i, j])], [sorted([i, k])])
