"""Messages about automatic answers: play, pause, and how they are to be."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.message_fields import Handler, Message, field


def _play(context: Context, message: Message) -> None:
    context.interaction.clear()
    context.dispatcher.leave_off()
    context.player.play()


def _pause(context: Context, message: Message) -> None:
    context.player.pause()


def _speed(context: Context, message: Message) -> None:
    context.player.set_speed(field(message, "value"))


def _goal(context: Context, message: Message) -> None:
    context.player.set_goal(field(message, "value"))


def _wrong(context: Context, message: Message) -> None:
    context.player.set_wrong(field(message, "value"))


def _beside(context: Context, message: Message) -> None:
    context.player.set_beside(field(message, "value"))


AUTO: dict[str, Handler] = {
    "auto_play": _play,
    "auto_pause": _pause,
    "auto_speed": _speed,
    "auto_goal": _goal,
    "auto_wrong": _wrong,
    "auto_beside": _beside,
}
