"""The claims of the studies, as printed."""

from studies.printed_claims import atwa, eaton, okabe, svehla, vouros, vouros_samples

STUDIES = (svehla, eaton, vouros, vouros_samples, atwa, okabe)
CLAIMS = tuple(claim for study in STUDIES for claim in study.CLAIMS)
"""All claims of the studies."""
