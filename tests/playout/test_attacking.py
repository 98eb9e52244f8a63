"""Playouts that prefer attacks."""

import numpy as np
import pytest

from tests.playout.choosing import chosen
from treewright.arena.match import match
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.games.tubstap.drawing import read_drawing
from treewright.games.tubstap.rules import Tubstap
from treewright.playout.attacking import Attacking

TEXT = "phases 4\nmargin 0\nground\n. . . .\narmy\nP I p i"
GAME = Tubstap(read_drawing(TEXT, "drawn"))


@pytest.mark.parametrize("share", [0.0, 0.8, 1.0])
def test_attacks_are_chosen_as_often_as_the_share_says_and_else_a_unit_and_an_action(share):
    """The panzer can only stay; the infantry can stay, or attack."""
    position = GAME.new()
    numbers = [GAME.parse(view(position), move) for move in ("a1", "b1", "b1xc1")]
    counts = chosen(GAME, Attacking(share), position, 8000)
    rest = 1 - share
    expected = 8000 * np.array([rest / 2, rest / 4, share + rest / 4])
    assert counts.sum() == counts[numbers].sum()
    assert np.all(np.abs(counts[numbers] - expected) < 200)


def test_where_there_is_no_attack_it_is_a_unit_and_any_of_its_actions():
    """The panzer goes one or two tiles; the cannon beside the wall can stay or go one."""
    game = Tubstap(read_drawing("phases 4\nmargin 0\nground\n...#..##.\narmy\nP...U...i", "drawn"))
    position = game.new()
    counts = chosen(game, Attacking(1.0), position, 6000)
    numbers = [game.parse(view(position), move) for move in ("a1", "a1-b1", "a1-c1", "e1", "e1-f1")]
    assert counts.sum() == counts[numbers].sum()
    assert np.all(np.abs(counts[numbers] - np.array([1000, 1000, 1000, 1500, 1500])) < 160)


def test_whoever_prefers_attacks_beats_whoever_does_not():
    assert match('tubstap("random", columns=6, rows=6, army="IPR")', "attacking", "uniform", games=100,
                 seed=1).interval().low > 0.6


def test_games_without_attacks_are_refused():
    with pytest.raises(Refused, match="attacking plays games that know which of their actions are attacks, such as "
                                      "tubstap; tic_tac_toe does not"):
        match("tic_tac_toe", "attacking", "uniform", games=2)


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_is_a_share(share):
    with pytest.raises(Refused, match="attacking: share must be from 0 to 1"):
        Attacking(share)

