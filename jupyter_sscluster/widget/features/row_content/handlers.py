"""Messages that ask for names and images."""

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, points, reads


@reads("names")
def names(context: Context, message: Message) -> None:
    """Names of points."""
    context.replies.names(points(context, message))


@reads("images")
def images(context: Context, message: Message) -> None:
    """Images of points."""
    context.replies.images(points(context, message))
