"""Functions and people answer together, by the keyboard alone: chosen, stopped, taken back."""

from ..pictures import HIDE_LAB, WIDE, faults

BEFORE = """
import numpy as np
from pathlib import Path
from tempfile import mkdtemp
from jupyter_sscluster import ClusterExplorer, Session
path = Path(mkdtemp()) / "answers.jsonl"
truth = np.repeat([0, 1, 2], 40)
X = np.random.default_rng(0).normal(truth[:, None] * 1.5, size=(120, 3))

def same_topic(a, b):
    sure = 0.7 if (a + b) % 9 == 0 else 0.95
    return ("must" if truth[a] == truth[b] else "cannot", sure)

def kind_of(i, j):
    return "must" if truth[i] == truth[j] else "cannot"

session = Session(X, n_clusters=3, annotator="Ann", path=path)
session.helpers.add(same_topic, name="same_topic", most=400)
for asked in session.ask(13):
    asked.answer(kind_of(asked.i, asked.j))
    session.helpers.wait()
session.close()
"""

CELL = """
explorer = ClusterExplorer(
    X, n_clusters=3, annotator="Ann", path=path, helpers={"same_topic": same_topic}
)
explorer
"""

COUNTS = """
print(
    explorer.session.helpers.who_answers,
    *(sum(a.annotator == name for a in explorer.session.answers)
      for name in ("Ann", "same_topic", "Bob")),
)
"""

RIGHT = """
print({"must": "m", "cannot": "c"}[kind_of(*explorer.session.question.pair)])
"""


def counts(page):
    """Who answers, and how many answers are by Ann, the function and Bob."""
    who, *numbers = page.python(COUNTS).split()
    return [who, *map(int, numbers)]


def wait_for(page, holds):
    """Wait until the counts are so."""
    for _ in range(200):
        found = counts(page)
        if holds(*found):
            return found
        page.tab.wait_for_timeout(50)
    raise AssertionError(found)


def panel(page):
    """The panel, opened from the More menu by keys."""
    page.root().get_by_role("button", name="More", exact=True).focus()
    page.press("Enter")
    page.root().get_by_role("menuitem", name="Who answers").focus()
    page.press("Enter")
    section = page.root().get_by_role("region", name="Who answers")
    section.wait_for()
    return section


def use(page, section, name):
    """A button of a card, by keyboard."""
    section.get_by_role("button", name=name).focus()
    page.press("Enter")


def answered(page):
    """The open question is answered rightly by its key."""
    pair = page.shown_question()
    page.press(page.python(RIGHT).strip())
    page.python("explorer.session.helpers.wait(30)")
    return pair


def sampled(page):
    """The first question that was drawn at random from the function's answers."""
    question = page.root().get_by_role("region", name="Question")
    for _ in range(12):
        page.shown_question()
        page.rest()
        if question.locator(".ssc-sum").inner_text() == "checks same_topic":
            return question
        answered(page)
    raise AssertionError("no question was drawn at random")


def take_back(page, section, number):
    """All answers of the function, and again: one undo step."""
    use(page, section, f"Take back all {number}: same_topic")
    wait_for(page, lambda who, mine, theirs, _: (mine, theirs) == (13, 0))
    page.press("Control+z")
    wait_for(page, lambda who, mine, theirs, _: (mine, theirs) == (13, number))


