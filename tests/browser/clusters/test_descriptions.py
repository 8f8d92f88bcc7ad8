"""What a cluster is about: words and texts with a name to take, and a contact sheet of images."""

from ..pictures import WIDE
from ..row_content.cells import IMAGES
from .card import session, take, wait_for

REPORTS = """
import numpy as np
from jupyter_sscluster import ClusterExplorer
rng = np.random.default_rng(0)
ABOUT = {
    "tree": ["tree branch", "tree shade", "tree roots", "leaves tree branch", "trees light"],
    "bus": ["bus stop", "bus driver late", "bus late tickets", "bus stop light", "bus line"],
    "עץ": ["עץ ענף", "עץ צל", "ענף עץ שורש", "עץ עלים", "עץ אור"],
    "road": ["road surface", "road surface hole", "hole road", "road surface asphalt", "hole deep"],
}
PLACES = ["Alder Lane", "Mill Street", "Chapel Hill"]
texts = []
for word, said in ABOUT.items():
    for k in range(40):
        a, b = rng.choice(said, 2)
        texts.append(f"Please look at the {a} before our door, it is the {b} that <b>worries</b> "
                     "us most and nobody has answered our letters since May.")
texts[5] = ""
X = np.repeat(np.eye(4) * 6, 40, axis=0) + rng.normal(size=(160, 4))
places = [PLACES[k % 3] for k in range(160)]
explorer = ClusterExplorer(
    X, "kmeans", n_clusters=4, tooltip=[{"text": t, "place": p} for t, p in zip(texts, places)],
    describe=lambda texts: f"{len(texts)} reports, <i>mostly</i> about the same",
)
explorer
"""


def test_a_cluster_of_texts_is_read_and_named_by_a_key(use_notebook, lab, pictures):
    page = use_notebook(lab, [REPORTS], **WIDE)
    name, label = take(page, 130)
    card = page.root().get_by_role("region", name=name)
    card.get_by_role("img", name="surface: in ").wait_for()
    card.get_by_text("reports, <i>mostly</i> about the same").wait_for()
    page.wait_for_status("A names it “Road surface”")
    card.get_by_role("button", name="worries").first.wait_for()
    assert card.locator("mark").first.inner_text().lower() in {"road", "surface", "hole", "asphalt"}
    pictures(page, "cluster-texts")
    card.get_by_role("radio", name="Doubtful").check()
    card.locator(".ssc-text svg").first.wait_for()
    page.button("Accept").wait_for()
    page.press("a")
    wait_for(page, lambda s: s["names"][label] == "Road surface")
    page.root().get_by_role("region", name="Road surface").wait_for()
    page.button("Accept").wait_for(state="hidden")
    page.press("Control+z")
    wait_for(page, lambda s: s["names"][label] == name)
    page.widen_to(400)
    page.settle()
    pictures(page, "cluster-texts-400")


def test_a_cluster_of_images_is_a_contact_sheet(use_notebook, lab, pictures):
    page = use_notebook(lab, [IMAGES.replace("TOOLTIP", "lambda row: images[row]")], **WIDE)
    name, label = take(page, 0)
    card = page.root().get_by_role("region", name=name)
    page.tab.wait_for_function(
        "() => document.querySelectorAll('.ssc-root .ssc-sheet img').length === 36"
    )
    size = session(page)["labels"].count(label)
    card.get_by_text(f"24 of {size}, spread over the cluster").wait_for()
    assert card.locator(".ssc-doubt svg").count() == 12
    page.button("Rename").wait_for()
    pictures(page, "cluster-images")
    tile = card.get_by_role("button", name="Image of point").first
    tile.focus()
    page.press("Enter")
    page.root().get_by_role("dialog", name="Image of point").wait_for()
    page.press("Escape")
    assert tile.evaluate("e => e === document.activeElement")
    tile.click()
    page.wait_for_status("Point ")
    page.widen_to(400)
    page.settle()
    pictures(page, "cluster-images-400")
