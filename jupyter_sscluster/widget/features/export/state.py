"""What files of this widget are called."""

from pathlib import Path
from typing import Any

from jupyter_sscluster.widget.core.view import View

UNNAMED = "clustering"


def state(view: View) -> dict[str, Any]:
    """The first part of a file's name: that of the journal, where there is one."""
    return {"file_name": stem(view.session.path)}


def stem(path: str | None) -> str:
    """A journal's name without its ending.

    >>> stem("work/answers.jsonl"), stem(None)
    ('answers', 'clustering')
    """
    return (Path(path).stem if path else "") or UNNAMED
