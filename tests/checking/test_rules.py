"""Each rule: a game that breaks just that one is caught, with a sentence, a place, and the moves that show it."""

import sys
from pathlib import Path

import numpy as np
import pytest

from treewright.agents.files import load
from treewright.checking import check
from treewright.checking.rules import RULES
from treewright.checking.samples import Sample
from treewright.checking.storing import lost_by_storing

BROKEN = Path(__file__).with_name("broken.py")
LINES = BROKEN.read_text().splitlines()
Broken = load(str(BROKEN), "Broken", "game")

CASES = [
    # the flaw, the rule, what is said, where: the verb, or the line that names the flaw
    ("STUCK", "stuck", "nothing is legal, but the game is not over", "def legal"),
    ("TWICE", "legal", "legal gives action 0 twice", "def legal"),
    ("OUTSIDE", "legal", "legal gives action 7; actions are 0 to 3", "def legal"),
    ("WIDER", "widest", "legal returned 4, but widest is 3", "def legal"),
    ("BEYOND", "widest", "legal writes actions[3], but widest is 3", "def legal"),
    ("ENDLESS", "ends", "the game is not over after 10 moves, but longest is 10", "def play"),
    ("NOBODY", "mover", "to_move is 2; it must be a player, 0 to 1, or CHANCE", "def play"),
    ("HALF_OVER", "mover", "over is 3; it must be 0 or 1", "def play"),
    ("ODDS", "chance", "the odds add up to 0.8, not to 1", "def outcomes"),
    ("NO_ODDS", "chance", "outcome 0 has odds 0; leave out what cannot happen", "def outcomes"),
    ("RICH", "scores", "has 2, but score_range is -1 to 1", "def play"),
    ("UNEVEN", "zero_sum", "if that is meant, declare zero_sum = False", "def play"),
    ("SPARE", "spare", "spare_bytes is written to", "def play"),
    ("WRAPS", "same", "leaves tiny = 1 compiled, and 0 in plain Python", "def play"),
    ("DICE", "seeds", "is something drawn otherwise than by rng", "def start"),
    ("TOUCHES", "looks", "asking what is legal (or any_action, outcomes, wins, observe) changes the state",
     "def legal"),
    ("ORIGINAL", "copies", "playing on a copy changes the original", "def copy"),
    ("SHARED", "shared", "a verb writes to self.memory, which all threads and all states share", "memory: np.ndarray"),
    ("NO_ACTION", "fair", "any_action gave 3, which is not legal", "def any_action"),
    ("UNFAIR", "fair", "each of the 3 legal actions should come about", "def any_action"),
    ("MISSED", "wins", "wins finds nothing, but there is an action that wins at once", "def wins"),
    ("NO_WIN", "wins", "wins gives an action that does not win at once", "def wins"),
    ("SEEN", "observe", "observe writes one thing compiled, and another in plain Python", "def observe"),
    ("GLARING", "planes", "planes writes a number that is not from -1 to 1", "def planes"),
    ("BLURRED", "planes", "planes writes one thing compiled, and another in plain Python", "def planes"),
    ("OUTSIDE_PLANES", "runs", "outside of an array: index 9 is out of bounds for axis 2 with size 9",
     "# OUTSIDE_PLANES"),
    ("WIPED", "keys", "play leads elsewhere once the key is taken and the score is set to 0", "def key"),
    ("RESTLESS", "keys", "key changes a state that is a key already", "def key"),
    ("HIDDEN_MOVER", "keys", "key changes to_move or over", "def key"),
    ("BY_SCORE", "keys", "other actions are legal once the key is taken and the score is set to 0", "def key"),
    ("SAME_TEXT", "texts", "describe gives two actions the same text 'take'", "def describe"),
    ("MISREAD", "texts", "describe gives action 1 the text '2', but parse reads it as 0", "def parse"),
    ("NO_TEXT", "texts", "describe fails: KeyError: 0", "# NO_TEXT"),
    ("MUTE", "drawing", "show must return text, not None", "def show"),
    ("INDEX", "runs", "outside of an array: index 9 is out of bounds for axis 0 with size 5", "# INDEX"),
    ("LARGE", "runs", "a number does not fit: Python integer 159 out of bounds for int8", "# LARGE"),
]


def line_of(text):
    return next(number for number, line in enumerate(LINES, 1) if text in line)


def checked(flaw, games=30):
    return check(Broken(flaw=getattr(sys.modules[Broken.__module__], flaw)), games, patience=0.5)


@pytest.mark.parametrize(("flaw", "rule", "sentence", "where"), CASES, ids=[case[0].lower() for case in CASES])
def test_a_flaw_is_named_where_it_stands(flaw, rule, sentence, where):
    report = checked(flaw)
    found = [finding for finding in report.findings if finding.rule == rule and sentence in finding.sentence]
    assert len(found) == 1, str(report)
    assert found[0].place.endswith(f"broken.py:{line_of(where)}")
    assert report.standing(rule) == "fails"
    assert not report.holds


ALONE = sorted({flaw for flaw, *_ in CASES} - {"BY_SCORE", "ENDLESS"})
"""The others break two rules: who wins by an action that is not offered, or takes from a pile that does not shrink?"""


@pytest.mark.parametrize("flaw", ALONE)
def test_no_other_rule_is_blamed(flaw):
    assert checked(flaw).failed == [next(rule for one, rule, *_ in CASES if one == flaw)]


def test_every_rule_that_games_can_break_is_broken_here():
    elsewhere = {"facts", "state", "verbs", "compiles", "signs", "storage"}
    assert {rule for _, rule, *_ in CASES} == set(RULES) - elsewhere


def test_a_state_that_leads_elsewhere_after_it_was_stored_is_noticed():
    game = Broken()
    state, taken = game.position([0, 1, 2]), np.array([0, 1, 2, 0, 1])
    end = game.position([0, 1, 2, 0, 1])
    assert lost_by_storing(game, Sample(0, state, taken, 3, end)) == ""
    end["touched"] = 1
    assert "ends otherwise by the same moves" in lost_by_storing(game, Sample(0, state, taken, 3, end))


def test_the_sound_game_holds():
    report = checked("SOUND")
    assert report.holds, str(report)
    assert not report.hints
    assert set(report.rules) == set(RULES)


def test_the_fewest_moves_met_are_shown():
    found = checked("STUCK", games=200).findings[0]
    assert found.moves is not None
    assert sum(int(move) for move in found.moves[1:]) == 4, "five are left of nine"
    assert len(found.moves) == 3, "chance, and two moves"
    assert found.times > 10


def test_a_verb_that_never_comes_back_is_given_up_at_its_line():
    report = checked("HANGS")
    assert [finding.rule for finding in report.findings] == ["runs"]
    assert "legal did not come back within 0.5 seconds" in report.findings[0].sentence
    assert report.findings[0].place.rpartition(":")[2] in {str(line_of("# HANGS")), str(line_of("# HANGS") - 1)}


@pytest.mark.parametrize(("flaw", "said"), [
    ("HISTORY", "only history differed: if that is a history which does not matter"),
    ("BLANKS", "describe gives 'take 1': with a blank in it"),
    ("NEGATIVE", f"broken.py:{line_of('# NEGATIVE')}: an index is -1 here, which counts from the end"),
])
def test_what_is_odd_but_no_mistake_is_a_hint(flaw, said):
    report = checked(flaw)
    assert report.holds
    assert any(said in hint for hint in report.hints), report.hints


def test_the_same_seed_gives_the_same_report():
    assert checked("UNFAIR").as_dict()["findings"] == checked("UNFAIR").as_dict()["findings"]
