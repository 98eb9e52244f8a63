"""Files that cannot be played as they are: each gets a sentence with its line, never a traceback."""

import pytest

from treewright.checking import check
from treewright.core.errors import Refused

SMALL = '''\
import numpy as np
import treewright as tw

TABLE = {1: 2}


@tw.compiled
def deep(s):
    return s.n.deeper  # deep


class Small(tw.Game):
    actions = widest = 3
    longest = 9
    score_range = (-1.0, 1.0)
    label = "text"
    state = tw.record(cells=("i1", 4), n="i1", to_move="i1", over="i1", score=("f4", 2))

    def helper(self, s):
        return s.n

    def legal(self, s, actions):
        for k in range(3):
            actions[k] = k
        return 3

    def play(self, s, action):
        s.to_move ^= 1
        s.n += 1
        s.over = s.n > 5
'''


@pytest.fixture
def report_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def look(text):
        (tmp_path / "small.py").write_text(text)
        return check("small.py", games=3)
    return look


def only(report):
    """The one finding, as text."""
    assert len(report.findings) == 1, str(report)
    return report.findings[0].lines()[0]


def with_line(line):
    return SMALL + f"        {line}\n"


LAST = SMALL.count("\n") + 1

UNCOMPILABLE = [
    ("s.n += s.cels[0]", f"{LAST}: the state has no field cels; did you mean cells?"),
    ("s.cels = 3", f"{LAST}: the state has no field cels; did you mean cells?"),
    ("s.n = self.helper(s)",
     f"{LAST}: self.helper(...) is plain Python, which compiled code cannot call; mark it with @tw.verb"),
    ("s.n = self.longst", f"{LAST}: Small has no longst; did you mean longest?"),
    ("s.n = len(self.label)", f"{LAST}: compiled code cannot see self.label, which is a str"),
    ("s.n = TABLE[action]", f"{LAST}: compiled code cannot use TABLE, which is a dict"),
    ("s.n = nothing", f"{LAST}: the name nothing is not defined"),
    ("s.n |= 1 << (action / 2)", f"{LAST}: compiled code cannot do lshift(1, float64)"),
    ("s.n = 'x'", f"{LAST}: compiled code cannot turn x into int8"),
    ("s.n = deep(s)", "9: compiled code finds no deeper in int8"),
    ("s.n = int(f'{action:3d}')", f"{LAST}: play does not compile: UnsupportedBytecodeError: format spec in f-strings"),
]


@pytest.mark.parametrize(("line", "said"), UNCOMPILABLE, ids=[line for line, _ in UNCOMPILABLE])
def test_what_does_not_compile_is_told_with_its_line(report_on, line, said):
    report = report_on(with_line(line))
    told = [finding.lines()[0] for finding in report.findings if finding.rule == "compiles"]
    assert len(told) == 1
    assert told[0].startswith(f"small.py:{said}")
    assert report.standing("same") == "not checked"


@pytest.mark.parametrize(("returned", "said"), [
    ("", "legal returns nothing"),
    ("        return 3.0\n", "legal returns a float64"),
])
def test_a_count_must_be_a_whole_number(report_on, returned, said):
    line = SMALL.splitlines().index("    def legal(self, s, actions):") + 1
    told = only(report_on(SMALL.replace("        return 3\n", returned)))
    assert told == f"small.py:{line}: {said}; it must return a whole number"


STATE = 'state = tw.record(cells=("i1", 4), n="i1", to_move="i1", over="i1", score=("f4", 2))'
FLAT = 'np.dtype([("n", "i1"), ("to_move", "i1"), ("over", "i1"), ("score", "f4", 2)], align=True)'

DECLARED = [
    ("    longest = 9\n", "", "12: Small does not declare longest: the most moves that a game can last"),
    ("    score_range = (-1.0, 1.0)\n", "", "12: Small does not declare score_range: the least and the largest score"),
    ("longest = 9", "longest = '9'", "14: longest must be a whole number above 0, not '9'"),
    ("(-1.0, 1.0)", "(1.0, -1.0)", "15: score_range must be two numbers, the smaller one first, not (1.0, -1.0)"),
    ("    " + STATE + "\n", "", "12: Small does not describe its state"),
    ('over="i1", ', "", '17: the state has no over; it must be a whole number, such as "i1"'),
    ('("f4", 2)', '("f4", 3)', '17: score of the state must be a number for each player, such as ("f4", 2)'),
    (STATE, f"state = {FLAT}", "17: bytes 3 to 3 of the state belong to no field, so equal states may differ there"),
    ("def play(", "def paly(", "12: Small has no play(self, s, action); is paly meant to be it?"),
    ("    label", "    chance = True\n    label",
     "12: chance moves, but Small has no outcomes(self, s, actions, odds)"),
    ("    longest", "    plane_shape = (1, 2, 2)\n    longest",
     "14: plane_shape is declared, but Small has no planes(s, player, out)"),
    ("def helper(self, s)", "def planes(self, s, player, out)",
     "12: Small does not declare plane_shape: three whole numbers above 0, how many channels, rows and columns"),
    ("def helper(self, s)", "def describe(self, s)", "19: Small.describe(self, s) must be describe(self, s, action)"),
]


