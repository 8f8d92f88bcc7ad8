"""The contract as one: what the core and all features declare."""

from functools import reduce
from operator import or_
from typing import TypedDict, get_type_hints

from jupyter_sscluster.widget.core.registry import declared

State = TypedDict(
    "State",
    {
        name: hint
        for part in declared("State")
        for name, hint in get_type_hints(part, include_extras=True).items()
    },
)
Message = reduce(or_, declared("Message"))
Reply = reduce(or_, declared("Reply"))
