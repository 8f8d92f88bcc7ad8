"""A sample of 20,000 rows on the page: shown, linked and asked about by the rows of all data."""

import json

import pytest

from ..pictures import HIDE_LAB, WIDE, faults

LARGE = """
import numpy as np
from jupyter_sscluster import ClusterExplorer
rng = np.random.default_rng(0)
X = rng.normal(size=(4, 6))[rng.integers(4, size=20_000)] * 4 + rng.normal(size=(20_000, 6))
explorer = ClusterExplorer(X, "pckmeans", n_clusters=4, sample=500)
explorer
"""

ANSWERS = "import json; print(json.dumps([[a.i, a.j, a.kind] for a in explorer.session.answers]))"
SAMPLE = "import json; print(json.dumps(explorer.session.sample.rows.tolist()))"


def asked(page, code):
    return json.loads(page.python(code))


def shown_labels(page):
    code = (
        "s = explorer.session; s.wait(60); print(s.labels[s.sample.rows].tolist(), s.labels.size)"
    )
    labels, n_labels = page.python(code).strip().rsplit(" ", 1)
    assert n_labels == "20000"
    return json.loads(labels)


def test_a_sample_is_linked_and_asked_about_by_its_rows(use_notebook, lab):
    page = use_notebook(lab, [LARGE])
    page.wait_for_status("500 of 20,000 points shown")
    faults(page)
    rows = asked(page, SAMPLE)
    assert len(page.dots()) == len(rows) == 500
    page.wait_for_colours(shown_labels(page))

    first, second = page.apart(2)
    page.click_point(first)
    page.press("c")
    page.click_point(second)
    page.wait_for_lines(1)
    assert asked(page, ANSWERS) == [[rows[first], rows[second], "cannot"]]

    page.button("Next question").click()
    i, j = page.wait_for(lambda state: state["question"])["question"]
    assert i in rows and j in rows
    page.root().get_by_text(f"Do {i} and {j} belong together?").first.wait_for()
    page.press("m")
    page.wait_for(lambda state: state["answers"] == 2)
    assert asked(page, ANSWERS)[1] == [i, j, "must"]

    outside = next(row for row in range(20_000) if row not in rows)
    page.python(f"explorer.session.answer({outside}, {rows[first]}, 'must')")
    labels = shown_labels(page)
    assert len(labels) == 501 and asked(page, SAMPLE) == [*rows, outside]
    page.wait_for_colours(labels)
    page.press("/")
    page.tab.keyboard.type(str(outside))
    options = page.root().get_by_role("listbox", name="Found").get_by_role("option")
    options.filter(has_text=str(outside)).first.wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_of_a_sample(use_notebook, lab, picture, theme):
    page = use_notebook(lab, [LARGE], dark=theme == "dark", **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.wait_for_status("500 of 20,000 points shown")
    picture(page, f"sample-{theme}")
