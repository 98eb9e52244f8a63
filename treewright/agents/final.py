"""The final choice: which root action is played once the search is over.

    visits    the most visited (robust child); of equals the best mean
    mean      the best mean (max child)
    secure    the largest lower bound, mean - w / sqrt(visits), where w is half the width of the value scale
              (secure child; Chaslot, Winands, van den Herik, Uiterwijk & Bouzy 2008 write v - A / sqrt(n))
    rule      what the selection rule itself would end with (its `merit`)

A proven score is preferred to whatever cannot beat it any more, and to whatever the search believes to be no better.
"""

import numpy as np

from treewright.agents.report import Standing
from treewright.core.scale import Scale

RULES = ("visits", "mean", "secure", "rule")


def choose_finally(rule: str, known: Standing, scale: Scale) -> int:
    """The action to play."""
    worth = _worth(rule, known, scale)
    if np.all(np.isnan(known.proven)):
        return int(known.action[np.argmax(worth)])
    safest = int(np.nanargmax(known.proven))
    worth[~np.isnan(known.proven) | (known.ceiling <= known.proven[safest]) | (known.visits == 0)] = -np.inf
    believed = int(np.argmax(worth))
    if worth[believed] == -np.inf or scale.reward(known.proven[safest]) >= known.mean[believed]:
        return int(known.action[safest])
    return int(known.action[believed])


def _worth(rule: str, known: Standing, scale: Scale) -> np.ndarray:
    if rule == "visits":
        return known.visits + (known.mean - scale.loss) / (scale.width + 1)
    if rule == "rule" and known.merit is not None:
        return known.merit.copy()
    visited = np.where(known.visits > 0, known.mean, -np.inf)
    return visited if rule == "mean" else visited - scale.width / 2 / np.sqrt(np.maximum(known.visits, 1))
