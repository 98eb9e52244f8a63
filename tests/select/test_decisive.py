"""Decisive and anti-decisive moves: which actions a node gets, whether the game says what wins or it must be tried."""

import numpy as np
import pytest

import treewright as tw
from tests.select.by_hand import ready
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.games.hex import Hex
from treewright.select.decisive import Decisive
from treewright.select.uct import UCT

FOUR = tw.connect_four()


def kept(game, moves, **given):
    """The actions that a node gets, as people write them."""
    rule, s, actions = ready(Decisive(**given), game), view(game.position(moves)), np.zeros(game.widest, np.int32)
    rule.tried.probe = rule.tried.probe.view(np.recarray)
    with np.errstate(over="ignore"):
        n = rule.narrow(game, s, actions, game.legal(s, actions))
    return [game.describe(s, int(action)) for action in actions[:n]]


def test_what_wins_at_once_is_all_that_is_left():
    assert kept(FOUR, "1 2 1 2 1 3") == ["1"]
    assert kept(Hex(3), "a1 b1 a2 b2") == ["a3"]


def test_what_stops_the_other_is_all_that_is_left_otherwise():
    assert kept(FOUR, "1 2 1 2 1") == ["1"]
    assert kept(Hex(3), "a1 b1 a2") == ["a3"]
    assert len(kept(FOUR, "1 2 1 2 1", anti=False)) == 7
    assert len(kept(Hex(3), "a1 b1 a2", anti=False)) == 6


def test_where_nobody_wins_at_once_all_are_left():
    assert len(kept(FOUR, "4 4")) == 7
    assert len(kept(Hex(3), "a1")) == 8


def test_a_position_that_is_lost_anyway_keeps_all():
    """From b2, which hangs together with b1 above it, both a3 and b3 reach the bottom."""
    assert len(kept(Hex(3), "b2 a1 b1")) == 6


def test_the_search_looks_at_nothing_else():
    result = tw.decisive(simulations=100).search(FOUR, FOUR.position("1 2 1 2 1"))
    assert [(row.text, row.visits) for row in result.rows if row.visits] == [("1", 100)]


def test_it_takes_the_manners_of_the_rule_within():
    rule = Decisive(UCT(urgency=0.5, ties="drawn"))
    assert (rule.one_by_one, rule.draws_lots, rule.columns) == (False, True, UCT.columns)
    assert str(rule) == "decisive(rule=uct(urgency=0.5, ties=drawn))"


@pytest.mark.parametrize(("given", "said"), [
    ("solver=true", "the solver proves nothing below decisive, which leaves legal actions out"),
    ("states=table", "states=table cannot have the selection rule decisive")])
def test_what_needs_all_actions_is_refused(given, said):
    with pytest.raises(Refused, match=said):
        tw.agent(f"decisive(simulations=10, {given})")
