"""The final choice: which root action is played once the search is over.

    visits    the most visited (robust child)
    mean      the best mean (max child)
    secure    the largest lower bound, mean - w / sqrt(visits), where w is half the width of the value scale
              (secure child; Chaslot, Winands, van den Herik, Uiterwijk & Bouzy 2008 write v - A / sqrt(n))

A proven win is played whatever the rule says; a proven score is preferred to anything that the search believes to be worse.
"""

import math

from treewright.core.result import Row
from treewright.core.scale import Scale

RULES = ("visits", "mean", "secure")


def choose_finally(rule: str, rows: list[Row], scale: Scale) -> int:
    """The action to play; `rows` stand in the order in which ties are broken."""
    best_proven = max((row.proven for row in rows if row.proven is not None), default=None)
    open_rows = [row for row in rows if row.proven is None and row.visits > 0]
    if best_proven is not None:
        safe = next(row for row in rows if row.proven == best_proven)
        open_rows = [row for row in open_rows if row.ceiling > best_proven]
        if not open_rows:
            return safe.action
        believed = _best(rule, open_rows, scale)
        return safe.action if scale.reward(best_proven) >= believed.mean else believed.action
    return _best(rule, open_rows or rows, scale).action


def _best(rule: str, rows: list[Row], scale: Scale) -> Row:
    if rule == "visits":
        return max(rows, key=lambda row: (row.visits, row.mean))
    if rule == "mean":
        return max(rows, key=lambda row: row.mean if row.visits else -math.inf)
    return max(rows, key=lambda row: row.mean - scale.width / 2 / math.sqrt(row.visits) if row.visits else -math.inf)
