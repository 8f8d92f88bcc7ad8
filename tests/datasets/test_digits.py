import numpy as np
from sklearn.datasets import load_digits

from jupyter_sscluster.datasets import load_digits389


def test_digits389_are_the_rows_of_scikit_learn_in_their_order():
    X, y = load_digits389()
    whole, digit = load_digits(return_X_y=True)
    rows = [row for row in range(len(digit)) if digit[row] in (3, 8, 9)]
    assert X.shape == (537, 64)
    assert np.array_equal(X, whole[rows])
    assert y.tolist() == [int(digit[row]) for row in rows]


def test_digits389_are_new_arrays_each_time():
    first, _ = load_digits389()
    first[:] = -1
    assert load_digits389()[0].min() == 0