def test_functions_and_a_person_answer_together_by_keyboard(use_notebook, lab, pictures):
    page = use_notebook(lab, [BEFORE, CELL], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = page.root().get_by_role("region", name="Who answers")
    section.wait_for()  # by itself: the session goes on with a function
    who, own, said, _ = counts(page)
    assert (who, own) == ("both", 13)
    assert said > 13
    page.settle()
    pictures(page, "who-answers")

    use(page, section, "Stop: same_topic")
    section.get_by_text("Stopped: it is no longer asked.").wait_for()
    wait_for(page, lambda who, *_: who == "people")
    page.press("Enter")  # the focus is on Resume
    wait_for(page, lambda who, *_: who == "both")
    section.get_by_role("radio", name="Both").focus()
    page.press("ArrowLeft")
    wait_for(page, lambda who, *_: who == "functions")
    page.python("explorer.session.helpers.wait(60)")
    more = wait_for(page, lambda who, mine, theirs, _: mine == 13 and theirs > said)[2]
    page.press("ArrowRight")
    wait_for(page, lambda who, *_: who == "both")
    page.settle()
    pictures(page, "who-answers-functions")
    take_back(page, section, more)
    faults(page)

    page.press("n")
    section.wait_for(state="hidden")
    question = sampled(page)
    question.get_by_text("Drawn at random among the answers of same_topic").wait_for()
    page.settle()
    pictures(page, "who-answers-question")
    answered(page)
    section = panel(page)
    section.get_by_text("You checked").wait_for()
    page.settle()
    pictures(page, "who-answers-checked")
    page.widen_to(360, 2000)
    pictures(page, "who-answers-360")


N_ASKED = "print(explorer.session.helpers['same_topic'].n_asked)"


def test_a_limit_is_changed_and_raised_by_keyboard(use_notebook, lab, pictures):
    page = use_notebook(lab, [BEFORE, CELL], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = page.root().get_by_role("region", name="Who answers")
    section.wait_for()
    page.python("explorer.session.helpers.wait(30)")
    asked = int(page.python(N_ASKED))
    use(page, section, "Limit and cost: same_topic")
    page.tab.keyboard.type(str(asked))  # the old number is selected
    page.settle()
    pictures(page, "who-answers-limit")
    page.press("Enter")
    section.get_by_text(f"Its limit of {asked} questions is reached.").wait_for()
    page.settle()
    pictures(page, "who-answers-used-up")
    use(page, section, "Ask 100 more: same_topic")
    section.get_by_text(f"Its limit of {asked} questions is reached.").wait_for(state="hidden")
    page.python("explorer.session.helpers.wait(60)")
    assert int(page.python(N_ASKED)) > asked
    faults(page)


BOB = """
explorer.session.helpers["same_topic"].leave()
explorer.session.annotators.current = "Bob"
wrong = [(k, 41 + k) for k in range(12)] + [(41 + k, 82 + k) for k in range(12)]
explorer.session.answer_many(wrong, "must", soft=True)
explorer.session.annotators.current = "Ann"
"""

FAILS = """
explorer.session.helpers.add(lambda a, b: 1 / 0, name="<b>rule</b> of prefixes & more")
explorer.session.helpers.wait(20)
"""

HANGS = """
import threading
def hangs(a, b):
    threading.Event().wait(600)
explorer.session.helpers["same_topic"].stop()
explorer.session.helpers.add(hangs, name="hangs")
print(len(explorer.session.answers), path)
"""

KILL = """
import os, signal
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGKILL)).start()
"""

KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"


def test_bad_sources_are_told_of_and_a_kernel_killed_meanwhile_loses_nothing(
    open_notebook, lab, pictures
):
    page = open_notebook(lab, [BEFORE, CELL], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    section = page.root().get_by_role("region", name="Who answers")
    section.wait_for()
    page.python(BOB)
    section.get_by_text("Bob is wrong more often than by chance").wait_for()
    use(page, section, "Set aside: Bob")
    section.get_by_text("Set aside: its answers stay").wait_for()
    page.settle()
    pictures(page, "who-answers-aside")
    use(page, section, "Count again: Bob")
    section.get_by_text("Set aside: its answers stay").wait_for(state="hidden")
    page.press("Control+z")
    section.get_by_text("Set aside: its answers stay").wait_for()
    page.python(FAILS)
    section.get_by_text("with ZeroDivisionError: division by zero").wait_for()
    page.root().get_by_role("alert").get_by_text("ZeroDivisionError").wait_for()
    assert section.locator("b b").count() == 0
    page.settle()
    pictures(page, "who-answers-failed")
    saved, path = page.python(HANGS).split()
    section.get_by_text("Answering now.").wait_for()
    page.python(KILL)
    page.root().get_by_text("answers are saved").wait_for(timeout=30_000)
    page.tab.locator(".jp-Dialog-button").click()  # what JupyterLab says of a dead kernel
    assert section.get_by_role("button", name="Stop: hangs").is_disabled()
    pictures(page, "who-answers-killed")
    page.tab.wait_for_function(f"() => {KERNEL}.status === 'idle'", timeout=60_000)
    page.run_all()
    page.wait_until_drawn()
    assert page.python(f"print(len(Session.load({path!r}, X).answers))").strip() == saved
