"""Shares of a whole, in words."""

from __future__ import annotations


def share_text(share: float) -> str:
    """Whole per cent; 0 and 100 are said only where they are exact.

    >>> share_text(0.996), share_text(0.25)
    ('>99 %', '25 %')
    """
    text = f"{100 * share:.0f} %"
    exact = share in (0, 1)
    return text if exact else {"0 %": "<1 %", "100 %": ">99 %"}.get(text, text)


def with_share(title: str, share: float, of_what: str) -> str:
    """A title that tells how much its axis shows; without it where that is not defined.

    >>> with_share("Component 1", 0.92, "of variance")
    'Component 1 (92 % of variance)'
    """
    return f"{title} ({share_text(share)} {of_what})" if share == share else title
