"""What is told about a point is text, whatever is in it."""

import base64
import queue
import sys
import threading

import numpy as np
import pandas as pd
import pytest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.core.row_content.columns import split_columns
from jupyter_sscluster.widget.core.row_content.images import LARGEST, image_address
from jupyter_sscluster.widget.core.row_content.tooltips import Tooltips
from jupyter_sscluster.widget.core.threads import OwnerThread

PNG = b"\x89PNG\r\n\x1a\n" + b"rest"
BARE = {"image": False, "text": "", "rows": [], "problem": "", "pending": False}
X = np.array([[1.0, -2.5], [3.0, 4.0]])


def test_title_and_features():
    told = Tooltips(X, ["width", "height"]).describe(0, "cluster 2")
    assert told == {
        "title": "Point 0 · cluster 2",
        "features": [["width", "1"], ["height", "−2.5"]],
        **BARE,
    }


def test_row_names():
    assert (
        Tooltips(X, names=["ann", "bob"]).describe(1, "cluster 1")["title"]
        == "Point bob · cluster 1"
    )


def test_markup_stays_text():
    nasty = "<script>alert(1)</script>"
    told = Tooltips(X, [nasty, "b"], names=[nasty, "x"], tooltip=[nasty, ""]).describe(
        0, "cluster 1"
    )
    assert told["title"] == f"Point {nasty} · cluster 1"
    assert told["rows"] == [["", nasty]]
    assert told["features"][0][0] == nasty
    assert told["image"] is False


def test_long_tables_are_cut():
    wide = np.arange(64.0)[None, :]
    rows = Tooltips(wide).describe(0, "cluster 1")["features"]
    assert len(rows) == 13
    assert rows[-1] == ["", "… and 52 more"]


def test_a_callable_a_list_and_a_mapping():
    assert Tooltips(X, tooltip=lambda i: f"row {i}").added(1).rows == (("", "row 1"),)
    assert Tooltips(X, tooltip=["first", None]).added(1).rows == ()
    told = Tooltips(X, tooltip=lambda i: {"species": "setosa", "photo": PNG}).added(0)
    assert told.rows == (("species", "setosa"),)
    assert told.address == "data:image/png;base64," + base64.b64encode(PNG).decode()


def test_features_make_room_for_an_image_or_a_text_and_not_for_a_word():
    text = "A hand deep and as wide as a bicycle wheel. When it rains it fills up."
    for content in (text, PNG):
        assert Tooltips(X, tooltip=[content, "short"]).describe(0, "cluster 1")["features"] == []
    told = Tooltips(X, tooltip=["setosa", None]).describe(0, "cluster 1")
    assert (told["rows"], len(told["features"])) == ([["", "setosa"]], 2)


def test_what_is_long_in_one_row_is_a_text_in_all_of_them():
    long = "word " * 40
    tips = Tooltips(X, columns={"review": ["bad", long], "stars": [1, 5]})
    assert tips.added(0) == ("bad", (("stars", "1"),), None, "", False)
    assert tips.describe(0, "cluster 1")["features"] == []
    lazy = Tooltips(X, tooltip=["bad", long].__getitem__)
    assert [added.text for added in lazy.pair(0, 1)] == ["bad", long]


def test_a_text_of_a_megabyte_is_cut():
    assert len(Tooltips(X, tooltip=["x" * 1_000_000, ""]).added(0).text) == 20_000


def test_values_that_are_missing_are_said_to_be():
    frame = pd.DataFrame({"when": pd.to_datetime(["2020-01-02", None]), "size": [0.1 + 0.2, None]})
    frame["kind"] = pd.array(["a", None], dtype="string")
    columns = {name: list(frame[name]) for name in frame}
    told = Tooltips(X, columns=columns)
    assert told.added(1).rows == (("when", "missing"), ("size", "missing"), ("kind", "missing"))
    assert told.added(0).rows[1] == ("size", "0.3")
    assert Tooltips(X, tooltip=[float("nan"), -0.5]).added(0).rows == ()
    assert Tooltips(X, tooltip=[float("nan"), -0.5]).added(1).rows == (("", "−0.5"),)


def test_a_tooltip_that_fails_says_so_in_its_place_and_features_stay():
    def broken(i):
        raise KeyError("no such file")

    told = Tooltips(X, tooltip=broken).describe(0, "cluster 1")
    assert told["problem"] == "tooltip= failed for this point: KeyError: 'no such file'"
    assert len(told["features"]) == 2

    class Torn:
        def _repr_png_(self):
            raise OSError("the file is torn")

    assert "the file is torn" in Tooltips(X, tooltip=[Torn(), None]).added(0).problem


