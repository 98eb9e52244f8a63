"""`treewright thermograph`: what it prints, what it draws, and what it refuses."""

import json
import random

import pytest

from tests.cli.terminal import treewright

HEAP = """\
top  height  mean  temperature
          0     0           -1
B5        1     0            5
R2        2    -3            4
B3        3  -1/2         11/2

mean -1/2, temperature 11/2; alone it ends with 0 if Left begins, with -6 if Right does

      |  |
      |  |
 11/2 +  |
"""


def test_a_heap_with_mean_and_temperature_at_every_height_and_its_drawing(command):
    said = command("thermograph", "B5 R2 B3")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(HEAP)
    assert said.out.endswith("0  -1/2         -6\n")


def test_a_game_in_braces(command):
    said = command("thermograph", "{5|-3}")
    assert said.code == 0
    assert said.out.startswith("mean 1, temperature 4; alone it ends with 5 if Left begins, with -3 if Right does\n\n")
    assert "/\\" in said.out


def test_the_values_as_data(command):
    data = json.loads(command("thermograph", "B5 R2 B3", "--json").out)
    assert data["game"] == "B5 R2 B3"
    assert (data["mean"], data["temperature"]) == ("-1/2", "11/2")
    assert data["heights"][2] == {"mean": "-3", "temperature": "4"}
    assert len(data["heights"]) == 4
    assert data["left_wall"] == [{"temperature": "0", "value": "0"}, {"temperature": "5", "value": "0"},
                                 {"temperature": "11/2", "value": "-1/2"}]
    assert data["right_wall"][0] == {"temperature": "0", "value": "-6"}
    assert "heights" not in json.loads(command("thermograph", "{5|-3}", "--json").out)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_figure_is_drawn_into_a_file(command, tmp_path, kind):
    file = tmp_path / f"heap.{kind}"
    said = command("thermograph", "B5 R2 B3", "--out", str(file))
    assert said.code == 0
    assert said.out.endswith(f"\ndrawn into {file}\n")
    assert file.stat().st_size > 5000


def test_a_thousand_counters_fit_the_page_and_are_there_soon():
    rng = random.Random(1)
    heap = " ".join(f"{rng.choice('BR')}{rng.randint(1, 99)}" for _ in range(1000))
    said = treewright("thermograph", heap)
    assert (said.code, said.err) == (0, "")
    table, _, drawing = said.out.partition("\n\n")
    assert len(table.splitlines()) == 1002
    assert all(len(line) <= 80 for line in (table + drawing.partition("\n\n")[2]).splitlines())
    assert said.seconds < 5


@pytest.mark.parametrize(("arguments", "told"), [
    (["B5 X2 B3"], "'X2' is not a counter; write B or R and a weight, like B5"),
    (["B0"], "the weight of B0 must be 1 to 99"),
    (["B-3"], "'B-3' is not a counter; write B or R and a weight, like B5"),
    (["B5 R100"], "the weight of R100 must be 1 to 99"),
    (["B" + "9" * 5000], f"the weight of B{'9' * 39} must be 1 to 99"),
    (["B5 / R2"], "a thermograph is of one heap, and this text has 2: give one of them"),
    ([""], "heap A of '' has no counters; write heaps like B5 R2 B3 / R7 B1"),
    (["B1 " * 5001], "a heap has at most 5000 counters, not 5001"),
    (["{5|"], "'{5|' is no game, since a closing brace is missing; write one like {5|-3} or {{3|1}|-2}"),
    (["{1/3|0}"], "1/3 is no number of a finite game: below the line must be a power of two"),
    (["B5", "--out", "heap.jpg"], "the name of a figure ends in .png, .svg or .pdf, unlike heap.jpg"),
    (["B5", "--out", "no/where/heap.png"], "no/where/heap.png cannot be written: No such file or directory"),
    ([], "Missing argument 'game'. (see treewright thermograph --help)"),
])
def test_what_cannot_be_drawn_is_refused_in_one_line(command, arguments, told):
    said = command("thermograph", *arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err == f"treewright: {told}\n"
