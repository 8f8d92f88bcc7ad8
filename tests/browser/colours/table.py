"""A table of customers, and colours as a person chooses them."""

CUSTOMERS = """
import numpy as np, pandas as pd
from jupyter_sscluster import ClusterExplorer
rng = np.random.default_rng(0)
n = {n}
kind = rng.integers(0, 4, n)
age = np.clip(np.array([30, 45, 62, 25])[kind] + rng.normal(0, 8, n), 18, 84).round()
frame = pd.DataFrame({{
    "age": age, "income": rng.lognormal(10, 0.5, n) * (1 + kind),
    "visits": rng.poisson(5 + 5 * kind) * 1.0,
    "town": rng.choice(["Brno", "Prague", "Ostrava", *map("Town {{}}".format, range(16))], n),
    "last order": pd.date_range("2024-01-03", periods=n, tz="Europe/Prague", freq="2h"),
    "member": rng.random(n) < 0.5, "customer": [f"c{{row}}" for row in range(n)],
}})
frame.loc[frame.index[5:14], "age"] = np.nan
explorer = ClusterExplorer(
    frame, n_clusters=4, preprocess="standardise", y_true=kind, {more}
    tooltip=["town", "last order", "member", "customer"],
)
explorer
"""

FILLS = """root => [...root.querySelectorAll('path.dot[data-index]')]
  .sort((a, b) => a.dataset.index - b.dataset.index)
  .map(dot => [getComputedStyle(dot).fill, getComputedStyle(dot).stroke])"""


def open_menu(page):
    page.root().get_by_role("button", name="Colour by: ").click()
    menu = page.root().get_by_role("dialog", name="Colour by")
    menu.get_by_role("menuitemradio", name="town").wait_for()
    return menu


def choose(page, name):
    open_menu(page).get_by_role("menuitemradio", name=name).click()


def legend(page, name):
    return page.root().get_by_role("region", name=f"Colour: {name}")
