"""The comparison has teeth: one constant changed in a rule, on either side, and both no longer agree."""

import dataclasses

import numpy as np
import pytest

from tests.twin import playouts, rules
from tests.twin.rules import F, root_of_log
from tests.twin.side_by_side import (
    BIASED,
    DECISIVE,
    GRAMS,
    GRAVES,
    GUMBEL,
    MAST_GIBBS,
    MINIMAX,
    PAIRWISE,
    RAVE_ORDERS,
    REPLIES,
    SOLVER,
    TUNED,
    WEIGHTED,
    WIDE,
    Way,
    disagreement,
    game_named,
    leaning,
    leaning_way,
    position,
    way,
)
from tests.twin.twin import Twin
from treewright.select.means import root_of_log as compiled_root_of_log
from treewright.select.rave import RAVE
from treewright.select.ucb1 import UCB1
from treewright.select.uct import UCT


def differ(name: str, way: Way) -> int:
    """On how many of six positions do both disagree?"""
    game = game_named(name)
    found = 0
    for k in range(6):
        compiled, twin = way.compiled(game, k), way.twin(game, k)
        simulations = int(200 * way.patience)
        compiled.search(position(game, k), simulations)
        twin.search(position(game, k), simulations)
        found += disagreement(compiled, twin) is not None
    return found


# ---------------------------------------------------------------- a constant changed in the compiled rule


class CountsOneMore(UCT):
    """log(N + 1) in place of log N."""

    def score(self, nodes, parent, child):
        if nodes[child].visits == 0:
            return np.float32(self.urgency)
        width = np.float32(self.c) * compiled_root_of_log(nodes[parent].visits + 1)
        return nodes[child].mean + width * nodes[child].spread


def test_a_changed_compiled_rule_is_noticed():
    assert differ("ring", way(UCT, rules.UCT)) == 0
    assert differ("ring", dataclasses.replace(way(UCT, rules.UCT), rule=CountsOneMore)) >= 3


def test_the_complaint_names_the_first_action_that_differs():
    game = game_named("ring")
    mutant = dataclasses.replace(way(UCT, rules.UCT), rule=CountsOneMore)
    compiled, twin = mutant.compiled(game, 0), mutant.twin(game, 0)
    compiled.search(position(game, 0), 200)
    twin.search(position(game, 0), 200)
    first = min(action for action in range(10) if compiled.visits()[action] != twin.visits()[action]
                or compiled.means()[action] != twin.means()[action])
    assert disagreement(compiled, twin).startswith(f"at the root, action {first}: ")


# ---------------------------------------------------------------- a constant changed in the twin's rule


class LeansOnUnseen(rules.UCT):
    """1 / sqrt(n + 1) in place of 1 / sqrt(n)."""

    def score(self, parent, action):
        child = parent.children[action]
        if child.visits == 0:
            return self.urgency
        return child.mean + self.c * root_of_log(parent.visits) / np.sqrt(F(child.visits + 1))


class DividesByN(rules.UCT):
    """The first reward counts half."""

    def update(self, child, reward):
        child.mean += (reward - child.mean) / F(child.visits + (child.visits == 1))


class TakesTheLast(rules.UCT):
    """Of equals the last one."""

    def select(self, parent, actions, dice):
        return max(reversed(actions), key=lambda action: self.score(parent, action))


class HandBySum(rules.RAVE):
    """k / (2 N + k) in place of k / (3 N + k)."""

    def beta(self, parent_visits, n, m):
        return F(1) if n == 0 else np.sqrt(self.k / (F(2) * F(parent_visits) + self.k))


class SeesOnlyItsOwnMove(rules.RAVE):
    """What was played later does not count."""

    def see(self, parent, mover, moves, reward):
        super().see(parent, mover, moves[:1], reward)


class SeesEverybody(rules.RAVE):
    """The other player's moves count as well."""

    def see(self, parent, mover, moves, reward):
        super().see(parent, mover, [(mover, action) for _, action in moves], reward)


class CountsAllVisits(rules.PUCT):
    """sqrt(N) in place of sqrt(N - 1)."""

    def score(self, parent, action):
        child = parent.children[action]
        mean = child.mean if child.visits > 0 else self.urgency
        return mean + self.c * parent.prior[action] * np.sqrt(F(parent.visits)) / F(1 + child.visits)


@pytest.mark.parametrize("mutant", [
    dataclasses.replace(way(UCT, rules.UCT), name="c", plain_rule=lambda: rules.UCT(c=1.41)),
    dataclasses.replace(way(UCT, rules.UCT), name="spread", plain_rule=LeansOnUnseen),
    dataclasses.replace(way(UCT, rules.UCT), name="mean", plain_rule=DividesByN),
    dataclasses.replace(way(UCT, rules.UCT), name="ties", plain_rule=TakesTheLast),
    dataclasses.replace(way(UCT, rules.UCT, urgency=0.5), name="urgency",
                        plain_rule=lambda: rules.UCT(urgency=0.6)),
    dataclasses.replace(way(UCB1, rules.UCB1), name="cp", plain_rule=lambda: rules.UCB1(cp=0.7)),
    dataclasses.replace(way(RAVE, rules.RAVE), name="beta", plain_rule=HandBySum),
    dataclasses.replace(way(RAVE, rules.RAVE), name="later", plain_rule=SeesOnlyItsOwnMove),
    dataclasses.replace(way(RAVE, rules.RAVE), name="whose", plain_rule=SeesEverybody),
    dataclasses.replace(leaning_way(), name="visits", plain_rule=lambda: CountsAllVisits(prior=leaning)),
    dataclasses.replace(leaning_way(), name="prior", plain_rule=rules.PUCT),
    dataclasses.replace(way(UCT, rules.UCT), name="scale", scale="sign", plain_rule=lambda: rules.UCT(c=0.7)),
], ids=lambda mutant: mutant.name)
def test_a_changed_twin_is_noticed(mutant):
    assert differ("ring", mutant) >= 3


