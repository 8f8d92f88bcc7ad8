"""What clusters are called: the names given to them, else "Cluster 3" and so on."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from jupyter_sscluster._validation import InputError, InputTypeError, check_count
from jupyter_sscluster.journal.cluster_steps import LONGEST_NAME

CALLED_BY_NUMBER = re.compile(r"cluster \d+")
SHOWN = 40

NO_CLUSTER = "No cluster"
"""What rows of label -1 have in place of a cluster's name."""

REFUSED = {"Cc": "control characters", "Cs": "halves of surrogate pairs"}
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""They turn the direction of whatever stands after the name."""

UNSEEN = ("Cf", "Zl", "Zp", "Zs")
BLANK = "\u034f\u115f\u1160\u2800\u3164\ufe0e\ufe0f\uffa0"
"""Letters and signs by their kind that are drawn as nothing."""


def all_names(given: Mapping[int, str], n_clusters: int) -> tuple[str, ...]:
    """A name for each cluster.

    >>> all_names({1: "Setosa"}, 3)
    ('Cluster 1', 'Setosa', 'Cluster 3')
    """
    return tuple(given.get(cluster, own_name(cluster)) for cluster in range(n_clusters))


def name_of(label: int, names: Sequence[str]) -> str:
    """The name of the cluster with this label; "No cluster" for -1.

    >>> name_of(1, ["a", "b"]), name_of(-1, ["a", "b"])
    ('b', 'No cluster')
    """
    return NO_CLUSTER if label == -1 else names[label]


def own_name(cluster: int) -> str:
    """What a cluster is called as long as nobody has given it a name."""
    return f"Cluster {cluster + 1}"


def cluster_number(which: Any, names: Sequence[str]) -> int:
    """A cluster by its number in `session.labels`, or by its name; InputError if there is none."""
    if not isinstance(which, str):
        way_out = (
            f"{len(names)} clusters are shown; a name such as {clipped(names[0])!r} does as well"
        )
        return check_count(which, "cluster", 0, len(names) - 1, way_out)
    wanted = _plain(which)
    for number, name in enumerate(names):
        if _plain(name) == wanted:
            return number
    listed = ", ".join(repr(clipped(name)) for name in names[:10])
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    raise InputError(f"no cluster is called {clipped(which)!r}; there are {listed}{more}")


def checked_name(name: Any, cluster: int, names: Sequence[str]) -> str | None:
    """A name to give to a cluster, on one line; None for its own, by its number."""
    line = _line(name)
    plain = _plain(line)
    if plain == _plain(own_name(cluster)):
        return None
    for other, taken in enumerate(names):
        if other != cluster and _plain(taken) == plain:
            raise InputError(
                f"{clipped(line)!r} is the name of another cluster already; names differ, in more "
                "than capitals: choose another"
            )
    if CALLED_BY_NUMBER.fullmatch(plain):
        raise InputError(
            f"{line!r} is what the cluster with that number is called while it has no name; "
            "choose another"
        )
    return line


def free_name(wanted: Sequence[str], cluster: int, names: Sequence[str]) -> str:
    """The first of some names that may be given to a cluster; "" if none may.

    >>> free_name(["Tree", "Branch"], 1, ["tree", "Cluster 2"])
    'Branch'
    """
    for name in wanted:
        with suppress(InputError):
            return checked_name(name, cluster, names) or ""
    return ""


def _line(name: Any) -> str:
    """The name on one line, of characters that can be shown."""
    if not isinstance(name, str):
        raise InputTypeError(f"name={name!r} must be a text, such as 'Setosa'")
    line = " ".join(name.split())
    if len(line) > LONGEST_NAME:
        raise InputError(
            f"the name has {len(line)} characters, and a cluster's has {LONGEST_NAME} at most; "
            "shorten it"
        )
    for sign in line:
        turning = "characters that turn the direction of writing" if sign in TURNING else None
        if kind := turning or REFUSED.get(unicodedata.category(sign)):
            raise InputError(
                f"name={clipped(line)!a} holds U+{ord(sign):04X}, and a cluster's name has no "
                f"{kind}; leave it out"
            )
    if all(unicodedata.category(sign) in UNSEEN or sign in BLANK for sign in line):
        raise InputError(
            f"name={clipped(name)!a} is empty; give at least one character that can be seen"
        )
    return line


def clipped(name: str, most: int = SHOWN) -> str:
    """The beginning of a name, for a sentence."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _plain(name: str) -> str:
    """Names that look the same are the same."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()
