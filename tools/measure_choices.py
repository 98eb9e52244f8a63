"""What the choices of the compiled heart are worth: take one back in a copy of the package, and measure both.

    python tools/measure_choices.py [name ...] [--rounds 15]

Both packages search Connect Four from the start (UCT, 20,000 simulations), each in a process of its own, one after the
other in every round, the best of seven searches each. Printed is the speed without the choice over the speed with it:
the median of the rounds, and their range. Measure on a machine that does nothing else.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]

Edit = tuple[str, str, str]
"""A file of the package, a text that stands in it once, and what stands there instead."""

CHOICES: dict[str, tuple[str, list[Edit]]] = {
    "inlining": ("calls are inlined by force", [
        ("core/compiling.py", "forceinline=inline", "forceinline=False")]),
    "borrowing": ("the arrays of components are borrowed", [
        ("core/component.py", "        array.meminfo = cgutils.get_null_value(array.meminfo.type)\n", ""),
        ("core/component.py", "            c.context.nrt.decref(c.builder, field, native.value)\n", ""),
        ("core/component.py", "def traverse_models", "def _traverse_models"),
        ("core/component.py", "def traverse_types", "def _traverse_types"),
        ("core/component.py", "def traverse(self", "def _traverse(self")]),
    "spread": ("1 / sqrt(visits) is kept in each node", [
        ("select/uct.py", "* nodes[child].spread", "/ np.sqrt(np.float32(nodes[child].visits))")]),
    "logarithms": ("sqrt(log N) is looked up", [
        ("select/means.py", "ROOT_OF_LOG[visits - 1] if visits <= ROOT_OF_LOG.size else ", "")]),
    "flags": ("the options of a rule are fields, asked at run time (taken back: constants of its class)", [
        ("select/means.py", "    one_by_one: bool = dataclasses.field(init=False)\n", "    one_by_one = True\n"),
        ("select/means.py", "    draws_lots: bool = dataclasses.field(init=False)\n", "    draws_lots = False\n"),
        ("select/means.py", "    shuffles: bool = dataclasses.field(init=False)\n", "    shuffles = True\n"),
        ("select/means.py",
         '        self.one_by_one = self.expand == "one" and self.urgency == math.inf\n'
         '        self.shuffles, self.draws_lots = self.ties != "numbered", self.ties == "drawn"\n', "")]),
    "scale": ("rewards are mapped to the value scale", [
        ("core/tree.py", "return (score - np.float32(self.shift)) * np.float32(self.factor)", "return score")]),
    "any_action": ("Connect Four draws an action without listing them", [
        ("games/connect_four.py", "def any_action(", "def _any_action(")]),
    "intervals": ("moments are kept for the report's intervals", [
        ("core/search.py", "if trace.depth > 0 and trace.player[0] != CHANCE:", "if False:")]),
}

WORKER = """
import sys
from treewright.bench.ours import Searcher
from treewright.games.connect_four import ConnectFour
run = Searcher(ConnectFour())
print("ready", flush=True)
for line in sys.stdin:
    print(max(run() for _ in range(7)), flush=True)
"""


class Runner:
    """A process that searches with the package below `folder` whenever it is called; returns simulations a second."""

    def __init__(self, folder: Path, cache: Path):
        environment = os.environ | {"PYTHONPATH": str(folder), "TREEWRIGHT_CACHE": str(cache)}
        self.process = subprocess.Popen([sys.executable, "-c", WORKER], cwd=folder, env=environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self._pipe(self.process.stdout).readline() != "ready\n":
            sys.exit("the edited package does not run")

    def __call__(self) -> float:
        self._pipe(self.process.stdin).write("\n")
        self._pipe(self.process.stdin).flush()
        return float(self._pipe(self.process.stdout).readline())

    def close(self) -> None:
        self._pipe(self.process.stdin).close()
        self.process.wait()

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe


def without(edits: list[Edit], folder: Path) -> Path:
    """A copy of the package below `folder` with the edits made."""
    shutil.copytree(ROOT / "treewright", folder / "treewright", ignore=shutil.ignore_patterns("__pycache__"))
    for name, old, new in edits:
        file = folder / "treewright" / name
        text = file.read_text()
        if text.count(old) != 1:
            sys.exit(f"{name} has changed: {old!r} stands in it {text.count(old)} times")
        file.write_text(text.replace(old, new))
    return folder


def measure(edits: list[Edit], rounds: int) -> list[float]:
    """The ratio of each round."""
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        runners = [Runner(without(edits, place / "edited"), place / "cache"),
                   Runner(without([], place / "plain"), place / "cache")]
        try:
            for run in runners:
                run()
            return [runners[0]() / runners[1]() for _ in range(rounds)]
        finally:
            for run in runners:
                run.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(CHOICES))
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()
    for name in given.names:
        if name not in CHOICES:
            parser.error(f"there is no choice {name}; there are {', '.join(CHOICES)}")
    for name in given.names or CHOICES:
        title, edits = CHOICES[name]
        ratios = measure(edits, given.rounds)
        print(f"{statistics.median(ratios):.2f} [{min(ratios):.2f}, {max(ratios):.2f}]  without {name}: {title}",
              flush=True)


if __name__ == "__main__":
    main()
