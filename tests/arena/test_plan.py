"""Plans: a TOML file, what is wrong with it and on which line, and who meets whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.arena.cast import Cast
from treewright.arena.plan import Plan, PlanFile
from treewright.arena.schedule import meetings
from treewright.arena.tournament import enter
from treewright.core.errors import Refused

WHOLE = '''\
# everybody against everybody
games = ["tic_tac_toe", "hex(3)"]
agents = [
    "uct(simulations=10)",
    "uniform",
    "tactical",
]
format = "gauntlet"
pairing = 12
seed = 5
start = "random:2"
move_seconds = 2
sprt = "elo0=0,elo1=30"
until_ci = 0.05
'''


@pytest.fixture
def plan_of(tmp_path):
    def read(text):
        (tmp_path / "plan.toml").write_text(text)
        return PlanFile(tmp_path / "plan.toml")

    return read


def test_a_file_says_all_that_the_command_line_can(plan_of):
    assert plan_of(WHOLE).plan() == Plan(
        ("tic_tac_toe", "hex(3)"), ("uct(simulations=10)", "uniform", "tactical"), "gauntlet", 12, 5, "random:2", 2,
        "elo0=0,elo1=30", 0.05)


def test_its_pairings_are_those_of_every_game(plan_of):
    pairings = enter(plan_of(WHOLE).plan(), Cast())
    assert [(one.game, one.first, one.second) for one in pairings] == [
        (game, "uct(simulations=10)", other) for game in ("tic_tac_toe", "hex(size=3)")
        for other in ("uniform", "tactical")]


TWO = 'agents = ["uniform", "tactical"]\n'


@pytest.mark.parametrize(("text", "line", "complaint"), [
    ('game = "hex"\nagents = ["uniform",\n "utc(simulations=3)"]\n', 3, "there is no agent utc; did you mean uct?"),
    ('game = "hex"\nagents = ["uniform", "uct(simulatons=3)"]\n', 2,
     "uct has no argument simulatons; did you mean simulations?"),
    ('# a comment\ngame = "hexx"\n' + TWO, 2, "there is no game hexx; did you mean hex?"),
    ('game = "hex"\nformt = "ladder"\n' + TWO, 2, "there is no setting formt; did you mean format?"),
    ('game = "hex"\n' + TWO + '\nformat = "swiss"\n', 4, "there is no format swiss; there are gauntlet, ladder"),
    ('game = "hex"\n' + TWO + 'pairing = "many"\n', 3, "pairing must be a whole number, not 'many'"),
    ('game = "hex"\n' + TWO + 'pairing = true\n', 3, "pairing must be a whole number, not True"),
    ('game = "hex"\n' + TWO + 'pairing = 7\n', 3, "the games of a pairing must be an even number above 0"),
    ('game = "hex"\n' + TWO + 'start = "random:x"\n', 3, "a random start is written random:PLIES"),
    ('game = "hex"\n' + TWO + 'sprt = "elo0=0"\n', 3, "an SPRT needs elo1: write elo0=0,elo1=30"),
    ('game = "hex"\n' + TWO + 'until_ci = 3\n', 3, "how far an interval of scores may reach"),
    ('game = "hex"\n' + TWO + 'move_seconds = -1\n', 3, "move_seconds must be a number above 0, not -1"),
    ('game = "hex"\n' + TWO + 'games = ["hex"]\n', 3, "give either game or games"),
    ('game = "hex"\nagents = "uniform"\n', 2, "agents must be a list of texts, not 'uniform'"),
])
def test_what_is_wrong_is_told_with_its_line(plan_of, text, line, complaint):
    file = plan_of(text)
    with pytest.raises(Refused) as refused:
        enter(file.plan(), Cast(), file.refused)
    assert f"plan.toml:{line}: " in str(refused.value)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(("text", "complaint"), [
    ('agents = ["uniform", "tactical"]', "names no game"),
    ('game = "hex"', "names no agents"),
    ('game = "hex', "Unterminated string|Illegal character|Expected"),
])
def test_what_is_missing_is_told(plan_of, text, complaint):
    with pytest.raises(Refused, match=complaint):
        plan_of(text).plan()


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path):
    with pytest.raises(Refused, match="cannot be read"):
        PlanFile(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refused, match="it is not text in UTF-8"):
        PlanFile(tmp_path / "bytes.toml")


names = st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=8, unique=True)


@given(names)
def test_in_a_round_robin_each_two_meet_once(agents):
    met = [frozenset(pair) for pair in meetings("round-robin", agents)]
    assert len(met) == len(set(met)) == len(agents) * (len(agents) - 1) // 2


@given(names)
def test_in_a_gauntlet_the_first_meets_all_and_on_a_ladder_each_the_next(agents):
    assert meetings("gauntlet", agents) == [(agents[0], other) for other in agents[1:]]
    assert [pair[0] for pair in meetings("ladder", agents)] + agents[-1:] == agents


@pytest.mark.parametrize(("agents", "complaint"), [
    (["a"], "between two agents or more, not 1"), (["a", "b", "a"], "a takes part twice")])
def test_too_few_or_the_same_agents_are_refused(agents, complaint):
    with pytest.raises(Refused, match=complaint):
        meetings("round-robin", agents)
