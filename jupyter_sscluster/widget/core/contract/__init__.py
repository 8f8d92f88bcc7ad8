"""What travels between the kernel and the page: every key of the state, every message.

Both sides hold to it. The page's types (`js/src/contract/`) are written from this file by
`js/contract.py`, and TypeScript refuses a page that reads or sends anything else; the tests
compare every state that the kernel sends, and every message that it accepts, with these types.
"""

from jupyter_sscluster.widget.core.contract.kinds import ParamValue
from jupyter_sscluster.widget.core.contract.messages import Message
from jupyter_sscluster.widget.core.contract.replies import Reply
from jupyter_sscluster.widget.core.contract.state import State
from jupyter_sscluster.widget.features.row_content.contract import Description

__all__ = ["Description", "Message", "ParamValue", "Reply", "State"]
