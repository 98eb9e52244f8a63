"""OpenSpiel's games in our loop: the rules are OpenSpiel's whoever asks and whatever is copied, and all of the arena
works with them."""

import json
import subprocess
import sys

import numpy as np
import pytest

import treewright as tw
from tests.cli.terminal import treewright
from tests.games.drive import random_game, random_game_in_python
from treewright.agents import language
from treewright.arena.code import code_of
from treewright.arena.store import open_store
from treewright.core.errors import Refused
from treewright.core.game import CHANCE
from treewright.core.record import view
from treewright.envs import library, openspiel, remembered, states

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it is in the extra openspiel)")

GAMES = ("tic_tac_toe", "python_tic_tac_toe", "breakthrough", "oware", "hex(board_size=7)")


def theirs_after(game, actions):
    state = game.theirs.new_initial_state()
    for action in actions:
        state.apply_action(int(action))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_openspiels_ply_by_ply(name):
    game = tw.openspiel(name)
    for seed in range(3):
        played = random_game(game, seed)
        state = game.theirs.new_initial_state()
        for position, legal, action in zip(played.states, played.legal, played.actions):
            assert position["to_move"] == state.current_player()
            assert legal == state.legal_actions()
            state.apply_action(action)
        assert state.is_terminal()
        assert played.states["over"].tolist() == [0] * len(played.actions) + [1]
        assert played.states["score"][-1].tolist() == state.returns()


def test_compiled_verbs_and_plain_python_ask_alike():
    game = tw.openspiel("python_tic_tac_toe")
    one, two = random_game(game, 7), random_game_in_python(game, 7)
    assert one.states.tobytes() == two.states.tobytes()


@pytest.mark.parametrize("name", ["connect_four", "python_tic_tac_toe"])
def test_a_copy_goes_its_own_way_whatever_becomes_of_the_states_that_are_kept(name, monkeypatch):
    monkeypatch.setattr(states, "MOST_LIVE", 3)
    monkeypatch.setattr(states.States, "most_frozen", 2)
    monkeypatch.setattr(remembered.RememberedStates, "most_frozen", 2)
    monkeypatch.setattr(remembered, "MOST_KNOWN", 5)
    game, random = tw.openspiel(name), np.random.default_rng(3)
    positions, pasts = [game.new() for _ in range(6)], [[] for _ in range(6)]
    for step in range(400):
        k, other = (int(number) for number in random.integers(6, size=2))
        s = view(positions[k])
        assert game.choices(s) == theirs_after(game, pasts[k]).legal_actions()
        if s.over or step % 17 == 0:
            positions[k], pasts[k] = positions[other].copy(), list(pasts[other])
        if view(positions[k]).over:
            positions[k], pasts[k] = game.new(), []
            continue
        action = int(random.choice(game.choices(view(positions[k]))))
        with np.errstate(over="ignore"):
            game.play(view(positions[k]), action)
        pasts[k].append(action)
        state = theirs_after(game, pasts[k])
        assert bool(positions[k]["over"][0]) == state.is_terminal()
        assert not state.is_terminal() or positions[k]["score"][0].tolist() == state.returns()


def test_a_search_finds_the_win_and_the_solver_proves_it():
    game = tw.openspiel("tic_tac_toe")
    result = tw.uct(simulations=3000, solver=True).search(game, game.position("x(0,0) o(1,1) x(0,1) o(2,2)"))
    assert [row.text for row in result.rows if row.proven == 1] == [result.text] == ["x(0,2)"]


def test_chance_moves_by_its_odds():
    game = tw.openspiel("pig(winscore=10,horizon=40)")
    assert game.chance
    position = game.position("roll")
    assert position["to_move"][0] == CHANCE
    odds = np.zeros(game.widest)
    assert game.outcomes(view(position), np.zeros(game.widest, np.int32), odds) == 6
    assert odds.tolist() == pytest.approx([1 / 6] * 6)
    result = tw.uct(simulations=400).search(game, seed=1)
    assert {row.text for row in result.rows} == {"roll", "stop"}
    with pytest.raises(Refused, match="chance moves"):
        tw.uct(simulations=10, solver=True).search(game)


@pytest.mark.parametrize("name", ["breakthrough(rows=6,columns=3)", "oware(num_houses_per_player=3)",
                                  "pig(winscore=8,horizon=30)", "python_tic_tac_toe"])
