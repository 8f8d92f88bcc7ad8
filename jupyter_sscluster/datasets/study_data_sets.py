"""The data sets of the studies: their sources, and the classes and features to drop."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from jupyter_sscluster.datasets.example_data_sets import load_digits389, make_brodinova

Data = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Described:
    """A data set by name: generated, or a file of a folder, or a set of OpenML.

    `shape` is (rows, features, classes), `made` generates it, `file` is its name without ".csv",
    `openml` its number there, `classes` those taken of a larger set, `noise` its noise features,
    `source` the address of a set that is to be put into a file by hand.
    """

    shape: tuple[int, int, int]
    made: Callable[[], Data] | None = None
    file: str = ""
    openml: int | None = None
    classes: tuple[str, ...] = ()
    noise: tuple[int, ...] = field(default=())
    source: str = ""

    @property
    def address(self) -> str:
        """Where its file is to be had: empty for a set that is always available."""
        return f"https://www.openml.org/d/{self.openml}" if self.openml else self.source


def _of(function: Callable[..., Data]) -> Callable[[], Data]:
    return lambda: function(return_X_y=True)


def _brodinova(informative: int) -> Callable[[], Data]:
    return lambda: make_brodinova(informative, 10 - informative, random_state=informative)


CODE_PCSKM = "https://github.com/avouros/Code-PCSKM (datasets)"
SHAPES = "https://github.com/gagolews/clustering-data-v1 (sipu)"
XING = "https://github.com/yipeiw/Optimization-Project-metric-learning (data)"
CRABS = "https://vincentarelbundock.github.io/Rdatasets/csv/MASS/crabs.csv"
PEN_DIGITS = "https://www.openml.org/d/32 (317 rows of digits 3, 8 and 9)"
LETTERS = "https://www.openml.org/d/6 (227 rows of letters I, J and L)"
MAZE = tuple(range(8, 18))
SAMPLES = range(1, 11)
N_EXPONENTIAL = 4

SETS = {
    "iris": Described((150, 4, 3), _of(load_iris)),
    "wine": Described((178, 13, 3), _of(load_wine)),
    "wdbc": Described((569, 30, 2), _of(load_breast_cancer)),
    "digits389": Described((537, 64, 3), load_digits389),
    "brodinova 5+5": Described((120, 10, 3), _brodinova(5), noise=tuple(range(5, 10))),
    "brodinova 3+7": Described((120, 10, 3), _brodinova(3), noise=tuple(range(3, 10))),
    "glass": Described((214, 9, 6), file="glass", openml=41),
    "ionosphere": Described((351, 34, 2), file="ionosphere", openml=59),
    "ecoli": Described((336, 7, 8), file="ecoli", openml=39),
    "heart": Described((270, 13, 2), file="heart_statlog", openml=53),
    "breast": Described((683, 9, 2), file="breast_wisconsin", openml=15),
    "yeast": Described((1484, 8, 10), file="yeast", openml=181),
    "segment": Described((2310, 19, 7), file="image_segmentation", openml=36),
    "pen digits": Described((3165, 16, 3), file="digits389", openml=32, classes=("3", "8", "9")),
    "magic": Described((19020, 10, 2), file="magic", openml=1120),
    "protein": Described((116, 20, 6), file="protein", source=XING),
    "crabs": Described((200, 5, 2), file="crabs_sex", source=CRABS),
    "pen digits 10%": Described((317, 16, 3), file="digits389_10pct", source=PEN_DIGITS),
    "letters": Described((227, 16, 3), file="letters_ijl_10pct", source=LETTERS),
    "pathbased": Described((300, 2, 3), file="shapes/pathbased", source=SHAPES),
    "spiral": Described((312, 2, 3), file="shapes/spiral", source=SHAPES),
    "maze SC": Described((424, 18, 3), file="vouros/mwm_tt_sc_st", noise=MAZE, source=CODE_PCSKM),
    "maze CR": Described((406, 18, 3), file="vouros/mwm_tt_ch_st", noise=MAZE, source=CODE_PCSKM),
}
for _digits in ("048", "389"):
    for _sample in SAMPLES:
        _file = f"vouros/digits{_digits}_{_sample:02d}"
        SETS[f"digits {_digits} {_sample}"] = Described((150, 16, 3), file=_file, source=CODE_PCSKM)
        SETS[f"digits {_digits} {_sample} + noise"] = Described(
            (150, 16 + N_EXPONENTIAL, 3),
            file=_file,
            noise=tuple(range(16, 16 + N_EXPONENTIAL)),
            source=CODE_PCSKM,
        )
