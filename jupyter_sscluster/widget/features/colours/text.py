"""Sentences about the colours of the points."""

from collections.abc import Sequence

from jupyter_sscluster.session.colours.kinds import COLOURED, Kinds
from jupyter_sscluster.session.colours.scale import Scale
from jupyter_sscluster.widget.core.interaction import RowFilter
from jupyter_sscluster.widget.core.text import count, shortened

TITLES = {"cluster": "Cluster", "doubt": "Doubt", "labels": "True labels"}
SAID = {"doubt": "doubt", "labels": "true label"}
"""What they are called within a sentence; columns by their names."""

FEW = 2
"""Kinds that the menu names; of more it tells how many there are."""

LIKELY = ((0.3, "little"), (0.7, "something"), (float("inf"), "much"))
"""Below which adjusted mutual information knowing a kind says how much about the cluster."""

NO_LABELS = "none given, with y_true="
NO_VALUE, NO_VALUES, INFINITE = "no value", "no values", "only infinite values"
ONLY_VIEW = "Colours and filters change only the view, never the clustering."
COMING = "The doubt is being worked out."
DIFFERENT = "different in every row"


def about(column: Scale | Kinds) -> str:
    """A column in a few words, beside its name in the menu."""
    if isinstance(column, Scale):
        if column.extent is None:
            return NO_VALUES if column.n_missing == len(column.values) else INFINITE
        return between(*(column.text(end) for end in column.extent))
    if column.all_differ:
        return DIFFERENT
    if not column.names:
        return NO_VALUES
    if len(column.names) <= FEW:
        return ", ".join(shortened(name, 12) for name in column.names)
    return f"{len(column.names):,} kinds"


def unknown(name: object, known: Sequence[str], argument: str = "color_by") -> str:
    """Why the points cannot be coloured by this, and by what they can."""
    some = [repr(one) for one in [*TITLES, *known[:20]]]
    more = f", and {len(known) - 20} more" if len(known) > 20 else ""
    return (
        f"{argument}={name!r} is no column of the data; choose one of {', '.join(some)}{more}, or "
        "give values of your own with color= of ClusterExplorer"
    )


def unsure(number: int) -> str:
    """How many points are in doubt."""
    return f"{count(number, 'point')} {'is' if number == 1 else 'are'} unsure"


def failed(name: str, error: BaseException) -> str:
    """Why a column has no colours."""
    return f"The colours stay: {name} stopped with {type(error).__name__}: {error}"


def unusable(error: BaseException) -> str:
    """Why the menu does not offer a column."""
    return shortened(f"stopped with {type(error).__name__}: {error}", 80)


def changed(title: str, column: Scale | Kinds | None) -> str:
    """The status line after the colours have changed."""
    if column is None:
        return "Coloured by cluster."
    if isinstance(column, Kinds):
        return f"Coloured by {title}: fill is the {title}, shape and outline are the cluster."
    if column.n_missing == len(column.values):
        return f"No point has a value of {title}: all are hollow."
    low, high = column.end_texts or [INFINITE, ""]
    span = low if not high else f"{low} everywhere" if low == high else f"{low} to {high}"
    return f"Coloured by {title}: {span}{_none_of(column.n_missing)}."


def _none_of(n_missing: int) -> str:
    have = "has" if n_missing == 1 else "have"
    return f", {count(n_missing, 'point')} {have} none" if n_missing else ""


def note(title: str, column: Scale | Kinds) -> str:
    """What is below the legend."""
    told = []
    if isinstance(column, Scale) and column.ends is not None and not column.n_positions:
        told.append(f"{title} is {column.text(column.ends[0])} everywhere.")
    if isinstance(column, Kinds) and column.n_others:
        told.append("The seven most frequent have a colour, the rest share grey.")
    if column.n_missing:
        have, are = ("has", "is") if column.n_missing == 1 else ("have", "are")
        told.append(f"{count(column.n_missing, 'point')} {have} no {title} and {are} hollow.")
    if isinstance(column, Scale) and column.n_beyond:
        lie = "lies" if column.n_beyond == 1 else "lie"
        told.append(f"{count(column.n_beyond, 'value')} {lie} beyond the ends of the scale.")
    return " ".join([*told, ONLY_VIEW])


def others(column: Kinds) -> str:
    """What the kinds without a colour of their own are called."""
    return f"{column.n_others:,} {'other' if column.n_others == 1 else 'others'}"


def goes_with(title: str, value: float) -> str:
    """What an agreement of kinds and clusters means."""
    how = next(word for most, word in LIKELY if value < most)
    return f"Knowing the {title} says {how} about the cluster (adjusted mutual information)."


def between(low: str, high: str) -> str:
    """A range on a chip and in the menu; a minus or a hyphen is no neighbour of a dash."""
    if low == high:
        return low
    return f"{low} to {high}" if {*low, *high} & {"−", "-"} else f"{low}–{high}"


def either(names: Sequence[str]) -> str:
    """Kinds on a chip."""
    return f"= {', '.join(shortened(name, 16) for name in names)}"


def quoted(text: str) -> str:
    """What was searched for, on a chip."""
    return f"“{shortened(text, 24)}”"


def left(number: int, n_points: int) -> str:
    """How many points are left."""
    return f"{number:,} of {count(n_points, 'point')}"


def filtered(filters: Sequence[RowFilter], n_left: int, n_points: int) -> str:
    """The status line after the filters have changed."""
    if not filters:
        return "No filter: all points are shown in colour."
    told = ", ".join(f"{each.what} {each.value}" for each in filters)
    return f"{left(n_left, n_points)} shown in colour: {told}. The clustering is unchanged."


def nothing(filters: Sequence[RowFilter]) -> str:
    """That no point is in all filters."""
    told = " and ".join(f"{each.what} {each.value}" for each in filters)
    return f"No point has {told}."


def histogram(title: str, n_values: int, ends: Sequence[str]) -> str:
    """The histogram in words."""
    return f"{title}: {count(n_values, 'value')} from {ends[0]} to {ends[1]}"


def spread(name: str, low: str, median: str, high: str) -> str:
    """The values of a cluster in words."""
    return f"{name}: median {median}, half of them {low} to {high}"


def found_kinds(column: Kinds, wanted: str, most: int) -> list[int]:
    """Kinds without a colour of their own whose name holds a text, the most frequent first."""
    text = wanted.strip().casefold()
    if not text:
        return []
    later = range(COLOURED, len(column.names))
    return [kind for kind in later if text in column.names[kind].casefold()][:most]
