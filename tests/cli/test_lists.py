"""`treewright games` and `treewright agents`: everything there is, on a page of 80 columns, and as data."""

import json
import textwrap

import pytest

from tests.cli.terminal import treewright
from treewright import __version__
from treewright.agents import language
from treewright.agents.registry import AGENTS, GAMES, PARTS
from treewright.cli import agents, catalogue, games
from treewright.core.record import view


def fits(page):
    return all(len(line) <= 80 for line in page.splitlines())


def test_the_table_of_games_has_a_line_of_facts_and_one_of_words_for_each():
    said = treewright("games")
    assert (said.code, said.err) == (0, "")
    assert fits(said.out)
    for name in GAMES:
        assert any(line.startswith(name) for line in said.out.splitlines())
    assert "connect_four(columns=7, rows=6)" in said.out
    assert "four in a row, in any direction" in said.out


def test_the_games_as_data(command):
    data = json.loads(command("games", "--json").out)
    assert [one["name"] for one in data] == list(GAMES)
    four = next(one for one in data if one["name"] == "connect_four")
    assert four["parameters"] == {"columns": "7", "rows": "6"}
    facts = ("players", "actions", "widest", "longest", "score_range")
    assert [four[fact] for fact in facts] == [2, 7, 7, 42, [-1, 1]]
    assert not four["hidden"]


@pytest.mark.parametrize("name", GAMES)
def test_one_game_in_full(name):
    game = language.game(name)
    described = {**games.facts(game), **games.details(game, 0)}
    page = games.in_full(described)
    assert fits(page)
    assert game.show(view(game.new(0))).rstrip() in page
    assert described["moves"][0] in page
    assert all(f"{parameter}=" in page for parameter in described["parameters"])


def test_one_game_with_its_rules_its_notation_and_a_drawing(command):
    said = command("games", "connect_four(5, 4)")
    assert said.code == 0
    assert said.out.startswith("connect_four(columns=5, rows=4)\n")
    assert "Whoever has four in a row, sideways, upwards or diagonally, wins" in " ".join(said.out.split())
    assert "player 1 may play: 1 2 3 4 5\n" in said.out
    assert said.out.count(". . . . .\n") == 4


def test_a_game_of_the_users_own_file(tmp_path):
    (tmp_path / "pass.py").write_text(textwrap.dedent('''
        import treewright as tw

        class Pass(tw.Game):
            """Whoever moves draws. Nothing else happens."""

            stones: int = 3
            actions, widest, longest = 2, 2, 1
            score_range = (-1.0, 1.0)
            state = tw.record(to_move="i1", over="i1", score=("f4", 2))

            def legal(self, s, actions):
                actions[0] = 1
                return 1
    '''))
    said = treewright("games", "pass.py", folder=str(tmp_path))
    assert said.code == 0
    assert said.out.startswith("pass.py:Pass\n\nWhoever moves draws. Nothing else happens.\n")
    data = json.loads(treewright("games", "pass.py:Pass(stones=4)", "--json", folder=str(tmp_path)).out)
    assert (data["game"], data["moves"]) == ("pass.py:Pass(stones=4)", ["1"])
    assert data["summary"] == "Whoever moves draws."


def test_the_page_of_agents_names_everything_once_with_its_parameters():
    said = treewright("agents")
    assert (said.code, said.err) == (0, "")
    assert fits(said.out)
    words = said.out.split()
    assert all(name in words for name in {*AGENTS, *PARTS})
    assert words.count("simulations") == 1
    for parameter in ("c", "k", "schedule", "cp", "tau", "depth", "threads", "memory", "final"):
        assert parameter in words
    assert "how the move is chosen: visits, mean or secure" in said.out


def test_the_agents_as_data(command):
    data = json.loads(command("agents", "--json").out)
    assert {"agents", "rules", "search", "playouts", "parts"} == set(data)
    names = {one["name"] for kind in data.values() for one in kind}
    assert names == {*AGENTS, *PARTS}
    rave = next(one for one in data["rules"] if one["name"] == "rave")
    k = next(one for one in rave["parameters"] if one["name"] == "k")
    assert k["default"] == "500"


@pytest.mark.parametrize("name", {**AGENTS, **PARTS})
def test_one_agent_or_part_in_full(name):
    described = agents.one(name)
    page = agents.in_full(described)
    assert fits(page)
    assert described["kinds"]
    assert described["documentation"]
    assert all(f"    {parameter['name']} " in page for parameter in described["parameters"])


def test_an_agent_in_full_says_what_every_search_takes(command):
    page = command("agents", "uct(c=2)").out
    assert page.startswith("  uct: an agent and a selection rule\n")
    assert "megabytes for each tree" in page
    assert "a* = argmax Q(s, a) + c sqrt(log N(s) / N(s, a))" in page


@pytest.mark.parametrize(("doc", "meaning"), [
    ("depth   how far", "how far"), ("depth, width   how far\nwidth   other", "how far"),
    ("    depth   how far\n            and wide\n    more    else", "how far and wide"),
    ("The `depth` says how far. Else nothing.", "The depth says how far."),
    ("Nothing of it. `depth` is how far", "depth is how far"), ("`width` is not `depth`.", ""),
    ("depth is far", "")])
def test_a_docstring_explains_a_parameter(doc, meaning):
    assert catalogue.meaning("depth", [doc]) == meaning


def test_a_docstring_is_refilled_and_what_is_set_in_keeps_its_shape():
    doc = "A line. " * 20 + "\n\n    a = b + c\n\nname    " + "meaning " * 20
    page = catalogue.refilled(doc)
    assert fits(page)
    assert "\n    a = b + c\n" in page
    assert "\n        meaning" in page


def test_the_version_is_the_package_s():
    said = treewright("--version")
    assert (said.code, said.out) == (0, f"treewright {__version__}\n")
