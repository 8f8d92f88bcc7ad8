"""Axes as a person chooses them, and where the dots then stand."""

import numpy as np
from sklearn.datasets import load_iris

X = load_iris().data


NAMES = ["sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)"]


NEAR = 2.0
"""Pixels: the middle of a triangle is not the middle of the box around it."""


def away(page, xy):
    """By how many pixels the dots are off these positions, but for scale and place on the page."""
    seen = np.array([dot[1:3] for dot in page.dots()])
    if len(seen) < len(xy):
        return np.inf  # while the view zooms out, some dots are outside it
    most = 0.0
    for axis, sign in ((0, 1.0), (1, -1.0)):
        design = np.column_stack([np.asarray(xy, dtype=float)[:, axis], np.ones(len(seen))])
        found = np.linalg.lstsq(design, seen[:, axis], rcond=None)[0]
        off = np.abs(design @ found - seen[:, axis]).max()
        most = max(most, off if found[0] * sign > 0 else np.inf)
    return most


def stand_at(page, xy):
    """Wait until the dots stand where these positions are."""
    for _ in range(300):
        if (off := away(page, xy)) < NEAR:
            return
        page.tab.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError(f"the dots stand {off:.1f} pixels away")


def open_menu(page):
    page.root().get_by_role("button", name="Axes: ").click()
    return page.root().get_by_role("menu", name="Axes")


def choose(page, title):
    open_menu(page).get_by_role("menuitemradio", name=title).click()
