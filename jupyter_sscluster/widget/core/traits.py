"""A trait whose value is always the session's own."""

from __future__ import annotations

from typing import Any

from traitlets import TraitError, TraitType


class FromSession(TraitType[Any, Any]):
    """Read-only: the value is looked up in `obj.session` whenever it is read.

    The widget tells observers of changes; there is no second copy that could lag behind.
    """

    info_text = "a value of the session"

    def get(self, obj: Any, cls: Any = None) -> Any:
        """The session's value of the same name; None while there is no session yet."""
        session = obj.__dict__.get("session")
        return None if session is None else getattr(session, str(self.name))

    def set(self, obj: Any, value: Any) -> None:
        """Refuse."""
        raise TraitError(
            f"{self.name} follows the session and cannot be set; use explorer.session, for "
            'instance explorer.session.answer(0, 1, "must")'
        )
