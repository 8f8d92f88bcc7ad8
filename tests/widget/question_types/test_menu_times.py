"""The menu of question types: how long a question takes, once some answers were timed."""

from sklearn.datasets import load_iris

from jupyter_sscluster.widget.features.question_types import text as words

TRUTH = load_iris().target


def about(page):
    """What the menu says of each type."""
    return {each["id"]: each["about"] for each in page.settled()["question_types"]["choices"]}


def test_the_menu_tells_seconds_and_what_they_are_expected_to_tell(page, monkeypatch):
    now = [1e9]
    monkeypatch.setattr("time.time", lambda: now[0])
    assert about(page)["sort"] == "Sort into piles; best with 6 or more clusters"
    page.send("question_type", question_type="pair")
    for _ in range(12):
        page.send("suggest")
        asked = page.settled()["question"]
        pair = {name: asked[name] for name in ("number", "i", "j")}
        now[0] += 3.0
        same = TRUTH[pair["i"]] == TRUTH[pair["j"]]
        page.send("answer", kind="must" if same else "cannot", **pair)
    page.wait(lambda state: "3.0 s" in state["question_types"]["choices"][0]["about"])
    told = about(page)
    assert told["pair"] == "Do these two belong together? 3.0 s each"
    assert told["list"] == words.ABOUT["list"]
    assert told["place"].startswith("Where does this point belong? 3.5 s each (estimated), worth")
    assert told["sort"].startswith("Sort into piles: 7.9 s each (estimated), worth")
    assert told["sort"].endswith(" pairs; most per second")
