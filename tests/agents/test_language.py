"""The language of agents and games: what is read is written the same again, mistakes get a sentence."""

import ast
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import treewright as tw
from treewright.agents import language
from treewright.agents.agent import Agent
from treewright.agents.policy import PolicyAgent
from treewright.core.errors import Refused
from treewright.core.thinking import Budget
from treewright.playout.tactical import Tactical
from treewright.select.rave import RAVE

AGENTS = [
    "uct(simulations=10)",
    "uct(c=2.0, urgency=0.5, simulations=10, seconds=0.5, nodes=1000, threads=2)",
    "uct(ties=drawn, simulations=10, solver=True, reuse=False, final=secure, scale=unit, memory=8)",
    "ucb1(cp=0.3, simulations=10)",
    "rave(k=100, schedule=minimum, simulations=10)",
    "puct(c=2.0, prior=by_action(weights=[1.0, 2.0, 1.0]), simulations=10)",
    "uct(playout=mast(tau=0.5), simulations=10)",
    "search(select=rave(k=100.0), playout=tactical, simulations=10)",
    "search(select=uct(c=0.5), playout=weighted(by=by_action(weights=[1.0, 2.0])), nodes=50)",
    "uniform",
    "weighted(by=by_action(weights=[1.0, 2.0]))",
    "minimax(depth=3)",
    "human()",
]

RULE = '''
import treewright as tw
from treewright.select.means import Means

class Optimism(Means):
    bonus: float = 0.5

class Kayles(tw.Game):
    pins: int = 9
    actions, widest, longest = 9, 9, 9
    score_range = (-1.0, 1.0)
    state = tw.record(to_move="i1", over="i1", score=("f4", 2))

class First(tw.Agent):
    def __init__(self, skip: int = 0):
        self.skip = skip

    def choose(self):
        return self.skip
'''


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file of the user's in his working folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(RULE)
    return "mine.py"


@pytest.mark.parametrize("text", AGENTS)
def test_an_agent_is_written_as_it_is_read(text):
    assert str(language.agent(text)) == text


@pytest.mark.parametrize("text", AGENTS)
def test_what_is_written_names_the_same_agent(text):
    made, again = language.agent(text), language.agent(str(language.agent(text)))
    assert str(again) == str(made)
    if isinstance(made, tw.Agent) and hasattr(made, "budget"):
        assert (str(again.rule), again.budget) == (str(made.rule), made.budget)
        assert again.scale_name == made.scale_name


def test_a_part_in_place_of_the_default_one_is_written():
    text = "uct(leaf=rollout(policy=tactical), simulations=10)"
    assert str(language.agent(text)) == text


numbers = st.one_of(st.none(), st.integers(1, 10**6))


@given(c=st.floats(0, 1e6), urgency=st.one_of(st.just(math.inf), st.floats(0, 10)),
       simulations=st.integers(3, 10**9), nodes=numbers, threads=st.integers(1, 3), solver=st.booleans(),
       final=st.sampled_from(["visits", "mean", "secure"]), memory=st.floats(0.1, 1e5))
def test_every_number_survives(c, urgency, simulations, nodes, threads, solver, final, memory):
    made = tw.uct(c=c, urgency=urgency, simulations=simulations, nodes=max(nodes or 3, 3), threads=threads,
                  solver=solver, final=final, memory=memory)
    again = language.agent(str(made))
    assert str(again) == str(made)
    assert (again.rule.c, again.rule.urgency, again.memory) == (made.rule.c, made.rule.urgency, made.memory)
    assert (again.budget, again.threads, again.solver, again.final) == (made.budget, threads, solver, final)


def test_arguments_may_be_given_by_place_and_without_brackets():
    assert str(language.agent("uct(2, simulations=10)")) == "uct(c=2, simulations=10)"
    assert str(language.agent("uniform()")) == "uniform"
    assert str(language.agent(" uct( simulations = 10, c = 1.4 ) ")) == "uct(simulations=10)"


def test_parts_nest():
    text = "search(select=rave(k=100, schedule=only), playout=mast(epsilon=0.2), simulations=10)"
    made = language.agent(text)
    assert isinstance(made.rule, RAVE)
    assert (made.rule.k, made.rule.schedule, made.learner.epsilon) == (100.0, "only", 0.2)
    assert made.leaf.policy is made.learner


