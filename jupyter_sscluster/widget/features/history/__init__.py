"""Earlier states, branches, and the curves of progress."""
