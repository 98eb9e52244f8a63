"""Ctrl-C: a command ends within half a second with what it has; a second one ends it at once."""

import json
import subprocess
import time

import pytest

from tests.cli.terminal import at_terminal

ENOUGH = 0.5


@pytest.mark.parametrize("threads", [1, 2])
def test_an_analysis_ends_with_what_it_has_found(threads):
    with at_terminal("analyse", "connect_four", "--agent", f"uct(seconds=60, threads={threads})") as terminal:
        terminal.wait_for("best so far")
        pressed = terminal.press_control_c()
        code, rest, ended = terminal.rest()
    assert code == 130
    assert ended - pressed < ENOUGH
    assert "principal variation" in rest
    assert "interrupted: this is what the search had found by then" in rest


def test_a_match_ends_with_the_pairs_that_are_finished():
    agents = ("uct(simulations=200)", "uct(seconds=0.02)")
    with at_terminal("match", *agents, "--game", "tic_tac_toe", "--games", "1000") as terminal:
        terminal.wait_for("games/s")
        pressed = terminal.press_control_c()
        code, rest, ended = terminal.rest()
    assert code == 130
    assert ended - pressed < ENOUGH
    assert "95% interval" in rest
    assert "interrupted: these are the pairs that were finished" in rest


def test_what_is_written_elsewhere_is_whole():
    asked = ("analyse", "connect_four", "--json", "--agent", "uct(seconds=60)")
    with at_terminal(*asked, out=subprocess.PIPE) as terminal:
        terminal.wait_for("best so far")
        terminal.press_control_c()
        code, _, _ = terminal.rest()
        data = json.loads(terminal.process.stdout.read())
    assert code == 130
    assert data["interrupted"] is True
    assert data["simulations"] > 0


def test_the_second_control_c_ends_a_command_at_once():
    """A person who is asked in a match cannot be told to stop thinking: the first takes its whole grace."""
    def asked(presses):
        with at_terminal("match", "human()", "human()", "--game", "tic_tac_toe", "--games", "2") as terminal:
            terminal.wait_for("to move:")
            first = terminal.press_control_c()
            if presses == 2:
                time.sleep(0.05)
                terminal.press_control_c()
            code, _, ended = terminal.rest()
        assert code == 130
        return ended - first

    assert asked(presses=2) < 0.3 < asked(presses=1)