def test_a_bare_word_is_a_part_where_one_is_known_and_else_a_text():
    made = language.agent("uct(playout=tactical, final=mean, simulations=10)")
    assert isinstance(made.leaf.policy, Tactical)
    assert made.final == "mean"


@pytest.mark.parametrize(("word", "value"), [
    ("True", True), ("true", True), ("False", False), ("false", False)])
def test_switches_are_written_either_way(word, value):
    assert language.agent(f"uct(solver={word}, simulations=10)").solver is value


def test_infinity_has_a_word():
    assert language.agent("puct(urgency=inf, simulations=10)").rule.urgency == math.inf


def test_counts_may_be_written_as_powers_of_ten():
    assert language.agent("uct(simulations=1e4)").budget == Budget(simulations=10_000)


def test_an_agent_is_itself_and_a_policy_becomes_its_player():
    made = tw.uct(simulations=10)
    assert language.agent(made) is made
    player = language.agent(Tactical())
    assert isinstance(player, PolicyAgent)
    assert str(player) == "tactical"


@pytest.mark.parametrize("text", ["tic_tac_toe", "connect_four", "connect_four(columns=5, rows=4)"])
def test_a_game_is_written_as_it_is_read(text):
    assert str(language.game(text)) == text
    made = language.game(text)
    assert language.game(made) is made


def test_a_game_takes_its_sizes():
    assert (language.game("connect_four(5, 4)").columns, language.game("connect_four(rows=5)").rows) == (5, 5)


# ---------------------------------------------------------------- files of the user's


def test_a_game_comes_from_a_file(file):
    assert str(language.game(file)) == "mine.py:Kayles"
    made = language.game(f"{file}:Kayles(pins=7)")
    assert (made.pins, str(made)) == (7, "mine.py:Kayles(pins=7)")
    assert str(language.game(str(made))) == str(made)


def test_a_rule_comes_from_a_file(file):
    text = "search(select=mine.py:Optimism(bonus=0.3), simulations=10)"
    made = language.agent(text)
    assert made.rule.bonus == 0.3
    assert str(made) == text


def test_an_agent_comes_from_a_file(file):
    made = language.agent("mine.py:First(2)")
    assert isinstance(made, Agent)
    assert (made.skip, str(made)) == (2, "mine.py:First(skip=2)")
    assert str(language.agent(str(made))) == str(made)
    assert str(language.agent("mine.py")) == "mine.py:First()"


@pytest.mark.parametrize(("text", "said"), [
    ("mine.py:Kyles", "mine.py has no game Kyles; did you mean Kayles?"),
    ("mine.py:Optimism", "mine.py has no game Optimism"),
    ("mine.py:Kayles(pns=7)", "Kayles has no argument pns; did you mean pins?"),
    ("mine.py:Kayles(pins=many)", "Kayles: pins must be a whole number, not 'many'"),
    ("yours.py", "there is no file yours.py")])
def test_mistakes_about_files_are_told(file, text, said):
    with pytest.raises(Refused) as refused:
        language.game(text)
    assert said in str(refused.value)


@pytest.mark.parametrize(("content", "said"), [
    ("def start(:\n", "broken.py:1: invalid syntax"),
    ("x = 1\n\n  y = 2\n", "broken.py:3: unexpected indent"),
    ("x = 1\ny = 1 / 0\n", "broken.py:2: ZeroDivisionError: division by zero"),
    ("import nothing_there\n", "broken.py:1: ModuleNotFoundError: No module named 'nothing_there'"),
    ("x = 1\n", "broken.py must hold one game, or say which: there is none"),
    (RULE + "\nclass Nim(Kayles):\n    pass\n", "there is broken.py:Kayles, broken.py:Nim"),
    (RULE.replace("pins: int = 9", "def legal(self, s): return 0"),
     "Kayles.legal(self, s) must be legal(self, s, actions)")])