def test_an_image_that_is_too_large_is_refused_with_the_way_out():
    told = Tooltips(X, tooltip=[PNG + bytes(10_000_000), PNG + bytes(LARGEST - 100)])
    assert told.added(0).address is None
    assert told.added(0).problem == (
        "The image has 10.0 MB, and at most 4 MB are shown: give tooltip= a smaller one."
    )
    assert told.added(1).address is not None


def test_images_of_pillow_and_webp():
    class Drawn:
        def _repr_png_(self):
            return PNG

    assert image_address(Drawn()) == image_address(PNG)
    assert image_address(b"RIFF\x00\x00\x00\x00WEBPVP8 ").startswith("data:image/webp;base64,")


class Away(OwnerThread):
    """An owner with a loop that is elsewhere: work is handed over, and done by `do`."""

    def __init__(self):
        super().__init__()
        self.work = queue.Queue()

    @property
    def has_loop(self):
        return True

    def run(self, work):
        self.work.put(work)

    def do(self):
        self.work.get(timeout=10)()


def test_a_slow_function_is_not_waited_for_and_heard_once_it_returns():
    go, arrived, owner = threading.Event(), [], Away()

    def slow(i):
        assert go.wait(10)
        return {"photo": PNG, "note": f"row {i}"}

    tips = Tooltips(X, tooltip=slow, owner_thread=owner, arrived=arrived.append)
    told = tips.describe(0, "cluster 1")
    assert told["pending"]
    assert len(told["features"]) == 2, "nobody knows yet that an image will come"
    go.set()
    while not arrived:
        owner.do()
    assert arrived == [0]
    told = tips.describe(0, "cluster 1")
    assert (told["pending"], told["image"], told["rows"]) == (False, True, [["note", "row 0"]])
    tips.close()


def test_after_a_function_that_exits_others_are_called():
    tips = Tooltips(X, tooltip=lambda i: sys.exit("enough") if i == 0 else "told")
    assert "SystemExit: enough" in tips.added(0).problem
    assert tips.added(1).rows == (("", "told"),)


def test_a_function_is_called_once_a_row_and_the_last_wanted_first():
    begun, go, called, owner = threading.Event(), threading.Event(), [], Away()

    def slow(i):
        called.append(i)
        begun.set()
        assert go.wait(10)
        return f"row {i}"

    many = np.arange(20.0).reshape(10, 2)
    tips = Tooltips(many, tooltip=slow, owner_thread=owner)
    tips.want([0])
    assert begun.wait(10)
    tips.want([1, 2, 3])
    tips.want([7])
    assert tips.added(3, patience=0.0).pending
    go.set()
    owner.do()
    assert called == [0, 3, 7, 1, 2]
    assert tips.added(7).rows == (("", "row 7"),)
    assert len(called) == 5
    tips.close()


@pytest.mark.parametrize(
    "value",
    [
        "https://example.org/cat.png",
        "javascript:alert(1)",
        "data:text/html;base64,PGI+",
        "data:image/svg+xml;base64,PHN2Zz4=",
        'data:image/png;base64,!!" onerror=',
        b"GIMP",
        None,
        3,
    ],
)
def test_only_images_that_travel_with_the_value_are_images(value):
    assert image_address(value) is None


def test_columns_named_by_the_tooltip_are_shown_and_not_clustered():
    frame = pd.DataFrame({"a": [1.0, 2.0], "species": ["x", "y"], "b": [3.0, 4.0]})
    left, columns, tooltip, taken = split_columns(frame, ["species"])
    assert taken == ("species",)
    assert list(left.columns) == ["a", "b"]
    assert columns == {"species": ["x", "y"]}
    assert tooltip is None
    assert list(frame.columns) == ["a", "species", "b"]
    assert split_columns(frame, "species")[1] == {"species": ["x", "y"]}
    assert split_columns(frame, ["one", "two"])[2] == ["one", "two"]


def test_tooltips_that_cannot_be():
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0]})
    with pytest.raises(InputError, match="'colour'.*it has 'a'"):
        split_columns(frame, ["colour"])
    with pytest.raises(InputError, match="no column names"):
        split_columns(X, "species")
    with pytest.raises(InputError, match="1 values for 2 rows"):
        Tooltips(X, tooltip=["one"])
