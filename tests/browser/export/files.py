"""Files that leave the widget by its Export button."""


def opened(page):
    """The popover of the Export button."""
    page.button("Export").click()
    popover = page.root().get_by_role("dialog", name="Export")
    popover.wait_for()
    return popover


def downloaded(page, popover, label, folder):
    with page.tab.expect_download() as waiting:
        popover.get_by_role("button", name=label, exact=True).click()
    found = waiting.value
    found.save_as(folder / found.suggested_filename)
    assert popover.is_visible(), "the popover closes after a download"
    return folder / found.suggested_filename