def test_a_broken_file_is_told_with_its_line(tmp_path, monkeypatch, content, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.py").write_text(content)
    with pytest.raises(Refused) as refused:
        language.game("broken.py")
    assert said in str(refused.value)


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(("text", "said"), [
    ("uct(simulatons=10)", "uct has no argument simulatons; did you mean simulations?"),
    ("utc(simulations=10)", "there is no agent utc; did you mean uct?"),
    ("zebra", "there is no agent zebra; there are alphabeta, "),
    ("uct(1, 2, 3)", "uct: too many positional arguments; it is uct(c=1.4, "),
    ("uct(simulations=-10)", "simulations must be a number above 0, not -10"),
    ("uct(seconds=0)", "seconds must be a number above 0, not 0"),
    ("uct(nodes=-1)", "nodes must be a number above 0, not -1"),
    ("uct(simulations=1.5)", "simulations must be a whole number, not 1.5"),
    ("uct(simulations=lots)", "simulations must be a number above 0, not 'lots'"),
    ("uct()", "a search needs a budget: simulations, seconds or nodes"),
    ("uct(simulations=10, threads=0)", "threads must be a whole number above 0, not 0"),
    ("uct(simulations=10, threads=11)", "11 threads cannot share 10 simulations"),
    ("uct(simulations=10, final=foo)", "final must be one of visits, mean, secure, rule, not 'foo'"),
    ("uct(simulations=10, scale=log)", "scale must be one of sign, unit, raw, not 'log'"),
    ("uct(simulations=10, ties=odd)", "ties must be one of shuffled, numbered, drawn, not 'odd'"),
    ("uct(simulations=10, solver=perhaps)", "uct: solver must be true or false, not perhaps"),
    ("uct(simulations=10, memory=0)", "memory must be a number of megabytes above 0, not 0"),
    ("uct(simulations=10, c=wide)", "UCT: c must be a number, not 'wide'"),
    ("uct(simulations=10, c=1, c=2)", "an argument is given twice"),
    ("uct(simulations=10, playout=unifrom)", "there is no part unifrom; did you mean uniform?"),
    ("uct(simulations=10, playout=rave())", "uct: playout must be a playout policy, not rave"),
    ("uct(simulations=10, playout=3)", "uct: playout must be a playout policy, not 3"),
    ("search(select=tactical, simulations=10)", "search: select must be a selection rule, not tactical"),
    ("uct(simulations=10, playout=minimax(depth=2))", "minimax is an agent, not a part of a search"),
    ("uct(simulations=10, leaf=mixed())", "mixed: missing a required argument: 'evaluation'"),
    ("rave(simulations=10, schedule=soon)", "schedule must be one of hand, minimum, only, not 'soon'"),
    ("mast", "mast is a part of a search, not an agent"),
    ("mast()", "mast is a part of a search, not an agent"),
    ("connect_four(5, 4)", "connect_four is a game, not an agent"),
    ("uct(", "'uct(' cannot be read: write it like uct(simulations=1000)"),
    ("", "'' cannot be read"),
    ("3", "'3' must be a name or a call, such as uct(simulations=1000)"),
    ("uct.agent()", "must be a name or a call"),
    ("uct(simulations=2**70)", "2 ** 70 is not a number, a text, a list or a part"),
    ("uct(simulations=open('x'))", "there is no part open"),
    ("uct(**{})", "** cannot be used here"),
    ("_file_0", "there is no agent _file_0")])
def test_mistakes_about_agents_are_told(text, said):
    with pytest.raises(Refused) as refused:
        language.agent(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("text", "said"), [
    ("conect_four", "there is no game conect_four; did you mean connect_four?"),
    ("connect_four(columns=x)", "ConnectFour: columns must be a whole number, not 'x'"),
    ("connect_four(cols=5)", "connect_four has no argument cols; "),
    ("uct(seconds=1)", "uct is an agent, not a game"),
    ("tactical", "tactical is an agent, not a game")])
def test_mistakes_about_games_are_told(text, said):
    with pytest.raises(Refused) as refused:
        language.game(text)
    assert said in str(refused.value)


def test_a_python_caller_is_told_the_same():
    with pytest.raises(Refused, match="uct: playout must be a playout policy"):
        tw.uct(playout=RAVE(), simulations=10)


@given(st.one_of(st.text(max_size=40), st.text("uct(simlao=10,)[]{}'\":.py_*~-+ ", max_size=30)))
@example("(" * 300)
@example("uct(" * 300 + ")" * 300)
@example("uct(c=" + "-" * 3000 + "1)")
@example("uct(simulations={[]: 1})")
def test_whatever_is_typed_is_read_or_refused(text):
    try:
        made = language.agent(text)
    except Refused:
        return
    assert isinstance(made, Agent)


def test_nothing_is_evaluated(tmp_path):
    trap = tmp_path / "trap"
    for text in (f"uct(simulations=open({str(trap)!r}, 'w'))", f"open({str(trap)!r}, 'w')"):
        ast.parse(text)
        with pytest.raises(Refused):
            language.agent(text)
    assert not trap.exists()
