"""Ends of pairs assigned by priority, the rules read off one by one (Okabe & Yamada 2012)."""

import numpy as np


def assigned_by_hand(pairs, together, order, distances):
    """The rules of the weak learner, read off one by one."""
    ranked = np.argsort(distances, axis=1, kind="stable")
    found = {}
    for r in order:
        i, j = pairs[r]
        near_i, near_j = int(ranked[i, 0]), int(ranked[j, 0])
        if i not in found and j not in found:
            i_first = distances[i].min() <= distances[j].min()
            if together[r]:
                found[i] = found[j] = near_i if i_first else near_j
            elif near_i != near_j:
                found[i], found[j] = near_i, near_j
            elif i_first:
                found[i], found[j] = near_i, int(ranked[j, 1])
            else:
                found[i], found[j] = int(ranked[i, 1]), near_j
        elif i in found and j not in found:
            found[j] = joined(found[i], together[r], ranked[j])
        elif j in found and i not in found:
            found[i] = joined(found[j], together[r], ranked[i])
    return found


def joined(other, together, ranked):
    if together:
        return other
    return next(int(c) for c in ranked if c != other)
