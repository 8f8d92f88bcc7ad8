"""COP-, PCK- and MPCK-means as their papers print them: loops over points, clusters and pairs.

`must` and `cannot` are matrices of what is stated or entailed; `orders` gives, for each sweep, the
order in which all points are visited; for MPCK-means None is the greedy order. None is returned
where the text does not say what to do: a cluster is empty, or a scatter has no inverse that is
positive definite.
"""

import numpy as np


class DeadEnd(Exception):
    """A point may join no cluster, and no clustering is returned."""


def until_no_label_changes(sweep, orders, max_iter):
    """Repeat, whatever it is, until it leaves the labels alone; labels and number of sweeps."""
    labels = None
    for number in range(1, max_iter + 1):
        found = sweep(labels, next(orders))
        if found is None:
            return None
        if labels is not None and found == labels:
            return np.array(found), number
        labels = found
    return np.array(labels), max_iter


def means(X, labels, k):
    return np.array([X[np.array(labels) == c].mean(axis=0) for c in range(k)])


def cop(X, must, cannot, centres, orders, max_iter=300):
    """Wagstaff et al. (2001): the nearest cluster such that no constraint is violated."""
    n, k = len(X), len(centres)
    now = {"centres": np.array(centres)}

    def sweep(_, order):
        labels = [None] * n
        for i in order:
            near = sorted(range(k), key=lambda c: ((X[i] - now["centres"][c]) ** 2).sum())
            for c in near:
                others = [j for j in range(n) if j != i and labels[j] is not None]
                torn = any(must[i, j] and labels[j] != c for j in others)
                joined = any(cannot[i, j] and labels[j] == c for j in others)
                if not torn and not joined:
                    labels[i] = c
                    break
            else:
                raise DeadEnd
        if len(set(labels)) < k:
            return None
        now["centres"] = means(X, labels, k)
        return labels

    return until_no_label_changes(sweep, orders, max_iter)


def pck(X, must, cannot, centres, weight, orders, max_iter=300):
    """Švehla (2018), algorithm 3, with the squares that equation 2.1 needs."""
    n, k = len(X), len(centres)
    now = {"centres": np.array(centres)}

    def sweep(labels, order):
        labels = [None] * n if labels is None else list(labels)
        for i in order:
            costs = []
            for c in range(k):
                cost = 0.5 * ((X[i] - now["centres"][c]) ** 2).sum()
                for j in range(n):
                    if j != i and labels[j] is not None:
                        cost += weight * (must[i, j] and labels[j] != c)
                        cost += weight * (cannot[i, j] and labels[j] == c)
                costs.append(cost)
            labels[i] = int(np.argmin(costs))
        if len(set(labels)) < k:
            return None
        now["centres"] = means(X, labels, k)
        return labels

    return until_no_label_changes(sweep, orders, max_iter)


def under(v, A):
    return v @ A @ v


def farthest(X, A):
    """The difference of the two points that are farthest apart."""
    pairs = [X[a] - X[b] for a in range(len(X)) for b in range(a)]
    return max(pairs, key=lambda v: under(v, A))


def mpck(X, must, cannot, centres, weight, orders, *, single, diagonal, max_iter=300):
    """Švehla (2018), algorithm 4; one metric for all clusters sums their equations."""
    way = MPCK(X, must, cannot, centres, weight, single, diagonal)
    found = until_no_label_changes(way.sweep, orders, max_iter)
    return None if found is None else (*found, way.A)


class MPCK:
    def __init__(self, X, must, cannot, centres, weight, single, diagonal):
        (self.n, self.d), self.k = X.shape, len(centres)
        self.X, self.must, self.cannot, self.weight = X, must, cannot, weight
        self.single, self.diagonal = single, diagonal
        self.centres = np.array(centres)
        self.A = [np.eye(self.d)] * self.k
        self.far = [farthest(X, np.eye(self.d))] * self.k

    def sweep(self, labels, order):
        labels = [None] * self.n if labels is None else list(labels)
        for i in sorted(range(self.n), key=self.greedy) if order is None else order:
            labels[i] = int(np.argmin([self.cost(i, c, labels) for c in range(self.k)]))
        if len(set(labels)) < self.k:
            return None
        self.centres = means(self.X, labels, self.k)
        return labels if self.learn(labels) else None

    def greedy(self, i):
        """By pairs, then distance; the two rows of a cluster of two are equally far."""
        near = min(under(self.X[i] - self.centres[c], self.A[c]) for c in range(self.k))
        return self.must[i].sum() + self.cannot[i].sum(), round(near, 9)

    def cost(self, i, c, labels):
        A, far, w = self.A, self.far, self.weight
        total = under(self.X[i] - self.centres[c], A[c]) - np.log(np.linalg.det(A[c]))
        for j in range(self.n):
            if j == i or labels[j] is None:
                continue
            v = self.X[i] - self.X[j]
            if self.must[i, j] and labels[j] != c:
                total += w * (0.5 * under(v, A[c]) + 0.5 * under(v, A[labels[j]]))
            if self.cannot[i, j] and labels[j] == c:
                total += w * (under(far[c], A[c]) - under(v, A[c]))
        return total

    def scatter(self, labels, c):
        S, far = np.zeros((self.d, self.d)), self.far[c]
        for i in range(self.n):
            if labels[i] == c:
                v = self.X[i] - self.centres[c]
                S += np.outer(v, v)
            for j in range(i):
                v, ends = self.X[i] - self.X[j], (labels[i], labels[j])
                if self.must[i, j] and ends[0] != ends[1] and c in ends:
                    S += 0.5 * self.weight * np.outer(v, v)
                if self.cannot[i, j] and ends == (c, c):
                    S += self.weight * (np.outer(far, far) - np.outer(v, v))
        return S

    def learn(self, labels):
        S = [self.scatter(labels, c) for c in range(self.k)]
        sizes = [labels.count(c) for c in range(self.k)]
        if self.single:
            S, sizes = [sum(S)] * self.k, [self.n] * self.k
        if self.diagonal:
            S = [np.diag(np.diag(s)) for s in S]
        spread = np.sqrt(self.X.var(axis=0))
        for s, size in zip(S, sizes, strict=True):
            least = np.linalg.eigvalsh(s / size / spread / spread[:, None])[0]
            if least < 1e-5 or size <= (1 if self.diagonal else self.d):
                return False
        self.A = [size * np.linalg.inv(s) for s, size in zip(S, sizes, strict=True)]
        self.far = [farthest(self.X, A) for A in self.A]
        return True
