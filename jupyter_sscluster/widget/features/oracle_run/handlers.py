"""Messages about automatic answers: play, pause, and how they are to be."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, handles


@handles("auto_play")
def play(context: Context, message: Message) -> None:
    """Begin, or go on."""
    context.interaction.clear()
    context.dispatcher.leave_off()
    context.player.play()


@handles("auto_pause")
def pause(context: Context, message: Message) -> None:
    """Pause."""
    context.player.pause()


@handles("auto_speed")
def speed(context: Context, message: Message) -> None:
    """Another pace."""
    context.player.set_speed(field(message, "value"))


@handles("auto_goal")
def goal(context: Context, message: Message) -> None:
    """Another number of questions."""
    context.player.set_goal(field(message, "value"))


@handles("auto_wrong")
def wrong(context: Context, message: Message) -> None:
    """Another share of wrong answers."""
    context.player.set_wrong(field(message, "value"))


@handles("auto_beside")
def beside(context: Context, message: Message) -> None:
    """Other strategies beside the session's."""
    context.player.set_beside(field(message, "value"))
