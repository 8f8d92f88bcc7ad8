"""An interior-point method for a quadratic programme over shares of a sum."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from jupyter_sscluster._arrays import Array

MOST_STEPS = 100
INSIDE = 0.995
"""Share of the way to the nearest bound that a step may go."""


class Interior(NamedTuple):
    """x between its bounds, slack up to 1, and the prices of x >= 0, x <= 1 and of the sum."""

    x: Array
    slack: Array
    lower: Array
    upper: Array
    price: float


class Step(NamedTuple):
    """Changes of `Interior`; the slack shrinks as x grows."""

    x: Array
    lower: Array
    upper: Array
    price: float


class Optimum(NamedTuple):
    """x, the price of the sum (a row is worth its weight if its gradient is below), and steps."""

    x: Array
    price: float
    n_steps: int


def interior_point(K: Array, q: Array, b: int, tol: float) -> Optimum:
    """Minimise ½ xᵀKx + qᵀx over 0 ≤ x ≤ 1, Σx = b, to a small gap.

    That is, `gap_of` is at most tol times `size_of`.

    Mehrotra's predictor and corrector: Newton's steps on the conditions of the optimum, in which
    products of a variable and its price are aimed at a common value that falls to 0. Where several
    x are optimal it tends to the one in their midst, so that equal points weigh the same. O(n³) a
    step for n variables, with n × n numbers in memory; some ten to twenty steps.

    References
    ----------
    Mehrotra, S. (1992). On the implementation of a primal-dual interior point method. SIAM Journal
    on Optimization 2(4).

    >>> found = interior_point(np.eye(3), np.array([0.0, 0.0, -9.0]), 2, 1e-12)
    >>> found.x.round(6).tolist(), round(found.price, 6)
    ([0.5, 0.5, 1.0], 0.5)
    """
    n = len(q)
    if b >= n:
        return Optimum(np.ones(n), np.inf, 0)
    at, n_steps = _start(K, q, b), 0
    while n_steps < MOST_STEPS:
        gradient = K @ at.x + q
        if gap_of(gradient, at.x, b) <= tol * size_of(gradient, q, at.x):
            break
        system = K.copy()
        system[np.diag_indices(n)] += at.lower / at.x + at.upper / at.slack
        try:
            factor = cho_factor(system, lower=True, overwrite_a=True, check_finite=False)
        except np.linalg.LinAlgError:  # as near to the optimum as rounding allows
            break
        at, n_steps = _moved(at, factor, gradient, b), n_steps + 1
    return Optimum(at.x, at.price, n_steps)


def gap_of(gradient: Array, x: Array, b: int) -> float:
    """At most so much lies x above the optimum, `gradient` being that at x (Frank & Wolfe).

    A convex f is f(v) ≥ f(x) + gᵀ(v − x) for every v, and gᵀv is least where v marks the b least
    entries of g.
    """
    return float(gradient @ x - np.partition(gradient, b - 1)[:b].sum())


def size_of(gradient: Array, q: Array, x: Array) -> float:
    """The size of the terms of the value, ½ xᵀKx + |qᵀx|: to this size rounding is relative."""
    linear = float(q @ x)
    return 0.5 * float(gradient @ x - linear) + abs(linear)


def _start(K: Array, q: Array, b: int) -> Interior:
    """Equal shares, with prices of about the size of the gradient's differences."""
    n = len(q)
    x = np.full(n, b / n)
    gradient = K @ x + q
    price = float(np.median(gradient))
    above = gradient - price
    size = float(np.abs(above).mean()) + 1e-3
    lower = np.maximum(above, 0.0) + size
    return Interior(x, 1.0 - x, lower, lower - above, price)


def _moved(at: Interior, factor: tuple[Array, bool], gradient: Array, b: int) -> Interior:
    """One step, aimed first at the optimum itself, then at what this shows to be within reach."""
    products = at.x * at.lower, at.slack * at.upper
    mean = float(products[0].sum() + products[1].sum()) / (2 * len(at.x))
    first = _step(at, factor, gradient, b, (-products[0], -products[1]))
    far = _longest(at, first, 1.0)
    left = (at.x + far * first.x) @ (at.lower + far * first.lower)
    left += (at.slack - far * first.x) @ (at.upper + far * first.upper)
    aim = (float(left) / (2 * len(at.x)) / mean) ** 3 * mean
    wanted = (
        aim - products[0] - first.x * first.lower,
        aim - products[1] + first.x * first.upper,
    )
    step = _step(at, factor, gradient, b, wanted)
    far = _longest(at, step, INSIDE)
    x = at.x + far * step.x
    return Interior(
        x,
        at.slack - far * step.x,
        at.lower + far * step.lower,
        at.upper + far * step.upper,
        at.price + far * step.price,
    )


def _step(
    at: Interior,
    factor: tuple[Array, bool],
    gradient: Array,
    b: int,
    wanted: tuple[Array, Array],
) -> Step:
    """Newton's step by which products of variables and prices change as `wanted`, to first order.

    K dx − d price − d lower + d upper = −(what is left of it), Σ dx = b − Σ x; the last two are put
    in terms of dx, which leaves one system for all of it.
    """
    left = gradient - at.price - at.lower + at.upper
    right = wanted[0] / at.x - wanted[1] / at.slack - left
    by_right, by_price = cho_solve(
        factor, np.column_stack([right, np.ones(len(right))]), check_finite=False
    ).T
    price = float((b - at.x.sum() - by_right.sum()) / by_price.sum())
    dx = by_right + price * by_price
    return Step(
        dx,
        (wanted[0] - at.lower * dx) / at.x,
        (wanted[1] + at.upper * dx) / at.slack,
        price,
    )


def _longest(at: Interior, step: Step, share: float) -> float:
    """The longest step, at most 1, that goes this share of the way to the nearest bound."""
    values = np.concatenate([at.x, at.slack, at.lower, at.upper])
    changes = np.concatenate([step.x, -step.x, step.lower, step.upper])
    falls: NDArray[np.bool_] = changes < 0
    return min(1.0, share * float((-values[falls] / changes[falls]).min(initial=np.inf)))
