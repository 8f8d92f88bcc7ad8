"""The protocols of the studies, by name."""

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments.protocol_design import Protocol
from jupyter_sscluster.experiments.studies import atwa, eaton, okabe, svehla, vouros

__all__ = ["PROTOCOLS", "protocol"]

PROTOCOLS: dict[str, Protocol] = {
    each.name: each for study in (svehla, eaton, vouros, atwa, okabe) for each in study.PROTOCOLS
}
"""All protocols of the studies."""


def protocol(name: str) -> Protocol:
    """The protocol of that name.

    Raises
    ------
    InputError
        If there is none.

    >>> protocol("svehla-pairs").folds
    5
    """
    if name not in PROTOCOLS:
        study = name.lower().partition("-")[0]
        near = [each for each in PROTOCOLS if each.partition("-")[0] == study] or PROTOCOLS
        raise InputError(
            f"protocol {name!r} is not known; use one of {', '.join(map(repr, near))}, or a "
            "Protocol of your own"
        )
    return PROTOCOLS[name]
