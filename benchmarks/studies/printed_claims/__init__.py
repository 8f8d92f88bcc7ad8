"""The claims of the studies, as printed."""

from studies.printed_claims import atwa, eaton, okabe, svehla, vouros

CLAIMS = tuple(claim for study in (svehla, eaton, vouros, atwa, okabe) for claim in study.CLAIMS)
"""All claims of the studies."""
