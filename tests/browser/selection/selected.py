"""The selection, as Python holds it and as the page shows it."""

import json


def selection(page) -> list[int]:
    page.settle()
    return json.loads(page.python("print(list(explorer.selection))"))


def ringed(page) -> int:
    """How many points wear the ring of the selection."""
    rings = page.root().locator(".ssc-picked .ssc-ring")
    d = rings.get_attribute("d") if rings.count() else ""
    return d.count("M")
