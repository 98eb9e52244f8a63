"""Walls and thermographs of any game: by definition on a grid, and what theory promises."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewright as tw
from tests.cgt.games import games, quarters, small_games
from treewright.cgt.shortgame import ShortGame, number
from treewright.cgt.wall import Wall, highest, lowest

UNIT = 4 * 2**3
"""Quarters below, three moves at most: every corner is a multiple of 1 / 32."""
HEATS = np.arange(8 * UNIT)


@st.composite
def walls(draw):
    """Pieces of any slope that meet."""
    wall, temperature, value = [], Fraction(0), draw(quarters)
    for _ in range(draw(st.integers(1, 4))):
        slope = draw(st.integers(-2, 2))
        wall.append((temperature, value, slope))
        length = draw(st.integers(1, 12)) * Fraction(1, 4)
        temperature, value = temperature + length, value + slope * length
    return Wall.of(wall)


def some_temperatures(*those):
    """All corners, and something between and beyond them."""
    corners = sorted({t for wall in those for t, _ in wall.corners})
    between = [(a + b) / k for a, b in itertools.pairwise(corners) for k in (2, 3) if (a + b) / k >= 0]
    return [*corners, *between, corners[-1] + Fraction(1, 3), corners[-1] + 100]


# ---------------------------------------------------------------- walls


@given(walls())
def test_a_wall_goes_through_its_corners_and_has_no_needless_one(wall):
    assert all(wall.at(t) == value for t, value in wall.corners)
    slopes = [slope for _, _, slope in wall.pieces]
    assert all(a != b for a, b in itertools.pairwise(slopes))
    assert Wall.of(wall.pieces) == wall


@given(st.lists(walls(), min_size=1, max_size=3))
def test_the_outer_walls_are_the_largest_and_the_least_value_at_every_temperature(those):
    most, least = highest(those), lowest(those)
    for t in some_temperatures(most, least, *those):
        assert most.at(t) == max(wall.at(t) for wall in those)
        assert least.at(t) == min(wall.at(t) for wall in those)


@given(walls(), st.sampled_from([1, -1]))
def test_a_tax_is_the_temperature_itself(wall, sign):
    for t in some_temperatures(wall):
        assert wall.taxed(sign).at(t) == wall.at(t) + sign * t


@given(walls(), walls())
def test_walls_meet_where_one_is_not_above_the_other_for_the_first_time(wall, other):
    meeting = wall.meets(other)
    for t in some_temperatures(wall, other):
        if meeting is None or t < meeting:
            assert wall.at(t) > other.at(t)
    if meeting is not None:
        assert wall.at(meeting) <= other.at(meeting)
        assert meeting == 0 or wall.at(meeting) == other.at(meeting)


@given(walls(), st.integers(0, 20).map(lambda n: Fraction(n, 3)))
def test_above_a_temperature_there_is_a_mast(wall, top):
    kept = wall.until(top)
    for t in some_temperatures(wall, kept):
        assert kept.at(t) == wall.at(min(t, top))


# ---------------------------------------------------------------- thermographs


def on_the_grid(g):
    """Mean, temperature and both walls, by their definition at every temperature of the grid."""
    if g.number is not None:
        mast = np.full(len(HEATS), int(g.number * UNIT))
        return g.number, None, mast, mast
    left = np.max([on_the_grid(x)[3] for x in g.left], axis=0) - HEATS
    right = np.min([on_the_grid(x)[2] for x in g.right], axis=0) + HEATS
    cold = int(np.argmax(left <= right))
    mean = int(left[cold])
    assert mean == right[cold]
    return (Fraction(mean, UNIT), Fraction(cold, UNIT), np.where(cold > HEATS, left, mean),
            np.where(cold > HEATS, right, mean))


@given(games)
def test_walls_mean_and_temperature_are_those_of_the_definition(g):
    drawn, (mean, temperature, left, right) = g.thermograph, on_the_grid(g)
    assert drawn.mean == mean
    assert drawn.temperature == temperature or (temperature is None and drawn.temperature < 0)
    for heat in range(0, len(HEATS), 5):
        t = Fraction(heat, UNIT)
        assert [drawn.left.at(t), drawn.right.at(t)] == [Fraction(int(wall[heat]), UNIT) for wall in (left, right)]


@given(games)
def test_equal_games_have_the_same_thermograph(g):
    zero = ShortGame([ShortGame([9], [0])], [ShortGame([0], [-9])])
    assert zero == 0
    assert g.canonical.thermograph == g.thermograph
    assert (g + zero).thermograph == g.thermograph


@given(small_games, small_games)
def test_means_are_added_and_a_sum_is_not_hotter_than_its_parts(g, h):
    assert (g + h).mean == g.mean + h.mean
    assert (g + h).temperature <= max(g.temperature, h.temperature)


@given(games)
def test_the_negative_is_the_mirror_image(g):
    drawn, mirrored = g.thermograph, (-g).thermograph
    assert (mirrored.mean, mirrored.temperature) == (-drawn.mean, drawn.temperature)
    for t in some_temperatures(drawn.left, drawn.right):
        assert mirrored.left.at(t) == -drawn.right.at(t)
        assert mirrored.right.at(t) == -drawn.left.at(t)


@given(games)
def test_the_walls_begin_at_the_stops_come_together_and_end_in_the_mast(g):
    drawn = g.thermograph
    assert (drawn.left_stop, drawn.right_stop) == (g.left_stop, g.right_stop)
    temperatures = sorted(some_temperatures(drawn.left, drawn.right))
    gaps = [drawn.left.at(t) - drawn.right.at(t) for t in temperatures]
    assert all(a >= b >= 0 for a, b in itertools.pairwise(gaps))
    assert all((gap == 0) == (t >= drawn.temperature) for t, gap in zip(temperatures, gaps))
    assert all(slope in (0, -1) for _, _, slope in drawn.left.pieces)
    assert all(slope in (0, 1) for _, _, slope in drawn.right.pieces)


@given(small_games)
def test_many_copies_end_near_their_mean(g):
    for copies in (1, 2, 3):
        several = copies * g
        for stop in (several.left_stop, several.right_stop):
            assert abs(stop - copies * g.mean) <= max(g.temperature, 0)


@given(quarters, quarters)
def test_a_switch(a, b):
    if a > b:
        switch = ShortGame([a], [b])
        assert (switch.mean, switch.temperature) == ((a + b) / 2, (a - b) / 2)


@pytest.mark.parametrize(("game", "mean", "temperature"), [
    ("3", 3, -1), ("-1/4", "-1/4", "-1/4"), ("{0|2}", 1, -1), ("{0|0}", 0, 0), ("{0|{0|0}}", 0, 0),
    ("{5|-3}", 1, 4), ("{{13|3}|{{1|-9}|-13}}", "-1/2", "17/2"),
    ("{1/2|{0|-20}}", 0, "1/2"),                 # Right's threat is answered: what it costs him is nothing
    ("{{10|0}|{0|-10}}", 0, -1),                 # each move can be undone: nobody wants to begin
    ("{{9|1},2|-2}", 1, 3),                      # Left's threat is answered up to 4: it leads to 1, and keeps the move
    ("{{4|2},{9|1}|-5}", 0, 5),                  # which option is best depends on the temperature
])
def test_games_whose_values_were_worked_out_by_hand(game, mean, temperature):
    drawn = tw.thermograph(game)
    assert (drawn.mean, drawn.temperature) == (Fraction(mean), Fraction(temperature))


@pytest.mark.parametrize(("heap", "values"), [
    ("R3 B4", ["0", "-1", "0", "3", "3/2", "11/2"]),
    ("B5 R2 B3", ["0", "-1", "0", "5", "-3", "4", "-1/2", "11/2"]),
    ("R7 B1 R10 B2", ["0", "-1", "0", "7", "6", "2", "5/2", "27/2", "14", "4"]),
])
def test_heaps_whose_values_were_worked_out_by_hand(heap, values):
    words = heap.split()
    drawn = [tw.heap(" ".join(words[:height])).thermograph() if height else number(0).thermograph
             for height in range(len(words) + 1)]
    assert [str(value) for one in drawn for value in (one.mean, one.temperature)] == values


def test_a_thermograph_is_of_a_game_of_a_heap_or_of_either_as_text():
    assert tw.thermograph("{5|-5}") == tw.thermograph("B5") == tw.thermograph(tw.heap("R5"))
    assert tw.thermograph(ShortGame([5], [-5])) == ShortGame([5], [-5]).thermograph == tw.thermograph("B5")
