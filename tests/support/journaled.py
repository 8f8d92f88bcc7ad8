"""Sessions with a journal, and pictures of all their states."""

import pytest
from session_parts import blobs, picture

from jupyter_sscluster import Session
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.session import JournalError

X = blobs(30)


def make(path=None, **settings):
    return Session(
        X, **{"clusterer": KMeans(3, n_init=1), "strategy": "random", **settings}, path=path
    )


def busy(path):
    """A session in which a bit of everything has happened."""
    session = make(path)
    session.answer(0, 1, "must", weight=0.1)
    session.answer(2, 5, "unknown")
    session.set_n_clusters(4)
    session.answer_many([(3, 4), (6, 7)], "cannot")
    session.set_clusterer("pckmeans", n_init=1)
    session.set_strategy("explore consolidate")
    session.answer(0, 1, "cannot", soft=True)
    session.replace(1, 8, 9, "must")
    session.remove(4)
    session.fit(fresh=True)
    session.undo()
    session.undo()
    session.redo()
    return session


def steps(session):
    """Pictures of every state that undo and redo lead to, starting with the present one."""
    pictures = [picture(session)]
    while session.undo() is not None:
        pictures.append(picture(session))
    while session.redo() is not None:
        pictures.append(picture(session))
    return pictures


def refused(path, words, **settings):
    data = path.read_bytes() if path.is_file() else None
    with pytest.raises(JournalError, match=words) as caught:
        make(path, **settings)
    if data is not None:
        assert path.read_bytes() == data
    assert str(path.name) in str(caught.value) or str(path.parent) in str(caught.value)
