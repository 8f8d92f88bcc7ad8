"""Text in the cells of a CSV file, which a spreadsheet must not take for a formula."""

from __future__ import annotations

import re

FORMULA = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""What a spreadsheet may calculate, with any apostrophes before it."""


def safe_cell(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet might calculate it.

    >>> safe_cell("=1+1"), safe_cell("'=1+1"), safe_cell("'quoted'"), safe_cell("1-1")
    ("'=1+1", "''=1+1", "'quoted'", '1-1')
    """
    return f"'{text}" if FORMULA.match(text) else text


def read_cell(cell: str) -> str:
    """The text of which `safe_cell` made this, exactly.

    >>> read_cell("'=1+1"), read_cell("''=1+1"), read_cell("'quoted'"), read_cell("=1+1")
    ('=1+1', "'=1+1", "'quoted'", '=1+1')
    """
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell
