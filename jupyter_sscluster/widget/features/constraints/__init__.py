"""The table of constraints and the links on the plot."""
