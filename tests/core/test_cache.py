"""Compiled code is found again by the next process, and never stale: a copy of the package is edited between runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import treewright

SCRIPT = """
import sys
import treewright as tw
from treewright.core.compiling import counts
game = tw.game(sys.argv[1])
result = tw.uct(simulations=200, reuse=False).search(game, seed=1)
print(counts.compiled, max(row.mean for row in result.rows), flush=True)
"""

GAME = '''
import treewright as tw
from prize import prize


class Trinket(tw.Game):
    """Take one or two of five; who takes the last one gets the prize."""

    actions, widest, longest = 3, 2, 5
    score_range = (-100.0, 100.0)
    state = tw.record(left="i1", to_move="i1", over="i1", score=("f4", 2))

    def start(self, s, rng):
        s.left = 5

    def legal(self, s, actions):
        """One, or two."""
        actions[0], actions[1] = 1, 2
        return min(2, s.left)

    def play(self, s, action):
        s.left -= action
        if s.left == 0:
            s.over = 1
            s.score[s.to_move], s.score[1 - s.to_move] = prize(), -prize()
        s.to_move = 1 - s.to_move
'''

PRIZE = '''
import treewright as tw
from table import DOUBLED

@tw.compiled
def prize():
    """What the winner gets."""
    return 10.0 * DOUBLED
'''


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A copy of the package, a game whose rule reaches over two more files, and a runner of fresh processes."""
    folder = tmp_path_factory.mktemp("edited")
    shutil.copytree(
        Path(treewright.__file__).parent, folder / "treewright", ignore=shutil.ignore_patterns("__pycache__")
    )
    (folder / "trinket.py").write_text(GAME)
    (folder / "prize.py").write_text(PRIZE)
    (folder / "table.py").write_text("DOUBLED = 2\n")
    (folder / "script.py").write_text(SCRIPT)
    return folder


def run(place):
    """(functions compiled, largest mean) of a search in a new process."""
    done = subprocess.run(
        [sys.executable, "script.py", "trinket.py"],
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "TREEWRIGHT_CACHE": str(place / "cache"), "PYTHONPATH": str(place)},
    )
    compiled, mean = done.stdout.split()
    return int(compiled), float(mean)


def edit(place, name, old, new):
    text = (place / name).read_text()
    assert old in text
    (place / name).write_text(text.replace(old, new))


def test_cached_and_never_stale(place):
    first, won = run(place)
    assert first > 0
    assert run(place) == (0, won), "the next process compiles nothing and finds the same"

    edit(place, "prize.py", "What the winner gets.", "What the winner gets, in full.")
    edit(place, "trinket.py", '"""One, or two."""', "# one, or two")
    edit(
        place,
        "treewright/select/means.py",
        '"""sqrt(log(visits)) in single precision."""',
        '"""In single precision."""',
    )
    edit(place, "treewright/cli/match.py", "import typer", "import typer\n\nUNRELATED = 1")
    edit(place, "treewright/select/rave.py", "self.bias * self.bias", "self.bias * self.bias * 1")
    assert run(place) == (0, won), "docstrings, comments and unrelated rooms recompile nothing"

    edit(place, "table.py", "DOUBLED = 2", "DOUBLED = 3")
    compiled, tripled = run(place)
    assert compiled > 0
    assert tripled == pytest.approx(1.5 * won, rel=0.2), "a constant two files away has changed"

    edit(place, "table.py", "DOUBLED = 3", "DOUBLED = 2")
    assert run(place) == (0, won), "undoing an edit finds the old code"

    edit(
        place,
        "treewright/select/means.py",
        "np.float32(np.sqrt(np.log(visits)))",
        "np.float32(np.sqrt(np.log(visits + 1)))",
    )
    edit(place, "treewright/select/means.py", "nodes[child].mean += (reward - nodes[child].mean) / n",
         "nodes[child].mean += (reward - nodes[child].mean) / (n + 1)")
    compiled, changed = run(place)
    assert compiled > 0
    assert changed != won, "a function of the package that the search calls has changed"


def test_a_broken_entry_costs_a_compilation_and_nothing_else(place):
    run(place)
    for entry in (place / "cache").glob("py*/search-*.code"):
        entry.write_bytes(entry.read_bytes()[:100])
    compiled, _ = run(place)
    assert compiled > 0
    assert run(place)[0] == 0


def test_a_cache_that_cannot_be_written_is_no_error(place, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = subprocess.run(
        [sys.executable, "script.py", "trinket.py"],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TREEWRIGHT_CACHE": str(blocked / "below"), "PYTHONPATH": str(place)},
    )
    assert done.returncode == 0, done.stderr
