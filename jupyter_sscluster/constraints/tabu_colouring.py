"""Tabu search for a k-colouring (Tabucol); it proves nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def tabu_colours(
    neighbours: list[list[int]], k: int, n_moves: int, seed: int = 0
) -> NDArray[np.int64] | None:
    """A proper colouring with ``k`` colours, or None when ``n_moves`` moves led to none.

    Starts from random colours and keeps recolouring the vertex in conflict that leaves the fewest
    conflicts; a vertex may not return to a colour it left a few moves ago, unless this gives fewer
    conflicts than ever seen.

    References
    ----------
    Hertz and de Werra (1987), Using tabu search techniques for graph coloring,
    doi:10.1007/BF02239976; tenure after Galinier and Hao (1999), doi:10.1023/A:1009823419804.
    """
    rng = np.random.default_rng(seed)
    rows = [np.array(row, dtype=np.int64) for row in neighbours]
    colours = rng.integers(k, size=len(rows))
    neighbour_colours = np.zeros((len(rows), k), dtype=np.int64)
    for vertex, row in enumerate(rows):
        neighbour_colours[row, colours[vertex]] += 1
    expires = np.zeros_like(neighbour_colours)
    fewest = conflicts = int(neighbour_colours[np.arange(len(rows)), colours].sum()) // 2
    for move in range(n_moves):
        if conflicts == 0:
            return colours
        violated = np.flatnonzero(neighbour_colours[np.arange(len(rows)), colours])
        change = neighbour_colours[violated] - neighbour_colours[violated, colours[violated], None]
        tabu = (expires[violated] > move) & (conflicts + change >= fewest)
        tabu[np.arange(len(violated)), colours[violated]] = True
        vertex, colour, gain = _best_move(rng, violated, change, tabu)
        tenure = int(0.6 * len(violated)) + int(rng.integers(10))
        expires[vertex, colours[vertex]] = move + tenure
        neighbour_colours[rows[vertex], colours[vertex]] -= 1
        neighbour_colours[rows[vertex], colour] += 1
        colours[vertex] = colour
        conflicts += gain
        fewest = min(fewest, conflicts)
    return None


def _best_move(
    rng: np.random.Generator,
    violated: NDArray[np.int64],
    change: NDArray[np.int64],
    tabu: NDArray[np.bool_],
) -> tuple[int, int, int]:
    """A move to the fewest conflicts that is not tabu, drawn among equals; any where all are."""
    if tabu.all():
        row, colour = int(rng.integers(len(change))), int(rng.integers(change.shape[1]))
    else:
        score = np.where(tabu, np.iinfo(np.int64).max, change)
        best = np.flatnonzero(score == score.min())
        row, colour = divmod(int(rng.choice(best)), change.shape[1])
    return int(violated[row]), colour, int(change[row, colour])
