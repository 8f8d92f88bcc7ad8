"""Sentences about rows that are new, and rows that are left out."""

from collections.abc import Sequence

from jupyter_sscluster._number_text import count
from jupyter_sscluster.session.intervals import Estimated
from jupyter_sscluster.widget.core.text import in_words, percent, shortened

NO_REASON = "no reason given"

LEFT_OUT = "take no part in fits, questions and scores. Exports mark them as left out."

KEYED = 9
"""Clusters that have a key."""


def new_rows(n: int, n_look: int) -> tuple[str, str]:
    """How many new rows there are, and how they lie.

    >>> new_rows(38, 7)
    ('38 new rows:', '31 placed, 7 to look at')
    """
    return f"{count(n, 'new row')}:", f"{n - n_look:,} placed, {n_look:,} to look at"


def note(n_answers: int, n_equal: int = 0, outside: Estimated | None = None) -> str:
    """What the new rows leave as it is, which are equal to others, and which of no cluster.

    >>> note(9), note(0, 1)
    ('Your 9 answers, names and colours stay as they were.', 'Names and colours stay as they were. One new row has the values of another.')
    >>> print(note(0, 2, Estimated(0.2, 0.04, 0.52)).partition(". ")[2])
    2 new rows have the values of others. About 20 % (4 % to 52 %) of the rows added last belong to no cluster that was there.
    """  # noqa: E501
    yours = f"Your {count(n_answers, 'answer')}, names" if n_answers else "Names"
    told = [f"{yours} and colours stay as they were."]
    if n_equal == 1:
        told.append("One new row has the values of another.")
    elif n_equal:
        told.append(f"{n_equal:,} new rows have the values of others.")
    if outside is not None and outside.value:
        told.append(f"About {outside} of the rows added last belong to no cluster that was there.")
    return " ".join(told)


def drawn(n: int) -> str:
    """What the rows drawn at random are for.

    >>> drawn(10)
    'Nobody has checked whether they belong there: place these 10, drawn at random.'
    """
    what = f"these {n}" if n > 1 else "this one"
    return f"Nobody has checked whether they belong there: place {what}, drawn at random."


def accept(n: int) -> str:
    """`Accept 31 placed`."""
    return f"Accept {n:,} placed" if n else ""


def accepted(n: int) -> str:
    """The status line after that."""
    if not n:
        return "No new row lies clearly in one cluster."
    return f"{count(n, 'new row')} accepted. Ctrl+Z takes that back."


def status(
    name: str, likely: Sequence[tuple[str, float]], far: bool, n_clear: int, new: int
) -> str:
    """What is known of a new row, and the keys; `new` is the number of a cluster more.

    >>> status("127", [("1", 0.54), ("3", 0.44)], False, 31, 4)
    'Row 127: cluster 1 or 3, 54 to 44 %. Press 1, 3 or O, 4 for a new cluster. A accepts the 31 placed rows.'
    >>> status("150", [("2", 0.99)], True, 0, 10)
    'Row 150: far from all clusters, nearest to 2. Press 2 or O.'
    """  # noqa: E501
    names = [each for each, _ in likely]
    if far:
        lies = f"far from all clusters, nearest to {' or '.join(names)}"
    elif len(names) > 1:
        one, two = (percent(share) for _, share in likely[:2])
        lies = f"cluster {' or '.join(names)}, {one.removesuffix(' %')} to {two}"
    else:
        lies = f"cluster {names[0]}"
    keys = [each for each in names if each.isdigit() and int(each) <= KEYED]
    more = f", {new} for a new cluster" if new <= KEYED else ""
    press = f"Press {', '.join(keys)} or O{more}." if keys else f"Press O for no cluster{more}."
    rest = f" A accepts the {count(n_clear, 'placed row')}." if n_clear else ""
    return f"Row {shortened(name)}: {lies}. {press}{rest}"


def placed(name: str, cluster: str) -> str:
    """The status line after a row was placed by hand."""
    return f"Row {shortened(name)} belongs to {cluster}. Ctrl+Z takes that back."


def alone(name: str, n_answers: int) -> str:
    """The status line after a row was said to be of a new cluster.

    >>> alone("12", 3)
    'Row 12 is in a new cluster: 3 answers keep it apart. Ctrl+Z takes that back.'
    """
    keep = "answers keep" if n_answers != 1 else "answer keeps"
    apart = f"{n_answers} {keep} it apart"
    return f"Row {shortened(name)} is in a new cluster: {apart}. Ctrl+Z takes that back."


def left_out(n: int, n_samples: int) -> tuple[str, str]:
    """How many rows are left out, and of what.

    >>> left_out(5, 150)[0], left_out(1, 150)[1][:5]
    ('5 of 150 rows', 'takes')
    """
    verb = LEFT_OUT.replace("take", "takes", 1).replace("them", "it") if n == 1 else LEFT_OUT
    return f"{n:,} of {count(n_samples, 'row')}", verb


def rests(name: str, n_answers: int) -> str:
    """Which answers rest as long as a row is left out.

    >>> rests("11", 2), rests("11", 1)
    ('Two answers touch row 11. They rest until it is back.', 'One answer touches row 11. It rests until it is back.')
    """  # noqa: E501
    if not n_answers:
        return ""
    several, who = n_answers > 1, shortened(name)
    said = f"{in_words(n_answers)} {'answers touch' if several else 'answer touches'} row {who}."
    return f"{said.capitalize()} {'They rest' if several else 'It rests'} until it is back."


def out_status(name: str, reason: str) -> str:
    """What is known of a row that is left out, and the key."""
    return f"Row {shortened(name)}, left out: {reason}. Backspace puts it back."


def more(number: int) -> str:
    """How many rows are not listed."""
    return f"and {number:,} more" if number else ""


def went(cause: str) -> str:
    """The status line after rows were left out, or put back.

    >>> went("Left out: point 7")
    'Left out: point 7 · no other point changed cluster · Ctrl+Z takes that back'
    """
    return f"{cause} · no other point changed cluster · Ctrl+Z takes that back"
