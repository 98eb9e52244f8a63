"""Progressive bias and progressive widening: their formulas, and when children are added."""

import math

import pytest

import treewright as tw
from tests.select.by_hand import ready, scores
from treewright.core.errors import Refused
from treewright.games.tic_tac_toe import TicTacToe
from treewright.select.progressive_bias import ProgressiveBias
from treewright.select.widening import Widening

MIDDLE = "by_action([1, 2, 4, 8, 4, 2, 1])"


def test_the_bias_fades_with_the_visits():
    rule = ready(ProgressiveBias(c=0.5, urgency=0.1), TicTacToe())
    got = scores(rule, 40, {"visits": 9, "mean": 0.25, "bias": 0.8}, {"visits": 0, "bias": 0.8})
    assert got == pytest.approx([0.25 + 0.5 * math.sqrt(math.log(40) / 9) + 0.08, 0.1 + 0.8])


@pytest.mark.parametrize(("simulations", "tried"), [(3, 3), (40, 5), (65, 5), (66, 6), (85, 6), (86, 7)])
def test_children_are_added_when_the_formula_says_so_the_best_first(simulations, tried):
    """The sixth at 50 x 1.3 = 65 visits, the seventh at 50 x 1.3^2 = 84.5."""
    result = tw.agent(f"widening(prior={MIDDLE}, simulations={simulations})").search(tw.connect_four())
    visited = {row.action for row in result.rows if row.visits > 0}
    assert len(visited) == tried
    assert visited >= {3} | ({2, 4} if tried >= 3 else set()) | ({1, 5} if tried >= 5 else set())


@pytest.mark.parametrize(("given", "said"), [
    ({"first": 0}, "first of at least 1"),
    ({"after": -1}, "after of at least 0"),
    ({"base": 0.9}, "base of at least 1"),
    ({"expand": "all"}, "adds children one by one"),
    ({"urgency": 0.5}, "adds children one by one")])
def test_what_cannot_widen_is_refused(given, said):
    with pytest.raises(Refused, match=said):
        Widening(**given)
