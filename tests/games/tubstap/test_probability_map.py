"""Figures 5 and 6 of the report, and that the truth is always possible."""

import math

import numpy as np
import pytest

from tests.games.drive import random_game_in_python
from tests.games.tubstap.test_fog import field, observed
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.games.drawing import square
from treewright.games.tubstap.fog import tubstap
from treewright.games.tubstap.probability_map import ProbabilityMap, nearness, normalised, placements

SMALL = {"map": "random", "columns": 7, "rows": 7, "army": "IPUS", "fog": True}
GAMES = [tubstap(**SMALL), tubstap(**SMALL, seed=1, collision="true_legality"), tubstap(**SMALL, seed=2, watches=True),
         tubstap(**SMALL, seed=3, woods=True, reveals=True, stays=False), tubstap(**SMALL, seed=4, path=True),
         tubstap(**SMALL, seed=5, reveals=True)]
NAMES = ["usual", "true_legality", "watches", "woods", "path", "reveals"]
each_game = pytest.mark.parametrize("game", GAMES, ids=NAMES)


def told(mask, game):
    return {square(int(tile), game.width) for tile in np.flatnonzero(mask)}


def followed(game, moves, player=0, start="anywhere"):
    """The map of a player who has observed a game from its beginning, and his last observation."""
    chances, words = ProbabilityMap(game, player, start), moves.split()
    for k in range(len(words) + 1):
        o = observed(game, game.position(words[:k]), player)
        chances.see(o)
    return chances, o


# ---------------------------------------------------------------- the figures


FIGURE_5 = (". . . . . / . . . . . / . . . . . / . . . . . / . . . . .",
            ". . . . u / . . . . u / . . . . . / I . . . . / I . . . .")
FIRST, SECOND = 1, 0
"""Enemy 1 begins on e2, enemy 2 on e1; both have two steps."""


def known_start(game):
    there = np.zeros((game.most, game.tiles), bool)
    for rank in (FIRST, SECOND):
        there[rank, game.home[game.most + rank, 0]] = True
    return there


def test_figure_5():
    """Enemy 2 passes enemy 1 on e2 to reach e3; the unit that goes from a4 to a2 finds c2 empty, and c4 stays seen."""
    game = field(*FIGURE_5)
    chances, _ = followed(game, "end end", start=known_start(game))
    assert told(chances.odds[FIRST], game) == {"c2", "d1", "d2", "d3", "e1", "e2", "e3", "e4"}
    assert told(chances.odds[SECOND], game) == {"c1", "d1", "d2", "e1", "e2", "e3"}
    chances, o = followed(game, "end end a4-a2", start=known_start(game))
    assert told(chances.odds[FIRST], game) == {"d1", "d2", "d3", "e1", "e2", "e3", "e4"}
    assert np.allclose(chances.odds[FIRST][chances.odds[FIRST] > 0], 1 / 7)
    assert told(chances.odds[SECOND], game) == {"c1", "d1", "d2", "e1", "e2", "e3"}
    assert told(chances.edges(SECOND), game) == {"c1", "d2", "e3"}
    assert int(view(o).seen[0, 0]) >> 5 * 3 + 2 & 1


def test_figure_6_weighs_tiles_by_the_square_of_their_nearness_to_what_is_seen():
    seen = np.zeros((3, 9), bool)
    seen[:, :2] = True
    assert nearness(seen).tolist() == [[0, 0, 6, 5, 4, 3, 2, 1, 1]] * 3
    game = field(" / ".join([". . . . . ."] * 2), "I . . . . . / . . . . . p")
    chances, o = followed(game, "")
    found = chances.paranoid(o)[0].reshape(2, 6)
    weights = np.array([[0, 0, 0, 16, 9, 4], [0, 0, 16, 9, 4, 1]])
    assert np.allclose(found, weights / weights.sum())
    assert chances.odds[0].max() == pytest.approx(1 / 7)


def test_four_units_on_twenty_tiles_have_116280_determinations():
    assert placements(np.ones((4, 20), bool)) == 116_280 == math.perm(20, 4)
    assert placements(np.array([[1, 1, 0], [1, 0, 0]], bool)) == 1
    assert placements(np.array([[1, 0], [1, 0]], bool)) == 0


# ---------------------------------------------------------------- what must hold in every game


