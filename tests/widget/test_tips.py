"""What is told about a point is text, whatever is in it."""

import base64

import numpy as np
import pandas as pd
import pytest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.tips import (
    Tips,
    image_address,
    number_text,
    side_by_side,
    split_columns,
)

PNG = b"\x89PNG\r\n\x1a\n" + b"rest"
X = np.array([[1.0, -2.5], [3.0, 4.0]])


def test_title_and_features():
    told = Tips(X, ["width", "height"]).describe(0, 1)
    assert told == {
        "title": "Point 0 · cluster 2",
        "rows": [["width", "1"], ["height", "−2.5"]],
    }


def test_row_names():
    assert Tips(X, names=["ann", "bob"]).describe(1, 0)["title"] == "Point bob · cluster 1"


def test_markup_stays_text():
    nasty = "<script>alert(1)</script>"
    told = Tips(X, [nasty, "b"], names=[nasty, "x"], tooltip=[nasty, ""]).describe(0, 0)
    assert told["title"] == f"Point {nasty} · cluster 1"
    assert told["rows"][0] == ["", nasty]
    assert told["rows"][1][0] == nasty
    assert "image" not in told


def test_long_tables_are_cut():
    wide = np.arange(64.0)[None, :]
    rows = Tips(wide).describe(0, 0)["rows"]
    assert len(rows) == 13
    assert rows[-1] == ["", "… and 52 more"]


def test_a_callable_a_list_and_a_mapping():
    assert Tips(X, tooltip=lambda i: f"row {i}").extra(1)["rows"] == [["", "row 1"]]
    assert Tips(X, tooltip=["first", None]).extra(1)["rows"] == []
    told = Tips(X, tooltip=lambda i: {"species": "setosa", "photo": PNG}).extra(0)
    assert told["rows"] == [["species", "setosa"]]
    assert told["image"] == "data:image/png;base64," + base64.b64encode(PNG).decode()


def test_a_tooltip_that_fails_says_so_and_no_more():
    def broken(i):
        raise KeyError("no such file")

    assert "no such file" in Tips(X, tooltip=broken).extra(0)["rows"][0][1]


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
    left, columns, tooltip = split_columns(frame, ["species"])
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
        Tips(X, tooltip=["one"])


def test_numbers_are_short():
    assert [number_text(v) for v in (4.5, -0.125, 123456.0, 1e-9, 7.0)] == [
        "4.5",
        "−0.125",
        "1.235e+05",
        "1e−09",
        "7",
    ]


def test_numbers_that_are_compared_have_the_same_decimals():
    assert side_by_side((6.0, 1.4)) == ["6.0", "1.4"]
    assert side_by_side((-3.0, 12.0)) == ["−3", "12"]
    assert side_by_side((1e-9, 3.0)) == ["1e−09", "3"]