def test_matches_are_the_same_with_one_worker_and_with_two(name):
    game = f'openspiel("{name}")'
    agents = "uct(simulations=40)", "uct(simulations=10)"
    one, two = (tw.match(game, *agents, games=4, seed=5, workers=workers).as_dict()["played"] for workers in (1, 2))
    assert one == two


def test_the_store_knows_the_game_by_its_text_and_the_rules_by_their_version(tmp_path, monkeypatch):
    game = language.game('openspiel("hex( num_rows=3, board_size=3, swap=False )")')
    assert str(game) == 'openspiel(game="hex(board_size=3,num_rows=3)")'
    assert str(language.game(str(game))) == str(game)
    assert str(language.game('openspiel("breakthrough(rows=8)")')) == "openspiel(game=breakthrough)"
    with open_store(tmp_path / "games.db") as store:
        for _ in range(2):
            tw.match(game, "uniform", "uct(simulations=10)", games=2, store=store)
        assert len(list(store.records())) == 2
    before = code_of(game, [])
    monkeypatch.setattr(openspiel, "version", lambda: "open_spiel 99")
    assert code_of(game, []) != before


def test_an_error_in_rules_that_are_asked_comes_out_of_the_search():
    game = tw.openspiel("tic_tac_toe")
    game.states.longest = 3
    with pytest.raises(Refused, match="tic_tac_toe went on after 3 plies, the most that OpenSpiel says it can last"):
        tw.uct(simulations=200).search(game)


@pytest.mark.parametrize(("text", "said"), [
    ("openspiel(breakthru)", "OpenSpiel has no game breakthru; did you mean breakthrough?"),
    ("openspiel(zzzqq)", "OpenSpiel has no game zzzqq; `python -c"),
    ('openspiel("")', "OpenSpiel has no game without a name"),
    ("openspiel(3)", "openspiel takes a name, such as openspiel(breakthrough), not 3"),
    ("openspiel", "it is openspiel(game)"),
    ('openspiel("hex(")', "hex( cannot be read: write it like hex(board_size=7)"),
    ('openspiel("hex(board_siz=7)")', "OpenSpiel's hex has no parameter board_siz; did you mean board_size?"),
    ('openspiel("hex(board_size=x)")', "OpenSpiel refuses hex(board_size=x): Wrong type for parameter board_size"),
    ('openspiel("tic_tac_toe(a=1)")', "OpenSpiel's tic_tac_toe has no parameter a: it takes none"),
    ("openspiel(kuhn_poker)", "OpenSpiel's kuhn_poker hides something from its players, and no agent here can play it"),
    ("openspiel(matrix_pd)", "in OpenSpiel's matrix_pd players act at the same time: here they move in turn"),
    ("openspiel(stones_and_gems)", "draws its chances by itself and does not tell their odds"),
])
def test_what_cannot_be_played_is_refused_in_one_line(text, said, capfd):
    with pytest.raises(Refused) as refused:
        language.game(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr() == ("", "")


def test_without_openspiel_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    library.library.cache_clear()
    with pytest.raises(Refused, match=r"OpenSpiel is not installed: pip install 'treewright\[openspiel\]'"):
        language.game("openspiel(breakthrough)")
    monkeypatch.undo()
    library.library.cache_clear()


def test_the_commands_know_the_games():
    page = treewright("games", "openspiel(pig)")
    assert page.code == 0
    assert "player 1 may play: roll stop" in page.out
    assert "openspiel(game)" in treewright("games").out
    said = treewright("analyse", "openspiel(tic_tac_toe)", "x(1,1)", "--agent", "uct(simulations=50)", "--json")
    assert json.loads(said.out)["simulations"] == 50
    assert treewright("games", "openspiel(breakthru)").code == 2


def test_a_plain_treewright_does_not_load_openspiel():
    code = "import sys, treewright as tw; tw.game('tic_tac_toe'); assert 'pyspiel' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_report_is_about_the_position_that_was_searched_even_if_more_was_played_since():
    game = tw.openspiel("tic_tac_toe")
    found = []
    for played_first in (False, True):
        agent = tw.uct(simulations=60)
        agent.begin(game, 0, 1)
        agent.see(game.new())
        action = agent.choose()
        if played_first:
            agent.see(game.position([action]))
        found.append(agent.result())
    assert (found[0].rows, found[0].line) == (found[1].rows, found[1].line)


def test_a_person_plays_against_an_agent():
    said = treewright("play", "openspiel(tic_tac_toe)", "uct(simulations=50)", typed="x(1,1)\nquit\n")
    assert (said.code, "simulations in" in said.out) == (0, True)
