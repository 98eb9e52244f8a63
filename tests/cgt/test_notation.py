"""Games as text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewright as tw
from tests.cgt.games import games
from treewright.cgt.heap import Heap
from treewright.cgt.notation import read, short_game
from treewright.cgt.shortgame import DEEPEST, ShortGame, number
from treewright.core.errors import Refused


@given(games)
def test_a_game_that_is_written_can_be_read_again(g):
    assert short_game(repr(g)) is g
    assert short_game(f"  {g!r}".replace(",", " , ").replace("|", "| ")) is g


@pytest.mark.parametrize(("text", "game"), [
    ("5", number(5)), ("-5", number(-5)), ("+5", number(5)), ("1/2", number(Fraction(1, 2))),
    ("-0.75", number(Fraction(-3, 4))), ("6/8", number(Fraction(3, 4))),
    ("{|}", number(0)), ("{0|}", number(1)), ("{0|1}", number(Fraction(1, 2))),
    ("{5|-3}", ShortGame([5], [-3])), ("{5,{1|0}|}", ShortGame([5, ShortGame([1], [0])], [])),
    ("{ |{4|3} , 2 }", ShortGame([], [ShortGame([4], [3]), 2])),
])
def test_what_a_text_means(text, game):
    assert short_game(text) is game
    assert read(text) is game


def test_options_are_sets_and_are_written_in_one_order():
    assert repr(ShortGame([ShortGame([9], [0]), 3, -1, 3], [0])) == "{-1,3,{9|0}|0}"


def test_the_lower_branches_of_a_large_game_are_not_written():
    assert repr(tw.heap("B1 R2 B3 R4 B5 R6 B7 R8 B9 R10 B11").game()) == \
        "{{{...|...}|{...|...}}|{{...|...}|{...|...}}}"


def test_a_text_without_braces_and_digits_in_front_is_a_heap():
    heap = read(" B5 R2 B3 ")
    assert isinstance(heap, Heap)
    assert heap.counters == (5, -2, 3)
    assert tw.heap("b5 r2").counters == (5, -2)


def test_as_many_braces_in_each_other_as_a_game_has_moves():
    assert short_game("{" * DEEPEST + "7|0" + "}|0" * (DEEPEST - 1) + "}").depth == DEEPEST
    with pytest.raises(Refused, match="a game may last 200 moves, and this one has more braces in each other"):
        short_game("{" * (DEEPEST + 1))


LIKE = "write one like {5|-3} or {{3|1}|-2}"


@pytest.mark.parametrize(("text", "told"), [
    ("{5|-3", f"'{{5|-3' is no game, since a closing brace is missing; {LIKE}"),
    ("{", "a closing brace is missing"),
    ("{5}", "there is no bar between two braces"),
    ("{}", "there is no bar between two braces"),
    ("{5|3|1}", "there are two bars between the same braces"),
    ("{5||3}", "there are two bars between the same braces"),
    ("{5,|3}", "'|' cannot follow ','"),
    ("{5|3,}", "'}' cannot follow ','"),
    ("{,5|3}", "',' cannot follow '{'"),
    ("{5|,3}", "',' cannot follow '|'"),
    ("{5 4|3}", "'4' cannot follow a game"),
    ("{5{4|3}|3}", "'{' cannot follow a game"),
    ("5 4", "'4' follows a game that is complete"),
    ("{5|3}}", "'}' follows a game that is complete"),
    ("{5|3}, 2", "',' follows a game that is complete"),
    ("}", "'}' stands outside of braces"),
    ("|", "'|' stands outside of braces"),
    ("{five|3}", "'five' is no number"),
    ("{B5|3}", "'B5' is no number"),
    ("{1e5|3}", "'1e5' is no number"),
    ("--5", "'--5' is no number"),
    ("{-|3}", "'-' is no number"),
    ("{1/2/4|3}", "'1/2/4' is no number"),
    ("{.5|3}", "'.5' is no number"),
    ("{1/3|0}", "1/3 is no number of a finite game: below the line must be a power of two"),
    ("{0.1|0}", "1/10 is no number of a finite game"),
    ("{1/0|0}", "1/0 divides by 0"),
    ("{1/000|0}", "1/000 divides by 0"),
    ("{1234567890123|0}", "a number may have 12 digits, not 13"),
    ("9" * 5000, "a number may have 12 digits, not 5000"),
    ("{x" + "|" * 100, f"'{{x{'|' * 55}...' is no game"),
])
def test_text_that_is_no_game_is_refused(text, told):
    with pytest.raises(Refused) as refused:
        short_game(text)
    assert told in str(refused.value)


@given(st.text("{}|,0123456789/-+. B", max_size=12))
def test_whatever_is_typed_is_read_or_refused(text):
    try:
        short_game(text)
    except Refused:
        return
    assert text.count("{") == text.count("}") == text.count("|")


@pytest.mark.parametrize(("text", "told"), [
    ("", "heap A of '' has no counters; write heaps like B5 R2 B3 / R7 B1"),
    ("five", "'five' is not a counter; write B or R and a weight, like B5"),
    ("G5", "'G5' is not a counter"),
    ("B5,R2", "'B5,R2' is not a counter"),
    ("B0", "the weight of B0 must be 1 to 99"),
    ("B100", "the weight of B100 must be 1 to 99"),
    ("B-5", "'B-5' is not a counter"),
    ("B5 / R2", "a thermograph is of one heap, and this text has 2: give one of them"),
])
def test_text_that_is_no_heap_is_refused(text, told):
    with pytest.raises(Refused) as refused:
        read(text)
    assert told in str(refused.value)