@pytest.mark.parametrize(("old", "new", "said"), DECLARED, ids=[said[4:44] for *_, said in DECLARED])
def test_what_is_declared_wrongly_is_told_before_anything_is_played(report_on, old, new, said):
    report = report_on(SMALL.replace(old, new))
    assert only(report).startswith(f"small.py:{said}")
    assert report.games == 0
    assert not report.holds


@pytest.mark.parametrize(("shape", "said"), [
    ("(3, 3)", "14: plane_shape must be three whole numbers above 0, how many channels, rows and columns planes "
               "writes, not (3, 3)"),
    ("(1, 0, 3)", "14: plane_shape must be three whole numbers above 0"),
    ("[1, 1, 1]", "14: plane_shape must be three whole numbers above 0"),
    ("(64, 1000, 1000)", "14: plane_shape (64, 1000, 1000) has 64000000 numbers; it must have at most 1048576"),
])
def test_the_shape_of_planes_is_three_sizes_that_fit_into_memory(report_on, shape, said):
    text = SMALL.replace("def helper(self, s)", "def planes(self, s, player, out)")
    report = report_on(text.replace("    longest", f"    plane_shape = {shape}\n    longest"))
    assert only(report).startswith(f"small.py:{said}")


PAINTED = SMALL.replace("    longest", "    plane_shape = (1, 1, 4)\n    longest") + '''
    def planes(self, s, player, out):
        out[0, 0, 0] = s.n / 6
'''


def test_planes_that_are_right_hold(report_on):
    report = report_on(PAINTED)
    assert report.holds, str(report)
    assert report.standing("planes") == "holds"


def test_planes_that_change_the_state_are_blamed(report_on):
    report = report_on(PAINTED + "        s.cells[0] += 1\n")
    assert report.failed == ["looks"]
    assert "planes changes the state" in str(report)


REFUSED = [
    ("return 3\n", "return 3 +\n", r"small\.py:25: invalid syntax"),
    ("import numpy as np", "import nonsense", r"small\.py:1: ModuleNotFoundError: No module named 'nonsense'"),
    ("(tw.Game)", "", "small.py must hold one game, or say which: there is none"),
    ("def legal(self, s, actions)", "def legal(self, s)",
     r"small\.py:22: Small\.legal\(self, s\) must be legal\(self, s, actions\)"),
    ('n="i1"', 'n="i9"', r"small\.py:17: TypeError: data type 'i9' not understood"),
    ('    label = "text"\n', "    pins: int\n", "Small: missing a required argument: 'pins'"),
    ("def helper(self, s):\n        return", "def __post_init__(self):\n        1 /", r"small\.py:20: NameError"),
]


@pytest.mark.parametrize(("old", "new", "said"), REFUSED, ids=[said[:40] for *_, said in REFUSED])
def test_a_file_that_makes_no_game_is_refused_in_a_sentence(report_on, old, new, said):
    with pytest.raises(Refused, match=said):
        report_on(SMALL.replace(old, new))


def test_two_games_in_a_file_must_be_told_apart(report_on):
    with pytest.raises(Refused, match=r"small\.py must hold one game, .* there is small\.py:Small, small\.py:Other"):
        report_on(SMALL + "\n\nclass Other(Small):\n    pass\n")


def test_an_assignment_to_a_number_of_the_game_is_refused_with_its_line(report_on):
    text = with_line("self.pins += 1").replace("    label", "    pins: int = 3\n    label")
    with pytest.raises(Refused, match=rf"small\.py:{LAST + 1}: Small\.play assigns self\.pins, but a verb has only"):
        report_on(text)


def test_a_game_that_does_not_fit_into_memory_is_refused(report_on):
    with pytest.raises(Refused, match="does not fit into memory"):
        report_on(SMALL.replace("longest = 9", "longest = 10**13"))


@pytest.mark.parametrize("asked", [{"games": 0}, {"games": 2.5}, {"seed": -1}])
def test_what_is_asked_for_must_make_sense(asked):
    with pytest.raises(Refused, match="must be a whole number"):
        check("tic_tac_toe", **asked)
