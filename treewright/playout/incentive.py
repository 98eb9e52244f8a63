"""RIDE: incentive learning, and the MAXI default policy (Kao, Wu, Yen & Shan 2013, section III).

"If an action leads to better rewards than other actions from the same state, then it is highly likely that this action
has a greater incentive value than other actions." What one action is better than another is learnt as D (equation 18,
`differences`), a sequence L* of all actions is kept that D contradicts least (equations 23 to 25, `order`), and the
playout takes the legal action that stands first in it. The paper's summary, beside what does it here:

    1) "Use the UCB algorithm to select the in-tree path of a new simulation"       the selection rule, `uct`
    2) "Use L* to select the off-tree (playout) path"                               `choose`
    3) "learn the outcome z from the simulation"                                    the playout
    4) "For each action a_t on the path of the simulation, t from n - 1 down to 0"  `learn`, from the last ply back
       a) "update Q(s_t, a_t) based on the outcome z"                               the selection rule, `update`
       b) "compare Q(s_t, a_t) with any other Q(s_t, a) and use the information
          to update D(a_t, a); update L*"                                           `compare`

A node's Q is that of the player who chooses there. So Right's comparisons have the sign turned already, and both
players share one D: "although the left's goal is to maximize the outcome, and the right's goal is to minimize the
outcome, both players try to maximize their own move incentives".
"""

import dataclasses
from typing import Any

import numpy as np

from treewright.core.component import verb
from treewright.core.errors import Refused
from treewright.core.parts import Learner, Playout
from treewright.core.stream import shuffle
from treewright.playout.differences import Differences, new_differences
from treewright.playout.order import Order, completed, first_of, new_order, read_order

DEFAULTS, STARTS = ("maxi", "rand"), ("seen", "met", "number", "random")
SAMPLES = ("means", "outcome", "states")
PLIES, OTHERS = ("all", "root", "own"), ("tried", "any")


