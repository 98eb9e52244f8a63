"""`treewright new` and `treewright check`, as somebody types them."""

import json
from pathlib import Path

import pytest

from tests.cli.terminal import at_terminal, treewright
from treewright.checking.rules import RULES

BROKEN = Path(__file__).parents[1] / "checking" / "broken.py"


def test_new_writes_a_game_that_check_and_match_take(tmp_path):
    written = treewright("new", "my_game.py", folder=str(tmp_path))
    assert (written.code, written.err) == (0, "")
    assert written.out.splitlines() == [
        "my_game.py holds the game MyGame. Next:",
        "    treewright check my_game.py",
        '    treewright play my_game.py "uct(seconds=1)"',
        '    treewright match "uct(simulations=5000)" "uct(simulations=500)" --game my_game.py --games 200']
    checked = treewright("check", "my_game.py", folder=str(tmp_path))
    assert checked.code == 0
    assert checked.out.startswith("my_game: 1000 games, ")
    assert checked.out.endswith(" moves on average, longest 13 ... all 24 rules hold\n"), checked.out
    assert checked.complaint == [], "quiet where nobody looks"
    again = treewright("new", "my_game.py", folder=str(tmp_path))
    assert (again.code, again.complaint) == (2, ["treewright: my_game.py is there already; nothing was written"])
    assert (tmp_path / "my_game.py").read_text().count("class ") == 1


@pytest.mark.parametrize(("name", "said"), [
    ("mygame.txt", "the file must end in .py, such as mygame.py, not mygame.txt"),
    ("mygame", "the file must end in .py, such as mygame.py, not mygame"),
    ("my-game.py", "'my-game' cannot be the name of a game: use letters, digits and _, such as my_game.py"),
    ("3d.py", "'3d' cannot be the name of a game: use letters, digits and _, such as my_game.py"),
    ("class.py", "class is a word of Python and cannot be the name of a game; choose another"),
    ("random.py", "a file random.py would hide the module random from everything beside it; choose another name"),
    ("nowhere/mygame.py", "there is no folder nowhere"),
])
def test_new_refuses_what_cannot_be_a_game(tmp_path, name, said):
    refused = treewright("new", name, folder=str(tmp_path))
    assert (refused.code, refused.out, refused.complaint) == (2, "", [f"treewright: {said}"])
    assert list(tmp_path.iterdir()) == []


def test_a_broken_game_is_told_with_its_line_and_moves():
    told = treewright("check", f"{BROKEN}:Broken(flaw=1)", "--games", "200", folder=str(BROKEN.parent))
    line = next(n for n, text in enumerate(BROKEN.read_text().splitlines(), 1) if "def legal" in text)
    assert told.code == 2
    assert told.out.splitlines()[0] == f"fails: {RULES['stuck']}"
    assert told.out.splitlines()[1] == (
        f"    broken.py:{line}: nothing is legal, but the game is not over: let play set over (and score), or let "
        f"legal give something such as a pass")
    assert told.out.splitlines()[2].startswith("        after ")
    assert told.out.splitlines()[-1].endswith("... 1 of 28 rules fails")
    assert "bounds" not in told.out, "the command checks them"


def test_the_report_is_data_if_asked_for():
    asked = treewright("check", f"{BROKEN}:Broken", "--games", "20", "--seed", "3", "--json")
    report = json.loads(asked.out)
    assert asked.code == 0
    assert (report["games"], report["seed"], report["holds"], report["bounds_checked"]) == (20, 3, True, True)
    assert {rule["rule"]: rule["standing"] for rule in report["rules"]} == dict.fromkeys(RULES, "holds")


@pytest.mark.parametrize(("arguments", "said"), [
    (("conect_four",), "there is no game conect_four; did you mean connect_four?"),
    (("nothing.py",), "there is no file nothing.py"),
    (("tic_tac_toe", "--games", "0"), "games must be a whole number above 0, not 0"),
])
def test_what_cannot_be_checked_is_one_line(tmp_path, arguments, said):
    refused = treewright("check", *arguments, folder=str(tmp_path))
    assert (refused.code, refused.out, refused.complaint) == (2, "", [f"treewright: {said}"])


def test_a_syntax_error_is_one_line(tmp_path):
    (tmp_path / "bad.py").write_text("import treewright as tw\n\nclass Bad(tw.Game)\n    pass\n")
    refused = treewright("check", "bad.py", folder=str(tmp_path))
    assert (refused.code, refused.complaint) == (2, ["treewright: bad.py:3: expected ':'"])


def test_at_a_terminal_each_rule_has_a_line_and_control_c_keeps_what_there_is():
    with at_terminal("check", f"{BROKEN}:Broken", "--games", "1000000") as terminal:
        terminal.wait_for(RULES["compiles"])
        terminal.wait_for("playing")
        pressed = terminal.press_control_c()
        code, rest, ended = terminal.rest()
    assert code == 130
    assert ended - pressed < 0.5
    assert "interrupted; nothing wrong so far" in rest
