"""Our loop around OpenSpiel's games beside OpenSpiel's search: what is measured, not how fast a machine is."""

import pytest

import treewright.bench.openspiel_games as bench

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it is in the extra openspiel)")


@pytest.fixture
def asked(monkeypatch):
    """A list with an entry for every move that the rules in Python were asked to make."""
    rules = pytest.importorskip("open_spiel.python.games.tic_tac_toe").TicTacToeState
    moves, apply = [], rules._apply_action

    def counted(state, action):
        moves.append(action)
        apply(state, action)

    monkeypatch.setattr(rules, "_apply_action", counted)
    return moves


def test_both_sides_ask_the_same_rules_and_ours_asks_them_less_often(asked):
    ours, theirs = (make(bench.IN_PYTHON, 3000) for make in (bench.ours, bench.python_bot))
    asked.clear()
    assert theirs() > 0
    times = len(asked)
    asked.clear()
    assert ours() > 0
    assert 3000 < len(asked) < 0.6 * times


def test_a_search_that_remembers_those_before_it_asks_less_still(asked):
    anew, remembering = (bench.ours(bench.IN_PYTHON, 300, remembers) for remembers in (False, True))
    counts = []
    for run in (anew, anew, remembering, remembering, remembering):
        asked.clear()
        run()
        counts.append(len(asked))
    assert counts[-1] < 0.9 * min(counts[:2])