class Incentive(Playout, Learner):
    """What the paper leaves open is said by these arguments, and by two of the search: `states` ("learn from MCTS
    simulations": does Q live in the nodes of a tree, or in a table of positions that whole simulations fill?), and the
    constant of its selection rule ("a scalar exploration constant": it means nothing without the scale of the scores).

    default   "two versions of the default policy": maxi "selects the move according to L*", rand "selects the action
              randomly", and learns all the same
    start     "L* can be updated incrementally", from what? seen: an action joins the sequence when it can first be
              played on the path of a simulation, met: when it is first compared, and those that did not join stand
              behind in random order; random; number
    order     a start of your own, as a list of action numbers; those left out stand behind it, by number
    sample    "E{Q(s, a) - Q(s, b)}", of which Q, over which s? means: the difference of both means as they are now,
              once for each simulation through s; outcome: what this simulation brought, less the mean of the other
              action; states: every s counts once, with the means as they were when one of the two was last played there
              (refused with keep=false or plies=root, where nothing tells which s have counted)
    plies     "for each action on the path of the simulation": all; root: only where the search begins; own: only where
              the player moves who moves at the root
    others    "any other Q(s, a)": tried: of actions that were tried there; any: also of those that were not, with Q = 0
    keep      keep D and L* from move to move
    pairs     in games with more than 1,024 actions: of how many pairs there is room to remember D
    """

    default: str = "maxi"
    start: str = "met"
    order: dataclasses.InitVar[Any] = None
    sample: str = "means"
    plies: str = "all"
    others: str = "tried"
    keep: bool = True
    pairs: int = 1_000_000
    greedy: bool = dataclasses.field(init=False)
    sees: bool = dataclasses.field(init=False)
    meets: bool = dataclasses.field(init=False)
    by_outcome: bool = dataclasses.field(init=False)
    by_state: bool = dataclasses.field(init=False)
    tried: bool = dataclasses.field(init=False)
    which: int = dataclasses.field(init=False)
    differences: Differences = dataclasses.field(init=False)
    ranking: Order = dataclasses.field(init=False)
    """L*."""

    def __post_init__(self, order):
        super().__post_init__()
        for name, words in (("default", DEFAULTS), ("start", STARTS), ("sample", SAMPLES), ("plies", PLIES),
                            ("others", OTHERS)):
            if getattr(self, name) not in words:
                raise Refused(f"{name} must be one of {', '.join(words)}, not {getattr(self, name)!r}")
        if not 1 <= self.pairs < 2**31:
            raise Refused(f"pairs must be from 1 to {2**31 - 1:,}, not {self.pairs}")
        if self.sample == "states" and (self.plies == "root" or not self.keep):
            # What a node compared before is told by its visits. They are kept with the tree, whoever forgets D or has
            # not looked at the node yet.
            raise Refused("sample=states needs " + ("keep=true" if not self.keep else "plies=all or plies=own")
                          + ": a state that was searched before must have counted, once")
        self.order = None if order is None else read_order(order, "order")
        self.greedy, self.tried = self.default == "maxi", self.others == "tried"
        self.sees, self.meets = self.start == "seen" and order is None, self.start == "met" and order is None
        self.by_outcome, self.by_state = self.sample == "outcome", self.sample == "states"
        self.which, self._begun = PLIES.index(self.plies), False

    def fit(self, game):
        self.differences, self.ranking = new_differences(game.actions, self.pairs), new_order(game.actions)
        self._begun = False

    def face(self, game, position, rng):
        """Before the first search of a game, or before each if nothing is kept: nothing learnt, and L* as it starts."""
        if self._begun and self.keep:
            return
        if self._begun:
            self.differences.forget()
        self._begun = True
        self.ranking.arrange(self._first_order(game, rng))

    def _first_order(self, game, rng):
        if self.order is not None:
            return completed(self.order, game)
        actions = np.arange(game.actions, dtype=np.int32)
        if self.start != "number":
            shuffle(actions, len(actions), rng)
        return actions

    def choose(self, game, s, trace, actions, rng):
        if not self.greedy:
            return game.any_action(s, actions, rng)
        return first_of(self.ranking.place, actions, game.legal(s, actions))

    def learn(self, game, rule, nodes, trace):
        if self.sees and self.ranking.met[0] < game.actions:
            self.look(nodes, trace)
        last = trace.depth if self.which != 1 else min(trace.depth, 1)
        for t in range(last - 1, -1, -1):
            player = trace.player[t]
            if player >= 0 and (self.which != 2 or player == trace.player[0]):
                self.compare(rule, nodes, trace.path[t], trace.path[t + 1], trace.reward[player])

    @verb
    def look(self, nodes, trace):
        """From the first ply on, what can be played joins L*; what chance may bring is nobody's action."""
        for t in range(trace.depth):
            if trace.player[t] < 0:
                continue
            first = nodes[trace.path[t]].first
            for i in range(first, first + nodes[trace.path[t]].room):
                self.ranking.meet(nodes[i].action)

    @verb
    def compare(self, rule, nodes, parent, chosen, reward):
        """The action that was chosen in a node with every other."""
        first, action, visits = nodes[parent].first, nodes[chosen].action, nodes[chosen].visits
        worth = np.float64(reward) if self.by_outcome else np.float64(rule.value(nodes, chosen))
        change = (reward - worth) / (visits - 1) if visits > 1 else worth  # of Q, by this simulation
        for i in range(first, first + (nodes[parent].count if self.tried else nodes[parent].room)):
            if i == chosen or (self.tried and nodes[i].visits == 0):
                continue
            other = nodes[i].action
            if self.meets:
                self.ranking.meet(action)
                self.ranking.meet(other)
            compared = visits > 1 or (not self.tried and nodes[i].visits > 0)
            if self.by_state and compared and self.differences.samples(action, other) > 0:
                grown = self.differences.correct(action, other, change)
            else:
                grown = self.differences.note(action, other, worth - np.float64(rule.value(nodes, i)))
            if grown > 0:
                self.ranking.prefer(action, other, self.differences)
            elif grown < 0:
                self.ranking.prefer(other, action, self.differences)

    @property
    def listed(self) -> list[int]:
        """L* as it is now, action numbers from the best to the worst."""
        return [int(action) for action in self.ranking.listed]