@each_game
def test_the_truth_is_always_possible_and_samples_fit_what_is_observed(game):
    rng, narrowed = np.random.default_rng(1), []
    for seed, start in enumerate(("mirrored", "anywhere", "mirrored")):
        played = random_game_in_python(game, seed)
        for player in (0, 1):
            chances = ProbabilityMap(game, player, start)
            for t, s in enumerate(played.views):
                o = observed(game, played.states[t:t + 1], player)
                chances.see(o)
                alive = [rank for rank, slot in enumerate(chances.slots) if s.hp[slot] > 0]
                assert np.allclose(chances.odds[alive].sum(axis=1), 1)
                assert np.count_nonzero(chances.odds.any(axis=1)) == len(alive)
                if s.to_move != player or s.over:
                    continue
                assert all(chances.odds[rank, int(s.tile[chances.slots[rank]])] > 0 for rank in alive)
                narrowed.append(np.count_nonzero(chances.odds[alive]) / len(alive) / game.tiles)
                again = chances.sample(o, rng)
                sampled = view(again)
                assert all(chances.odds[rank, int(sampled.tile[chances.slots[rank]])] > 0 for rank in alive)
                back = observed(game, again, player)
                back["stops"] = o["stops"]
                assert back.tobytes() == o.tobytes()
    assert np.mean(narrowed) < 0.6


@each_game
def test_from_its_edges_alone_a_unit_reaches_all_that_it_does_not_hold(game):
    played = random_game_in_python(game, 0)
    chances = ProbabilityMap(game, 0)
    for t, s in enumerate(played.views[:40]):
        chances.see(observed(game, played.states[t:t + 1], 0))
        mine = np.zeros(game.tiles, bool)
        mine[[int(s.tile[slot]) for slot in range(game.most) if s.hp[slot] > 0]] = True
        for rank in range(game.most):
            there = chances.odds[rank] > 0
            whole = chances.reach(rank, there, mine)
            assert np.array_equal(there | chances.reach(rank, chances.edges(rank), mine), whole)


def test_what_a_unit_reaches_is_what_the_rules_let_it_reach():
    """With nobody known in its way."""
    game = GAMES[0]
    for seed in range(3):
        for s in random_game_in_python(game, seed).views[::7]:
            for slot in range(game.most, 2 * game.most):
                if s.hp[slot] == 0:
                    continue
                chances, none = ProbabilityMap(game, 0), np.zeros(game.tiles, bool)
                there, mine = none.copy(), none.copy()
                there[int(s.tile[slot])] = True
                mine[[int(s.tile[own]) for own in range(game.most) if s.hp[own] > 0]] = True
                word = sum(1 << int(tile) for tile in np.flatnonzero(mine))
                foes = (np.uint64(word), np.uint64(0), np.uint64(0), np.uint64(0))
                found = game.within_reach(s, np.uint64(slot), np.uint64(1), foes)[0] | s.stands[1, 0]
                wanted = chances.reach(slot - game.most, there, mine)
                held = np.array([int(s.stands[1, 0]) >> tile & 1 for tile in range(game.tiles)], bool)
                assert np.array_equal([int(found) >> tile & 1 for tile in range(game.tiles)], wanted | held)


def test_units_that_find_no_tile_are_placed_on_the_nearest_that_is_free():
    game = field(". . . . # .", "I . . p . u")
    chances, o = followed(game, "")
    odds = normalised(np.eye(game.tiles)[[3, 3]])
    s = view(chances.sample(o, np.random.default_rng(1), odds))
    assert sorted(int(s.tile[slot]) for slot in chances.slots) == [2, 3]


# ---------------------------------------------------------------- what is refused


def test_a_map_that_is_not_mirrored_has_no_mirrored_start():
    with pytest.raises(Refused, match=r"drawn is not the same for both sides, .* starts anywhere, not mirrored"):
        ProbabilityMap(field(". . .", "I . p"), 0)
    with pytest.raises(Refused, match="starts mirrored or anywhere, not mirror; did you mean mirrored"):
        ProbabilityMap(GAMES[0], 0, "mirror")


def test_a_start_that_the_game_contradicts_is_told_and_another_one_goes_on():
    game = field(". . . . . . .", "I . p . . . i")
    wrong = np.zeros((2, 7), bool)
    wrong[:, 1] = True
    with pytest.raises(Refused, match="Blue's i can be nowhere: its start does not fit the game; begin another one"):
        followed(game, "", start=wrong)
    chances, _ = followed(game, "")
    assert told(chances.odds[1], game) == {"d1", "e1", "f1", "g1"}


def test_a_map_takes_in_only_what_its_side_observes():
    with pytest.raises(Refused, match="is Red's, and takes in what that side observes"):
        ProbabilityMap(GAMES[0], 0).see(observed(GAMES[0], GAMES[0].new(), 1))
    with pytest.raises(Refused, match="is for fog of war: write fog=true, too, for tubstap"):
        ProbabilityMap(tubstap(), 0)