class AsksItself(rules.GRAVE):
    """A node asks its own table, as in RAVE."""

    def select(self, parent, actions, dice):
        self.asked = parent
        return rules.Rule.select(self, parent, actions, dice)


class KeepsTheFirstWord(rules.ImplicitMinimax):
    """What an evaluation said of a node stays, whatever its children are worth."""

    def look(self, node, moves, rewards, walked):
        """Nothing is backed up."""


class LooksNoFurther(rules.Decisive):
    """What the other threatens is not stopped."""

    def narrow(self, game, s, actions):
        found = super().narrow(game, s, actions)
        return found if len(found) == 1 and game.shows_wins and found[0] == game.wins(s, int(s.to_move)) else actions


@pytest.mark.parametrize(("name", "mutant"), [
    ("tic_tac_toe", dataclasses.replace(TUNED[0], scale="sign", plain_rule=lambda: rules.UCT(c=1.0))),
    ("stakes", dataclasses.replace(BIASED[0], plain_rule=lambda: rules.ProgressiveBias(prior=leaning, weight=1.1))),
    ("ring", dataclasses.replace(WIDE[0], plain_rule=lambda: rules.Widening(prior=leaning, first=2, after=9.0,
                                                                            base=1.5))),
    ("trio", dataclasses.replace(GRAVES[0], plain_rule=lambda: rules.GRAVE(ref=12))),
    ("trio", dataclasses.replace(GRAVES[0], plain_rule=AsksItself)),
    ("heap_go", dataclasses.replace(MINIMAX[0], plain_rule=lambda: rules.ImplicitMinimax(alpha=0.42))),
    ("heap_go", dataclasses.replace(MINIMAX[0], plain_rule=KeepsTheFirstWord)),
    ("connect_four", dataclasses.replace(DECISIVE[0], plain_rule=LooksNoFurther)),
    ("bingo3d", dataclasses.replace(GUMBEL[0], plain_rule=lambda: rules.Gumbel(prior=leaning, m=5))),
    ("heap_go", dataclasses.replace(GRAMS[0], plain_playout=lambda: playouts.NST(k=3))),
    ("heap_go", dataclasses.replace(GRAMS[0], plain_playout=lambda: playouts.NST(k=2, length=2))),
], ids=["variance", "weight", "after", "ref", "above", "alpha", "minimax", "stopping", "m", "k", "length"])
def test_a_change_of_a_further_policy_is_noticed(name, mutant):
    assert differ(name, mutant) >= 3


# ---------------------------------------------------------------- what is below the tree, and what is proven


class Flat(playouts.Weighted):
    """All weights are raised by a tenth."""

    def __init__(self, weigh):
        super().__init__(lambda game, s, actions: [weight + 0.1 for weight in weigh(game, s, actions)])


class Forgets(playouts.MAST):
    """Only the first move of a simulation is learnt."""

    def learn(self, moves, rewards):
        super().learn(moves[:1], rewards)


class NeverRetires(Twin):
    """The solver proves, but proven children are visited again."""

    def retire(self, node, mover):
        """Nobody leaves the line."""


@pytest.mark.parametrize(("name", "mutant"), [
    ("stakes", dataclasses.replace(WEIGHTED, plain_playout=lambda: Flat(leaning))),
    ("trio", dataclasses.replace(MAST_GIBBS, plain_playout=Forgets)),
    ("trio", dataclasses.replace(MAST_GIBBS, plain_playout=lambda: playouts.MAST(tau=0.21))),
    ("trio", dataclasses.replace(RAVE_ORDERS[0], plain_playout=lambda: playouts.RaveOrder("own"))),
    ("trio", dataclasses.replace(REPLIES[0], plain_playout=lambda: playouts.LastGoodReply(forget=False))),
    ("trio", dataclasses.replace(PAIRWISE[0], plain_playout=lambda: playouts.Pairwise(rate=0.9))),
], ids=["weights", "learning", "tau", "whose plays", "forgetting", "rate"])
def test_a_changed_playout_is_noticed(name, mutant):
    assert differ(name, mutant) >= 3


def test_a_solver_that_revisits_the_proven_is_noticed():
    game = game_named("ring")
    noticed = 0
    for k in range(6):
        compiled, twin = SOLVER.compiled(game, k), NeverRetires(game, rules.UCT(), k, solver=True)
        compiled.search(position(game, k), 200)
        twin.search(position(game, k), 200)
        noticed += disagreement(compiled, twin) is not None
    assert noticed >= 2
