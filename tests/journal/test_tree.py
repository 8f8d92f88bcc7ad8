"""The tree of moments, against one that keeps every way from the first moment as a list."""

import random

from jupyter_sscluster.journal.tree import Tree


def test_the_first_that_follows_goes_on_and_each_further_one_begins_a_branch():
    tree = Tree().grown().grown()
    assert (tree.path(tree.at), tree.branches) == ((0, 1, 2), (1, 1, 1))
    tree = tree.moved(1).grown()
    assert (tree.path(3), tree.branches) == ((0, 1, 3), (1, 1, 1, 2))
    tree = tree.moved(1).grown().moved(3).grown().grown().moved(3).grown()
    assert tree.branches == (1, 1, 1, 2, 3, 2, 2, 4)
    assert tree.path(7) == (0, 1, 3, 7)


def test_ahead_is_what_was_gone_to_last():
    tree = Tree().grown().grown().moved(1).grown()
    assert [tree.moved(1).ahead, tree.moved(0).ahead, tree.ahead] == [3, 1, None]
    tree = tree.moved(2).moved(0)
    assert (tree.ahead, tree.moved(1).ahead, tree.end, tree.before) == (1, 2, 2, None)


def test_a_random_walk():
    draw = random.Random(0)
    tree, ways, ahead = Tree(), [[0]], {}
    for _ in range(2000):
        kind = draw.choice(["grow", "back", "on", "go"])
        target = tree.at
        if kind == "grow":
            ways.append([*ways[tree.at], len(ways)])
            tree, target = tree.grown(), len(ways) - 1
        elif kind == "back" and tree.before is not None:
            target = tree.before
        elif kind == "on" and tree.ahead is not None:
            target = tree.ahead
        elif kind == "go":
            target = draw.randrange(len(ways))
        tree = tree.moved(target)
        ahead |= dict(zip(ways[target], ways[target][1:], strict=False))
        assert (tree.at, list(tree.path(tree.at))) == (target, ways[target])
        assert tree.ahead == ahead.get(target)
    assert [list(tree.path(step)) for step in range(tree.size)] == ways
    first = {}
    for way in ways[1:]:
        first.setdefault(way[-2], way[-1])
    for step, way in enumerate(ways[1:], 1):
        follows = first[way[-2]] == step
        assert (tree.branches[step] == tree.branches[way[-2]]) == follows
    assert [*dict.fromkeys(tree.branches)] == list(range(1, max(tree.branches) + 1))


def test_a_line_leads_on_to_its_end():
    tree = Tree().grown().grown().moved(1).grown().grown().moved(3).grown().moved(3)
    assert tree.branches == (1, 1, 1, 2, 2, 3)
    assert tree.line(0) == tree.line(1) == tree.line(5) == (0, 1, 3, 5)
    assert tree.line(2) == (0, 1, 2)
    assert tree.line(4) == (0, 1, 3, 4)
    assert tree.moved(0).line(3) == (0, 1, 3, 5)
    assert tree.moved(2).line(3) == (0, 1, 3, 4)
