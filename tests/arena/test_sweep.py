"""Sweeps: which values an argument takes, and the agents that they make."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.agents.language import agent
from treewright.agents.vary import with_arguments
from treewright.arena.cast import Cast
from treewright.arena.pairing import Terms
from treewright.arena.sweep import combinations_of, parse_varied, points_of, refuse_unwritable
from treewright.core.errors import Refused


@pytest.mark.parametrize(("text", "name", "values"), [
    ("c=0.5,1,2", "c", (0.5, 1, 2)),
    ("c=0.2..1:5", "c", (0.2, 0.4, 0.6, 0.8, 1.0)),
    ("simulations=100..10000:3", "simulations", (100, 1000, 10000)),
    ("simulations=10..20:3", "simulations", (10, 15, 20)),
    ("c=1e-2..1:3", "c", (0.01, 0.1, 1.0)),
    ("c=-1..1:3", "c", (-1, 0, 1)),
    ("k=1..3:9", "k", (1, 2, 3)),
    ("final=visits, mean", "final", ("visits", "mean")),
])
def test_the_values_of_a_range_or_a_list(text, name, values):
    varied = parse_varied(text)
    assert (varied.name, varied.values) == (name, values)


def test_a_range_has_seven_values_if_it_does_not_say():
    assert len(parse_varied("c=0.2..2").values) == 7


@given(st.floats(0.001, 1e6), st.floats(1.001, 1e4), st.integers(2, 30))
def test_the_values_of_a_range_go_up_between_its_ends(low, factor, count):
    values = parse_varied(f"c={low:.6f}..{low * factor:.6f}:{count}").values
    assert list(values) == sorted(values)
    assert values[0] == pytest.approx(low, rel=0.01, abs=0.02 * low * factor / 10)


@pytest.mark.parametrize(("text", "complaint"), [
    ("c", "does not say what is to be varied"), ("c=", "does not say what is to be varied"),
    ("=3", "does not say what is to be varied"), ("c=2..1", "the range must go up"),
    ("c=1..2:1", "two values or more"), ("c=1,,2", "leaves a value empty")])
def test_what_is_no_range_is_refused(text, complaint):
    with pytest.raises(Refused, match=complaint):
        parse_varied(text)


def test_two_arguments_make_every_combination_and_three_are_refused():
    made = combinations_of([parse_varied("c=1,2"), parse_varied("simulations=10,20")])
    assert made == [{"c": 1, "simulations": 10}, {"c": 1, "simulations": 20}, {"c": 2, "simulations": 10},
                    {"c": 2, "simulations": 20}]
    with pytest.raises(Refused, match="varies one argument or two, not 3"):
        combinations_of([parse_varied("c=1,2")] * 3)
    with pytest.raises(Refused, match="c is varied twice"):
        combinations_of([parse_varied("c=1,2"), parse_varied("c=3,4")])
    with pytest.raises(Refused, match="combinations are too many"):
        combinations_of([parse_varied("c=0.1..0.9:40"), parse_varied("simulations=1..100:40")])


@pytest.mark.parametrize(("text", "values", "expected"), [
    ("uct(c=1)", {"c": 2}, "uct(c=2)"),
    ("uct", {"simulations": 10}, "uct(simulations=10)"),
    ("uct(playout=tactical(), c=1)", {"c": 0.5}, "uct(playout=tactical(), c=0.5)"),
    ("search(select=some/where.py:Mine(bonus=0.3))", {"simulations": 5},
     "search(select=some/where.py:Mine(bonus=0.3), simulations=5)"),
    ("mine.py", {"first": "a b"}, 'mine.py(first="a b")'),
])
def test_arguments_of_an_expression_are_set(text, values, expected):
    assert with_arguments(text, values).replace("'", '"') == expected


def test_every_value_is_an_agent_that_meets_the_opponent():
    cast = Cast()
    game = cast.enter_game("tic_tac_toe")
    points = points_of(cast, game, "uct(simulations=10)", ["c=0.5,1"], "uniform", Terms(games=2))
    assert [point.values for point in points] == [{"c": 0.5}, {"c": 1}]
    assert [point.pairing.first for point in points] == [
        str(agent(text)) for text in ("uct(simulations=10, c=0.5)", "uct(simulations=10, c=1)")]


def test_a_value_that_an_agent_does_not_take_is_refused_before_anything_is_played():
    cast = Cast()
    with pytest.raises(Refused, match="uct has no argument cc"):
        points_of(cast, cast.enter_game("tic_tac_toe"), "uct(simulations=1)", ["cc=1,2"], "uniform", Terms(games=2))


def test_a_picture_that_could_not_be_written_is_refused_before_anything_is_played(tmp_path):
    refuse_unwritable(tmp_path / "curve.svg")
    with pytest.raises(Refused, match=r"a picture ends in .png, .pdf, .svg, not in .txt"):
        refuse_unwritable(tmp_path / "curve.txt")
    with pytest.raises(Refused, match="there is no folder"):
        refuse_unwritable(tmp_path / "nowhere" / "curve.png")
