"""The words by which an answer about a pair may be given."""

from typing import Any

from jupyter_sscluster._validation import InputError

MUST = ("must", "must-link", "must_link", "same", "same cluster", "ml", "true", "1")
CANNOT = (
    *("cannot", "cannot-link", "cannot_link", "different", "different clusters", "cl"),
    *("false", "0", "-1"),
)
UNKNOWN = ("unknown", "don't know", "none")
KINDS = {
    word: kind
    for kind, words in {"must": MUST, "cannot": CANNOT, "unknown": UNKNOWN}.items()
    for word in words
}


def kind_of(answer: Any) -> str:
    """The kind of an answer: "must", "cannot" or "unknown"; `InputError` if it is none of these.

    True, "must", "must-link" and "same" are one answer; so are False, "cannot", "cannot-link" and
    "different"; None is "unknown". Capitals do not matter.

    >>> [kind_of(answer) for answer in (True, "Must-link", "same", "different", 0, None)]
    ['must', 'must', 'must', 'cannot', 'cannot', 'unknown']
    """
    try:
        return KINDS[str(answer).strip().lower()]
    except KeyError:
        raise InputError(
            f"the answer {answer!r} is not known; use 'must' (same cluster), 'cannot' (different "
            "clusters) or 'unknown'"
        ) from None
