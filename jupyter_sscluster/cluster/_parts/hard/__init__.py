"""Assignment under hard constraints: greedy, Kempe chains, exact."""
