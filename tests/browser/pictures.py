"""Pictures of a widget, and what a program finds wrong with them.

Pictures go to a temporary folder, or to the folder named by SSCLUSTER_PICTURES.
"""

from pathlib import Path

import pytest

AXE = Path(__file__).parents[2] / "js" / "node_modules" / "axe-core" / "axe.min.js"

WIDE = {"width": 1350, "height": 760}
HIDE_LAB = """() => {
  const app = window.jupyterapp;
  if (app.shell.collapseLeft) app.shell.collapseLeft();
}"""

SHOW_LAB = """() => {
  const shell = window.jupyterapp?.shell;
  if (shell?.leftCollapsed) shell.expandLeft();
}"""


def take(page, folder: Path, name: str, rules: list[str] | None = None) -> None:
    """A picture of the widget, which must have no faults."""
    page.tab.mouse.move(2, 2)
    page.rest()
    page.root().screenshot(path=str(folder / f"{name}.png"))
    faults(page, rules)


def take_both(page, folder: Path, name: str) -> None:
    """The same state in the light and in the dark theme, beginning with the present one."""
    first, themes = page.is_dark(), {True: "dark", False: "light"}
    take(page, folder, f"{name}-{themes[first]}")
    page.paint(dark=not first)
    take(page, folder, f"{name}-{themes[not first]}", ["color-contrast"])  # the rest is the same


MISNAMED = """root => {
  const seen = e => e.checkVisibility() || getComputedStyle(e).display === "contents";
  const shown = e => [...e.childNodes].map(n =>
    n.nodeType === 3 ? n.data : n.ariaHidden === "true" || !seen(n) ? "" : shown(n)).join("");
  const said = e => e.getAttribute("aria-labelledby")?.split(" ")
    .map(id => e.getRootNode().getElementById(id).textContent).join("") ?? e.ariaLabel;
  const plain = text => text.toLowerCase().replace(/[\\s\\p{P}]+/gu, "");
  const parts = ["button", "a", "[role^=menuitem]"];
  return parts.flatMap(part => [...root.querySelectorAll(
      `${part}[aria-label], ${part}[aria-labelledby]`)])
    .filter(e => e.checkVisibility() && !plain(said(e)).includes(plain(shown(e))))
    .map(e => [said(e), shown(e)]);
}"""
"""Buttons whose name leaves out what is seen on them: who speaks to the page could not press them.
axe-core asks for it too, but not in a notebook of JupyterLab's."""


def faults(page, rules: list[str] | None = None) -> None:
    """axe-core's findings inside the widget, by these rules or all, which must be none."""
    if not AXE.exists():
        pytest.fail(f"{AXE.name} is missing: run npm ci in js/")
    if not page.tab.evaluate("() => !!window.axe"):
        page.tab.add_script_tag(path=str(AXE))
    found = page.tab.evaluate(
        "async rules => (await axe.run('.ssc-root', rules ? { runOnly: rules } : {})).violations"
        ".map(v => [v.id, v.help, v.nodes.map(n => n.html.slice(0, 200))])",
        rules,
    )
    assert found == [], found
    misnamed = page.root().evaluate(MISNAMED)
    assert misnamed == [], misnamed
