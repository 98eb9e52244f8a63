"""Sums, negatives, order, incentives: equations 1 to 9, on random games."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.cgt.games import (
    games,
    numbers,
    quarters,
    small_branched_games,
    small_games,
    small_numbers,
    sum_by_definition,
    wins_as_second,
)
from treewright.cgt.shortgame import DEEPEST, ShortGame, number
from treewright.core.errors import Refused

STAR = ShortGame([0], [0])
UP = ShortGame([0], [STAR])


# ---------------------------------------------------------------- equations 2 to 4: a commutative group


@given(games)
def test_a_game_less_itself_is_zero(g):
    assert g - g == 0


@given(games)
def test_zero_added_changes_nothing(g):
    assert g + 0 is g
    assert 0 + g is g
    assert g + (STAR + STAR) == g


@given(games)
def test_the_negative_of_the_negative_is_the_same_tree(g):
    negative = -g
    assert -negative is g


@given(games, games)
def test_sums_commute(g, h):
    assert g + h is h + g


@given(small_games, small_games, small_games)
def test_sums_associate(g, h, k):
    assert (g + h) + k == g + (h + k)


@given(small_games, small_games)
def test_the_negative_of_a_sum_is_the_sum_of_the_negatives(g, h):
    assert -(g + h) == -g - h


@given(small_games, small_games)
def test_the_sum_is_worth_what_its_definition_is_with_all_moves_in_numbers(g, h):
    assert g + h == sum_by_definition(g, h)


@given(games, st.integers(-3, 3))
def test_copies_are_added(g, copies):
    assert copies * g == sum([g] * copies if copies > 0 else [-g] * -copies, number(0))


# ---------------------------------------------------------------- equations 5 to 7: the order


@given(small_games, small_games)
def test_at_least_means_that_left_wins_the_difference_as_second(g, h):
    assert (g >= h) == wins_as_second(sum_by_definition(g, -h), 1)
    assert (g <= h) == wins_as_second(sum_by_definition(g, -h), -1)


@given(games)
def test_zero_is_at_most_what_right_cannot_win_by_moving_first(g):
    assert (g >= 0) == (not any(x <= 0 for x in g.right))


@given(games, games)
def test_two_games_are_equal_or_greater_or_less_or_confused(g, h):
    assert [g == h, g > h, g < h, g.confused(h)].count(True) == 1
    assert (g == h) == (g >= h and h >= g)
    assert (g >= h) == (g > h or g == h)
    assert (g != h) is not (g == h)


@given(small_games, small_games, small_games)
def test_the_order_is_transitive(g, h, k):
    for a, b, c in itertools.permutations((g, h, k)):
        if a >= b and b >= c:
            assert a >= c


@given(games, games)
def test_negation_turns_the_order_round(g, h):
    assert (g >= h) == (-h >= -g)
    assert (g > h) == (-h > -g)
    assert g.confused(h) == (-g).confused(-h)


@given(small_games, small_games, small_games)
def test_the_same_game_on_both_sides_does_not_change_the_order(g, h, k):
    assert (g >= h) == (g + k >= h + k)


@given(games)
def test_no_option_of_left_is_as_large_as_the_game_and_none_of_right_as_small(g):
    """G^L <| G <| G^R, though not always G^L < G."""
    assert not any(x >= g for x in g.left)
    assert not any(g >= x for x in g.right)


def test_the_small_games_of_the_books():
    assert STAR.confused(0)
    assert STAR + STAR == 0
    assert UP > 0
    assert UP.confused(STAR)
    assert Fraction(1, 1024) > UP
    assert 2 * UP > STAR
    assert ShortGame([5], [-5]) + ShortGame([5], [-5]) == 0
    assert ShortGame([0], [2]) == 1
    assert ShortGame([-3], [100]) == 0
    assert ShortGame([STAR], [STAR]) == 0
    assert ShortGame([1], []) == 2


# ---------------------------------------------------------------- equality and identity


@given(games, games)
def test_a_tree_is_there_once(g, h):
    one = ShortGame([g, h], [h])
    assert ShortGame([h, g, h], [h]) is one
    assert ShortGame([h], [g, h]) is not one or g is h


@given(games, games)
def test_equal_games_have_the_same_canonical_form_and_others_do_not(g, h):
    assert g.canonical == g
    assert (g == h) == (g.canonical is h.canonical)
    assert g.canonical.canonical is g.canonical


@given(small_games, small_games)
def test_no_option_of_a_canonical_form_is_dominated_or_reversible(g, h):
    simplest = (g + h).canonical
    assume(simplest.leaf is None)
    for options, replies, better in ((simplest.left, "right", lambda x, y: x >= y),
                                     (simplest.right, "left", lambda x, y: x <= y)):
        assert not any(better(x, y) for x in options for y in options if x is not y)
        assert not any(better(simplest, y) for x in options for y in getattr(x, replies))


@given(games, games)
def test_equal_games_have_equal_hashes(g, h):
    if g == h:
        assert hash(g) == hash(h)
    assert hash(g) == hash(g.canonical) == hash(g + (STAR + STAR))


def test_numbers_are_equal_to_games_and_have_their_hash():
    assert {ShortGame([0], [2]), 1, Fraction(1), number(1), ShortGame([0], [])} == {1}
    assert ShortGame([1], [0]) != "a game"
    assert ShortGame([0], [2]) is not number(1)


def test_a_game_that_is_copied_or_kept_in_a_file_is_the_same_tree():
    import copy
    import pickle

    game = ShortGame([5, ShortGame([1], [Fraction(1, 2)])], [-3])
    assert copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)) is game


# ---------------------------------------------------------------- numbers


@given(quarters, quarters)
def test_numbers_are_added_and_ordered_in_the_usual_way(a, b):
    assert sum_by_definition(number(a), number(b)) == number(a + b)
    assert (number(a) >= number(b)) == (a >= b)
    assert wins_as_second(sum_by_definition(number(a), number(-b)), 1) == (a >= b)
    assert number(a) + number(b) is number(a + b)


@given(quarters)
def test_a_number_is_made_of_its_options(a):
    assert ShortGame(number(a).left, number(a).right) is number(a)
    assert all(x < number(a) for x in number(a).left)
    assert all(x > number(a) for x in number(a).right)


@given(games)
def test_a_game_is_a_number_if_and_only_if_it_equals_one(g):
    if g.number is not None:
        assert g == g.number
        assert g.left_stop == g.right_stop == g.number
    else:
        assert g.left_stop >= g.right_stop
        assert not any(g == Fraction(n, 8) for n in range(-40, 41))


@given(games, quarters)
def test_a_number_beyond_the_stops_is_larger_or_smaller_and_one_between_is_confused(g, x):
    if x > g.left_stop:
        assert g < x
    elif x < g.right_stop:
        assert g > x
    elif g.right_stop < x < g.left_stop:
        assert g.confused(x)


@given(small_branched_games, small_numbers)
def test_whoever_can_win_by_moving_in_a_number_can_win_by_moving_elsewhere(g, x):
    """Number avoidance: if G is no number, Left, who begins, wins G + x if and only if he wins by a move in G."""
    assert (not g + x <= 0) == any(y + x >= 0 for y in g.left)


@given(numbers, numbers)
def test_the_simplest_number_between_two(a, b):
    assume(a < b)
    between = ShortGame([a], [b])
    assert a < between < b
    assert between == between.number
    simpler = [x for x in range(-4, 5) if a < x < b]
    if simpler:
        assert between == min(simpler, key=abs)


@pytest.mark.parametrize("value", [Fraction(1, 3), Fraction(22, 7)])
def test_a_fraction_without_a_power_of_two_below_is_refused(value):
    with pytest.raises(Refused, match=f"{value} is no number of a finite game: below the line must be a power of two"):
        number(value)


@pytest.mark.parametrize("option", ["5", 0.5, None])
def test_an_option_that_is_no_game_is_refused(option):
    with pytest.raises(Refused, match="the options of a game are games or exact numbers"):
        ShortGame([option], [])


# ---------------------------------------------------------------- equations 8 and 9: incentives


@given(small_games)
def test_incentives_are_what_a_move_adds_to_the_game(g):
    assert [g + x == y for x, y in zip(g.left_incentives, g.left)] == [True] * len(g.left)
    assert [g - x == y for x, y in zip(g.right_incentives, g.right)] == [True] * len(g.right)


@given(small_games)
def test_the_incentives_of_left_are_those_of_right_in_the_negative(g):
    assert set(g.left_incentives) == set((-g).right_incentives)


@given(small_games)
def test_no_incentive_is_zero_or_more(g):
    """Since G^L <| G: by a move alone, before the reply, nobody ever gains for certain."""
    assert not any(x >= 0 for x in g.left_incentives)
    assert not any(x >= 0 for x in g.right_incentives)


def test_the_incentives_of_a_switch():
    game = ShortGame([5], [-3])
    assert game.left_incentives == (ShortGame([8], [0]),)
    assert game.right_incentives == (ShortGame([8], [0]),)


# ---------------------------------------------------------------- limits


def test_a_game_of_two_hundred_moves_can_be_compared_and_one_more_is_refused():
    game = number(0)
    for k in range(DEEPEST):
        game = ShortGame([game], [-k])
    assert game.depth == DEEPEST
    assert game < -game
    assert game.canonical == game
    assert game.mean < 0 < game.temperature
    with pytest.raises(Refused, match="a game may last 200 moves, not 201"):
        ShortGame([game], [0])
    with pytest.raises(Refused, match="a game may last 200 moves, not 400"):
        game + game
