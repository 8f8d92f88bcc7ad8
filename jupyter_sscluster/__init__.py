"""Active semi-supervised clustering: a library, a headless session and a Jupyter widget.

What is known about pairs of points (`constraints`) steers how points are grouped (`cluster`), and
what to ask next (`active`) closes the loop. A `Session` runs that loop without a screen, and
`ClusterExplorer` shows it in a notebook. Importing this package loads no widget library.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.constraints.files.plain_table import read_pairs

if TYPE_CHECKING:
    from jupyter_sscluster.experiments import learning_curve
    from jupyter_sscluster.session import Session
    from jupyter_sscluster.widget import ClusterExplorer

__version__ = "0.1.0"

__all__ = [
    "ClusterExplorer",
    "Session",
    "Constraints",
    "ConflictError",
    "read_pairs",
    "learning_curve",
]

_LAZY = {
    "ClusterExplorer": "jupyter_sscluster.widget",
    "Session": "jupyter_sscluster.session",
    "learning_curve": "jupyter_sscluster.experiments",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
