"""Questions about several points: choose a representative, or sort into piles."""
