"""Little room, long names, paper: nothing that a person needs is cut or covered."""
