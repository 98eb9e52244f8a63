"""Planes: what a player sees as numbers; the same compiled and in plain Python, for games with planes and without."""

from pathlib import Path

import numpy as np
import pytest

import treewright as tw
from treewright.agents import language
from treewright.core.errors import Refused
from treewright.core.fields import count_numbers, write_fields
from treewright.core.planes import look, new_eyes, plane_shape, planes_of, writes_planes
from treewright.core.record import record, view

SMALL = Path(__file__).parents[1] / "small_games"


class Layout(tw.Game):
    """Every kind of field; no one plays it."""

    actions = widest = longest = 1
    score_range = (-1.0, 1.0)
    state = record(sets=("u8", (2, 2)), word="u8", wide="f8", table=("i2", (2, 3)), odd="u1", to_move="i1", over="i1",
                   score=("f4", 2))


class Secret(Layout):
    """Hides something, and does not say what a player sees."""

    hidden = True


class Shapeless(Layout):
    """Writes planes of unknown shape."""

    def planes(self, s, player, out):
        out[0, 0, 0] = 1


def filled():
    states = np.zeros(1, Layout.state)
    rng = np.random.default_rng(3)
    for name in Layout.state.names:
        kind = Layout.state[name].base
        states[name] = rng.integers(0, 100, states[name].shape).astype(kind)
    states["sets"] = rng.integers(0, 2**64, (1, 2, 2), np.uint64)
    return states


def test_the_default_shows_every_field_in_the_order_of_the_record_and_words_bit_by_bit():
    states, game = filled(), Layout()
    assert plane_shape(game) == (count_numbers(game.state), 1, 1) == (1 + 4 * 64 + 64 + 1 + 6 + 1 + 1 + 1 + 2, 1, 1)
    got = planes_of(game, states, np.array([1]))[0, :, 0, 0]
    numbers = [1.0]
    for name in game.state.names:
        if name.startswith("spare"):
            continue
        for value in states[name][0].ravel().tolist():
            whole = name in ("sets", "word")
            numbers += [float(value >> bit & 1) for bit in range(64)] if whole else [float(value)]
    assert got.tolist() == np.array(numbers, np.float32).tolist()


def test_the_default_is_the_same_in_plain_python():
    states, out = filled(), np.zeros(plane_shape(Layout()), np.float32)
    write_fields(view(states), 1, out)
    assert np.array_equal(out, planes_of(Layout(), states, np.array([1]))[0])


def test_what_is_hidden_from_a_player_makes_no_difference_to_his_planes():
    game = language.game(str(SMALL / "tricks.py"))
    states = game.new(1)
    other = states.copy()
    other["hands"][0, 1] ^= 0b1111
    mine, theirs = (planes_of(game, both, np.array([0])) for both in (states, other))
    assert np.array_equal(mine, theirs)
    assert not np.array_equal(planes_of(game, states, np.array([1])), planes_of(game, other, np.array([1])))


def test_whoever_is_to_move_looks_unless_somebody_else_is_named():
    game = tw.tic_tac_toe()
    states = np.concatenate([game.position("a1"), game.position("a1 b2")])
    assert planes_of(game, states)[:, 0].sum(axis=(1, 2)).tolist() == [0, 1]
    assert np.array_equal(planes_of(game, states), planes_of(game, states, states["to_move"]))
    assert planes_of(game, states, np.array([0, 0]))[:, 0].sum(axis=(1, 2)).tolist() == [1, 1]


@pytest.mark.parametrize(("name", "moves"), [("connect_four(5, 4)", "1 1 2 2"), ("heap_go(3)", "A B")])
def test_the_mask_has_the_legal_actions_of_the_player_to_move_and_nothing_for_others(name, moves):
    game = language.game(name)
    states = game.position(moves)
    mover = int(states["to_move"][0])
    out, mask = np.ones(plane_shape(game), np.float32), np.ones(game.actions, np.int8)
    look(game, new_eyes(game), states, 0, mover, out, mask)
    assert np.flatnonzero(mask).tolist() == game.choices(view(states))
    assert np.array_equal(out, planes_of(game, states)[0])
    look(game, new_eyes(game), states, 0, 1 - mover, out, mask)
    assert not mask.any()


def test_nothing_may_be_done_when_the_game_is_over():
    game = tw.tic_tac_toe()
    states, mask = game.position("1 4 2 5 3"), np.ones(9, np.int8)
    for player in (0, 1):
        look(game, new_eyes(game), states, 0, player, np.zeros(plane_shape(game), np.float32), mask)
        assert not mask.any()


def test_a_game_that_hides_something_must_say_what_is_seen():
    with pytest.raises(Refused, match=r"secret hides something, but has no verb observe\(s, player, o\)"):
        planes_of(Secret(), np.zeros(1, Secret.state))


def test_a_game_with_planes_must_declare_their_shape():
    assert writes_planes(Shapeless())
    with pytest.raises(Refused, match="shapeless has the verb planes, but does not declare plane_shape"):
        plane_shape(Shapeless())
