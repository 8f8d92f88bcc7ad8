"""The upper part of a dendrogram, laid out."""

from typing import Any

from jupyter_sscluster._arrays import Array


def laid_out(dendrogram: Array, n_samples: int, counts: list[int]) -> dict[str, Any]:
    """Merges and cuts of the clusters in `counts`, most to fewest, as fractions of the picture.

    Earlier merges are leaves. If the highest merge is at 0, all heights are equal.
    """
    first, last = n_samples - counts[0], n_samples - counts[-1]
    rows = dendrogram[first:last]
    top = float(rows[:, 2].max(initial=0.0))
    children = {n_samples + first + t: (int(row[0]), int(row[1])) for t, row in enumerate(rows)}
    below = {child for pair in children.values() for child in pair}
    roots = [node for node in children if node not in below]
    leaves = _leaves(roots, children)
    seen = set(leaves)
    width = max(counts[0], 1)
    place = {leaf: (at + 0.5) / width for at, leaf in enumerate(leaves)}
    height = dict.fromkeys(seen, 0.0)
    merges = []
    for t, row in enumerate(rows):
        node, (a, b) = n_samples + first + t, children[n_samples + first + t]
        a, b = sorted((a, b), key=lambda each: place[each])
        place[node] = 0.5 * (place[a] + place[b])
        height[node] = float(row[2]) / top if top else (t + 1) / len(rows)
        merges.append(_rounded(place[a], place[b], height[a], height[b], height[node]))
    heights = [0.0, *(merge[-1] for merge in merges), 1.06]
    cuts = [
        {"clusters": k, "height": round(0.5 * (heights[step] + heights[step + 1]), 4), "step": step}
        for step, k in enumerate(counts)
    ]
    return {"merges": merges, "cuts": cuts}


def _leaves(roots: list[int], children: dict[int, tuple[int, int]]) -> list[int]:
    """From left to right, without recursion."""
    found, waiting = list[int](), list(reversed(roots))
    while waiting:
        node = waiting.pop()
        if node in children:
            waiting.extend(reversed(children[node]))
        else:
            found.append(node)
    return found


def _rounded(*values: float) -> tuple[float, ...]:
    return tuple(round(value, 4) for value in values)
