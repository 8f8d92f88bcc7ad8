"""The claims of five studies as printed, and verdicts on them from records of their protocols."""
