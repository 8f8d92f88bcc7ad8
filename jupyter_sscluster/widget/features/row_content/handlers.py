"""Messages that ask for names and images, and for rows that a text finds."""

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, points, reads


@reads("names")
def names(context: Context, message: Message) -> None:
    """Names of points."""
    context.replies.names(points(context, message))


@reads("images")
def images(context: Context, message: Message) -> None:
    """Images of points."""
    context.replies.images(points(context, message))


@reads("find")
def find(context: Context, message: Message) -> None:
    """Rows that a text finds."""
    text = field(message, "text")
    if not isinstance(text, str):
        raise MessageError(f"text={text!r} must be a text: a name, a number or a word")
    context.replies.find(text)
