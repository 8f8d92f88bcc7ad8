"""Which answers are wrong?

Belief clustering weighs each answer against the others and the data, and says how likely it is to
be wrong.
"""

from sklearn.datasets import load_iris

from jupyter_sscluster import Session

iris = load_iris()
session = Session(iris.data, "beliefclustering", n_clusters=3, y_true=iris.target)
session.run_oracle(n_questions=25, wrong=0.1)
wrong = [
    answer.number
    for answer in session.answers
    if (iris.target[answer.i] == iris.target[answer.j]) != (answer.kind == "must")
]
thoughts = session.review.doubtful
print("really wrong:", wrong)
print("to be looked at again:", [thought.answer.number for thought in thoughts])
print(thoughts[0].why if thoughts else "nothing speaks against any answer")
