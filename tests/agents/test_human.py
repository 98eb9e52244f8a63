"""A person as an agent: somebody is asked, and his answers are moves."""

import copy
import io
import sys

import pytest

import treewright as tw
from tests.small_games.tricks import Tricks
from treewright.core.errors import Refused
from treewright.core.record import view

CELLS = tw.tic_tac_toe()


class Typing(io.StringIO):
    """Standard input with somebody at it."""

    def isatty(self):
        return True


def first(game, s):
    """Answers with the first legal action."""
    return game.choices(s)[0]


def test_a_person_plays_what_he_is_asked():
    asked = []

    def ask(game, s):
        asked.append((game, int(s.to_move), game.choices(s)))
        return first(game, s)

    played = tw.play_game(CELLS, [tw.human(ask), tw.human(first)])
    assert played.actions == (0, 1, 2, 3, 4, 5, 6)
    assert played.scores == (1.0, -1.0)
    assert asked[1] == (CELLS, 0, [2, 3, 4, 5, 6, 7, 8])


def test_a_move_may_be_a_text_in_the_games_notation():
    answers = iter(["c3", "z9"])
    person = tw.human(lambda game, s: next(answers))
    person.begin(CELLS, 0, 0)
    person.see(CELLS.new())
    assert person.choose() == 8
    with pytest.raises(Refused, match="'z9' is not a legal action here; there are a1, b1"):
        person.choose()


def test_who_answers_with_an_illegal_move_forfeits():
    played = tw.play_game(CELLS, [tw.human(first), tw.human(lambda game, s: 0)])
    assert played.scores == (1, -1)
    assert (played.forfeit.seat, played.forfeit.reason) == (1, "illegal")


def test_a_person_plays_a_match_from_both_seats():
    result = tw.match(CELLS, tw.human(first), tw.human(lambda game, s: game.choices(s)[-1]), games=2)
    assert (result.first, result.second) == ("human()", "human() (2)")
    assert [played.actions[0] for pair in result.pairs for played in pair] == [0, 8]


def test_a_copy_asks_the_same_person():
    person = tw.human(first)
    assert copy.deepcopy(person).ask is first
    assert not person.reproducible


def test_without_a_terminal_nobody_can_be_asked(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    with pytest.raises(Refused, match="asks for its moves at the terminal, but standard input is none"):
        tw.match(CELLS, "human()", "uniform", games=2)


def test_what_is_hidden_is_not_shown_to_a_person():
    with pytest.raises(Refused, match="hides some of it"):
        tw.human(first).refuse(Tricks())


def test_at_a_terminal_he_is_asked_until_the_move_is_legal(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", Typing("z9\na1\n"))
    person = tw.agent("human()")
    person.begin(CELLS, 0, 0)
    person.see(CELLS.new())
    assert person.choose() == 0
    said = capsys.readouterr().out
    assert said.startswith(CELLS.show(view(CELLS.new())))
    assert said.count("tic_tac_toe, player 1 to move:") == 2
    assert "'z9' is not a legal action here" in said


def test_at_the_end_of_the_input_he_is_not_asked_for_ever(monkeypatch):
    monkeypatch.setattr(sys, "stdin", Typing(""))
    person = tw.human()
    person.begin(CELLS, 0, 0)
    person.see(CELLS.new())
    with pytest.raises(Refused, match="standard input ended before the game did"):
        person.choose()


def test_who_is_asked_must_be_able_to_answer():
    with pytest.raises(Refused, match="ask must be a function that returns a move, not 'me'"):
        tw.agent("human(ask=me)")
