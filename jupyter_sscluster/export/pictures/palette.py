"""Colour and shape of each cluster, the same as on the page."""

FILLS = (
    *("#E69F00", "#56B4E9", "#009E73", "#CC79A7", "#0072B2", "#D55E00", "#F0E442", "#000000"),
    *("#E78AC3", "#B2DF8A", "#A1887F", "#4D9DE0", "#A6D854", "#17BECF", "#1B7837", "#7F7FD5"),
    *("#80B1D3", "#8C564B", "#6A3D9A", "#9E9D24", "#FB9A99", "#BC80BD", "#C51B7D", "#FFB55A"),
    "#B15928",
)

SHAPES = (
    "M4.6 0A4.6 4.6 0 1 1-4.6 0A4.6 4.6 0 1 1 4.6 0Z",
    "M-4.1-4.1H4.1V4.1H-4.1Z",
    "M0-5.8L5.3 3.8H-5.3Z",
    "M0-6.1L5 0L0 6.1L-5 0Z",
    "M-1.9-5.2H1.9V-1.9H5.2V1.9H1.9V5.2H-1.9V1.9H-5.2V-1.9H-1.9Z",
    "M0 5.8L5.3-3.8H-5.3Z",
    "M0-6L1.7-2.1L5.8-1.7L2.7 1.1L3.6 5.1L0 3L-3.6 5.1L-2.7 1.1L-5.8-1.7L-1.7-2.1Z",
    "M-2.7-4.7H2.7L5.4 0L2.7 4.7H-2.7L-5.4 0Z",
)

NO_SHAPE = "M3.6 0A3.6 3.6 0 1 1-3.6 0A3.6 3.6 0 1 1 3.6 0Z"
"""The hollow mark of points in no cluster."""

VALUES = (
    *("#ffffd0", "#d3eec0", "#a2dbb7", "#6cc5bd", "#3fa8c1", "#2a83b9", "#275da8", "#173a80"),
    *("#CC6677", "#332288", "#DDCC77", "#117733", "#88CCEE", "#882255", "#44AA99", "#a8a8a8"),
)
"""Eight steps of a number; seven kinds, and all others."""

EDGE = 0.62
"""The share of the fill in an edge; the rest is black."""

SPOT = 0.82
"""That of a value's colour in a square."""


def fill_of(cluster: int) -> str:
    """The colour of a cluster."""
    return FILLS[cluster % len(FILLS)]


def edge_of(cluster: int) -> str:
    """The darker colour of its marks' edges.

    >>> edge_of(0)
    '#8f6300'
    """
    return _darker(fill_of(cluster), EDGE)


def spot_of(code: int) -> str:
    """The colour of a value in a square, which has no edge that shows it on white.

    >>> spot_of(0)
    '#d1d1ab'
    """
    return _darker(VALUES[code], SPOT)


def _darker(colour: str, share: float) -> str:
    parts = bytes.fromhex(colour[1:])
    return "#" + bytes(round(share * part) for part in parts).hex()


def shape_of(cluster: int) -> str:
    """The path of its marks."""
    return SHAPES[cluster % len(SHAPES)]
