"""A rule's score of children that are given as dictionaries of columns; verbs are plain Python, too."""

from types import SimpleNamespace

from treewright.core.component import fitted, settling
from treewright.core.scale import scale_for
from treewright.core.terms import Terms

PARENT = 5


def nodes_of(rule, parent, *children):
    """A parent with so many visits, and its children behind it; `spread` follows from the visits."""
    nodes = [SimpleNamespace(visits=parent, first=PARENT + 1, count=len(children)) for _ in range(PARENT + 1)]
    for k, child in enumerate(children, PARENT + 1):
        nodes.append(SimpleNamespace(visits=0))
        rule.open(nodes, k)
        vars(nodes[k]).update(child)
        if child["visits"] > 0:
            nodes[k].spread = child["visits"] ** -0.5
    return nodes


def ready(rule, game, scale="sign", simulations=1000):
    """The rule as a search would have it."""
    rule = fitted(rule, game)
    settling(rule, game, Terms(simulations, scale_for(scale, game.score_range)))
    return rule


def scores(rule, parent, *children):
    nodes = nodes_of(rule, parent, *children)
    return [float(rule.score(nodes, PARENT, PARENT + 1 + k)) for k in range(len(children))]
