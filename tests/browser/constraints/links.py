"""The links on the plot, and the switch that says which are drawn in full."""

TWELVE = 'explorer.session.answer_many([(i, i + 1) for i in range(0, 24, 2)], "must")'


def pale_ones(page, lines, pale):
    page.wait_for_lines(lines)
    assert page.root().locator(".ssc-link[data-pale]").count() == pale


def switched(page):
    """Twelve links: the last ten in full, then all of them, none, and as before."""
    pale_ones(page, 12, 2)
    shown = page.root().get_by_role("radiogroup", name="Links shown")
    for choice, lines, pale in [("all", 12, 0), ("none", 0, 0), ("recent", 12, 2)]:
        shown.get_by_role("radio", name=choice).check(force=True)
        page.tab.wait_for_function(
            "n => document.querySelectorAll('.ssc-link[data-pale]').length === n", arg=pale
        )
        pale_ones(page, lines, pale)
