"""Gumbel root selection: sequential halving of the simulations, the sample by the prior, the final choice."""

import numpy as np
import pytest

import treewright as tw
from treewright.agents.report import standing
from treewright.core.errors import Refused

FOUR = tw.connect_four()


def searched(text, seed=1):
    agent = tw.agent(text)
    return agent, agent.search(FOUR, seed=seed)


@pytest.mark.parametrize(("m", "simulations", "shared"), [
    (4, 64, [24, 24, 8, 8]),                    # 64 / (2 x 4) each, then 64 / (2 x 2) each
    (2, 10, [5, 5]), (1, 10, [10]), (16, 7, [1] * 7)])
def test_simulations_are_shared_by_sequential_halving(m, simulations, shared):
    agent, result = searched(f"gumbel(m={m}, simulations={simulations})")
    assert [row.visits for row in result.rows if row.visits] == shared
    assert result.text in {row.text for row in result.rows if row.visits == shared[0]}
    assert sum(agent.workers[0].parts[2].taken) == simulations


def test_an_action_is_considered_as_often_as_its_prior_says():
    """One simulation goes to the largest g + log P, a draw by P (the Gumbel-max trick)."""
    weights = np.array([1, 2, 4, 8, 4, 2, 1])
    agent = tw.agent(f"gumbel(prior=by_action({weights.tolist()}), simulations=1)")
    found = np.bincount([agent.search(FOUR, seed=k).choice for k in range(600)], minlength=7)
    expected = 600 * weights / weights.sum()
    assert ((found - expected) ** 2 / expected).sum() < 22.5          # chi squared, 6 degrees of freedom: 1 in 1000


def test_the_final_choice_is_the_strongest_of_those_visited_most():
    agent, result = searched("gumbel(m=4, simulations=64)")
    known = standing(agent.observation, agent.workers, merits=True)
    assert np.array_equal(np.isfinite(known.merit), known.visits == known.visits.max())
    assert sum(np.isfinite(known.merit)) == 2
    assert result.choice == known.action[np.argmax(known.merit)]


@pytest.mark.parametrize(("text", "said"), [
    ("gumbel(seconds=0.1)", "needs a budget in simulations"),
    ("gumbel(m=0, simulations=10)", "gumbel needs m of at least 1"),
    ("gumbel(simulations=10, threads=2)", "final=rule asks the rule of one tree, so threads must be 1"),
    ("gumbel(simulations=10, states=table)", "cannot have the selection rule gumbel, which needs a tree")])
def test_what_it_cannot_do_is_refused(text, said):
    with pytest.raises(Refused, match=said):
        searched(text)
