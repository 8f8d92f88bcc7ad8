"""What every projection returns, and the fixed samples of rows that some are made from."""

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray

TITLES = {
    "pca": "PCA",
    "features": "Two features",
    "tsne": "t-SNE",
    "umap": "UMAP",
    "metric": "Learned metric",
    "discriminant": "Discriminant axes",
    "own": "Own coordinates",
}
"""What each is called, in the order of the menu."""


@dataclass(frozen=True, eq=False)
class Projection:
    """Positions `xy` (n, 2), finite, and the `titles` of the two axes.

    `name` is "pca", "features", "tsne", "umap", "metric", "discriminant" or "own"; `ticks` whether
    numbers along the axes have a meaning; `about` a short label such as "98 % of variance", `note`
    a caveat in a sentence.
    """

    xy: Array
    titles: tuple[str, str]
    name: str
    ticks: bool = True
    about: str = ""
    note: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return TITLES[self.name]


def share_text(share: float) -> str:
    """Whole per cent; 0 and 100 are shown only where they are exact.

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


DIGITS = 7


def fixed_sample(n_rows: int, most: int) -> IntArray:
    """Numbers of at most so many rows, ascending: the same for as many rows, every time.

    >>> fixed_sample(3, 5).tolist(), len(fixed_sample(1000, 5))
    ([0, 1, 2], 5)
    """
    if n_rows <= most:
        return np.arange(n_rows)
    drawn = np.random.default_rng(0).choice(n_rows, most, replace=False)
    return np.sort(drawn).astype(np.int64)


def rounded(values: Array) -> Array:
    """Values over the largest of them, in seven digits after the point.

    >>> rounded(np.array([[2.0, 1.0 + 1e-12]])).tolist()
    [[1.0, 0.5]]
    """
    largest = float(np.abs(values).max()) or 1.0
    return np.round(values / largest, DIGITS)
