"""`treewright analyse`: a position given as moves, and what a search finds in it."""

import json
import re

import pytest

from tests.cli.terminal import at_terminal, treewright
from tests.serve.process import server

SEARCH = ("--agent", "uct(simulations=2000)", "--seed", "5")


@pytest.fixture(scope="module")
def said():
    return treewright("analyse", "connect_four", "4", "4", "3", *SEARCH)


def test_the_position_is_drawn_and_the_table_follows(said):
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[5:7] == [". . . o . . .", ". . x x . . ."]
    assert "uct(simulations=2000) on connect_four, player 2 to move" in lines
    head = next(k for k, line in enumerate(lines) if line.split()[:3] == ["action", "visits", "share"])
    assert sum(int(line.split()[1].replace(",", "")) for line in lines[head + 1 : head + 8]) == 2000
    assert all(len(line) <= 80 for line in lines)


def test_the_principal_variation_the_scale_and_the_constant_are_told(said):
    text = " ".join(said.out.split())
    assert re.search(r"principal variation: \d \d", text)
    assert "values on the scale sign (-1..1 from scores -1..1), with c=1.4, urgency=inf" in text
    assert "2,000 simulations in" in text


def test_json_stands_alone_on_standard_output(command):
    said = command("analyse", "connect_four", "4 4 3", *SEARCH, "--json")
    data = json.loads(said.out)
    assert said.code == 0
    assert list(data) == [
        "protocol", "id", "kind", "choice", "actions", "principal_variation", "simulations", "seconds",
        "simulations_per_second", "nodes", "depth_mean", "depth_largest", "scale", "constants", "agent", "game",
        "memory_full", "interrupted", "solved", "threads", "position"]
    assert (data["protocol"], data["id"], data["kind"]) == (1, None, "result")
    assert data["position"]["moves"] == ["4", "4", "3"]
    assert data["simulations"] == 2000
    assert (data["game"], data["agent"]) == ("connect_four", "uct(simulations=2000)")


def test_json_is_the_answer_that_the_server_gives(command):
    asked = {"id": 1, "game": "connect_four", "moves": "4 4 3", "agent": SEARCH[1], "seed": int(SEARCH[3])}
    printed = json.loads(command("analyse", "connect_four", "4 4 3", *SEARCH, "--json").out)
    with server() as one:
        one.say(asked)
        answered = one.read()
    for volatile in ("id", "seconds", "simulations_per_second"):
        del printed[volatile], answered[volatile]
    assert printed == answered


def test_the_same_seed_finds_the_same(command, said):
    again = command("analyse", "connect_four", "4 4 3", *SEARCH)
    without_times = [re.sub(r"in .* a second\)", "", text) for text in (said.out, again.out)]
    assert without_times[0] == without_times[1]


def test_a_wide_game_shows_its_best_actions_and_all_on_demand(command):
    short = command("analyse", "bingo3d", "--agent", "uct(simulations=500)")
    assert "and 4 more actions (--all shows them)" in short.out
    full = command("analyse", "bingo3d", "--agent", "uct(simulations=500)", "--all")
    assert "more actions" not in full.out
    assert len(full.out.splitlines()) > len(short.out.splitlines())


def test_a_person_at_a_terminal_sees_the_search_go_on():
    with at_terminal("analyse", "connect_four", "--agent", "uct(seconds=0.6)") as terminal:
        shown = terminal.wait_for("best so far") + terminal.wait_for("%)")
        assert re.search(r"[\d,]+ simulations  0\.\d s left  best so far \d \(\d+%\)", shown)
        code, rest, _ = terminal.rest()
    assert code == 0
    assert "principal variation" in rest


def test_nothing_is_shown_on_the_way_to_a_file(said):
    assert said.complaint == []
    assert "best so far" not in said.err
