"""Questions about several points at once: a point placed among others, points sorted into piles."""
