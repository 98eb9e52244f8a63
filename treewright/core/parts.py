"""The parts of a search: what each kind must be able to do, declared once with its parameters.

An expansion grows the tree and a selection rule walks down it, a leaf says what its end is worth, a playout plays on
below it, a learner looks at every finished simulation, a belief supplies the state that a simulation starts from. Verbs
that a part leaves out do nothing, and vanish when compiled.

    nodes       the tree's records: nodes[i].visits and whatever columns the rule and the learner add
    trace       one simulation: path[], action[], player[], depth (plies in the tree), length (all plies), ended,
                score[player] as the game counts, reward[player] on the search's scale
    actions     int32[widest], to write on
"""

from typing import Any, ClassVar

import numpy as np

from treewright.core.component import Component, declares
from treewright.core.game import Actions, Game, State
from treewright.core.stream import Stream, shuffle

Nodes = Any
"""The records of a tree, an array; compiled code sees the columns as attributes: nodes[i].visits."""
Trace = Any
"""The record of one simulation."""
Columns = dict[str, str]


@declares
class Selection(Component):
    """How a search goes down its tree. The simplest rule gives `score` and `update`."""

    columns: ClassVar[Columns] = {}
    """What a node must remember beyond its visits: names and dtypes."""
    one_by_one: ClassVar[bool] = False
    """Are children added one a simulation, each visited before any is compared? Otherwise all at once."""
    guided: ClassVar[bool] = False
    """Does it want a network's priors for new children? They are then made when the evaluation of their parent is
    in."""
    draws_lots: ClassVar[bool] = False
    """Are ties broken by a fresh draw each time? Otherwise by the order in which the children were made."""
    prunes: ClassVar[bool] = False
    """May `narrow` keep only some of the legal actions?"""
    needs_tree: ClassVar[bool] = False
    """Does it rely on a node having one parent, and the root being the node ROOT? Otherwise nodes may be positions."""

    def open(self, nodes: Nodes, i: int) -> None:
        """Set the columns of a new node."""

    def narrow(self, game: Game, s: State, actions: Actions, n: int) -> int:
        """How many of the n legal actions a new node gets; those that it gets are brought to the front."""
        return n

    def order(self, actions: Actions, n: int, rng: Stream) -> None:
        """Put the actions of new children into the order in which ties are broken: at random."""
        shuffle(actions, n, rng)

    def welcome(self, game: Game, s: State, nodes: Nodes, first: int, count: int) -> None:
        """Children were just made for `s` (a rule with priors fills them in here)."""

    def widens(self, nodes: Nodes, parent: int) -> bool:
        """Where children are added one a simulation: is it time for the next one? Otherwise `select` chooses among
        those that are there."""
        return True

    def guide(self, nodes: Nodes, i: int, prior: float) -> None:
        """A network's prior for a new child."""

    def score(self, nodes: Nodes, parent: int, child: int) -> float:
        """What `select` maximises."""
        return 0.0

    def select(self, nodes: Nodes, parent: int, first: int, count: int, rng: Stream) -> int:
        """The child to go to, of those at first .. first + count - 1."""
        best: Any = np.float32(-np.inf)
        choice, equals = first, 1
        for child in range(first, first + count):
            score = self.score(nodes, parent, child)
            if score > best:
                best, choice, equals = score, child, 1
            elif self.draws_lots and score == best:
                equals += 1
                if rng.below(equals) == 0:
                    choice = child
        return choice

    def update(self, nodes: Nodes, child: int, reward: float) -> None:
        """A simulation through `child` (already counted in its visits) earned `reward` for the player who chose it."""

    def value(self, nodes: Nodes, i: int) -> float:
        """What a node is worth to the player who chose it, on the search's scale."""
        return 0.0

    def merit(self, nodes: Nodes, child: int) -> float:
        """How much a child of the root deserves to be played once the search is over; asked where `final` is "rule"."""
        return self.value(nodes, child)

    def see(self, nodes: Nodes, trace: Trace) -> None:
        """Look at the whole finished simulation."""

    def lend(self, nodes: Nodes, i: int, loss: float) -> None:
        """Count a loss for a simulation still under way, so that the next leaf of the same batch differs."""

    def repay(self, nodes: Nodes, i: int, loss: float) -> None:
        """Take the lent loss back."""


@declares
class Leaf(Component):
    """What the end of a walk down the tree is worth."""

    def value(self, game: Game, s: State, trace: Trace, actions: Actions, odds: np.ndarray, rng: Stream) -> None:
        """Write trace.score; `s` may be destroyed."""


@declares
class Playout(Component):
    """How a simulation plays on below the tree."""

    def choose(self, game: Game, s: State, trace: Trace, actions: Actions, rng: Stream) -> int:
        """A legal action; lists the legal ones itself if it must."""
        return 0


@declares
class Preference(Component):
    """How much each legal action is worth considering: weights of a playout, or priors of PUCT."""

    def weigh(self, game: Game, s: State, actions: Actions, n: int, weights: np.ndarray) -> None:
        """Write a weight, zero or more, for each of the n actions."""


@declares
class Learner(Component):
    """What learns from simulations: playout policies, solvers."""

    columns: ClassVar[Columns] = {}

    def open(self, nodes: Nodes, i: int) -> None:
        """Set this learner's columns of a new node."""

    def eligible(self, nodes: Nodes, i: int) -> int:
        """How many of a node's children, from the first on, may be selected."""
        return int(nodes[i].count)

    def opened(self, nodes: Nodes, parent: int, child: int) -> int:
        """A child was added; returns where it stands."""
        return child

    def learn(self, game: Game, rule: Selection, nodes: Nodes, trace: Trace) -> None:
        """Look at a finished simulation."""


@declares
class Belief(Component):
    """Where simulations start. Perfect information is the belief that copies what is seen."""

    def sample(self, game: Game, observation: np.ndarray, states: np.ndarray, i: int, rng: Stream) -> None:
        """Write a state that fits the observation into states[i]."""


@declares
class Expansion(Component):
    """How a step down the tree is taken, and when it ends."""

    def child(
        self, game: Game, rule: Selection, learner: Learner, s: State, tree: Any, at: int, desk: Any, rng: Stream
    ) -> int:
        """The child of node `at`, whose state is `s`, to go to; 0 where the walk ends."""
        return 0


class Seen(Belief):
    """The belief of a game that hides nothing: the observation is the state."""

    def sample(self, game: Game, observation: np.ndarray, states: np.ndarray, i: int, rng: Stream) -> None:
        game.copy(states, i, observation[0])


class Nothing(Learner):
    """The learner that learns nothing."""


class Both(Learner):
    """Two learners, one after the other. A solver, which moves nodes, comes second."""

    one: Learner
    two: Learner

    def __post_init__(self) -> None:
        super().__post_init__()
        self.columns = {**self.one.columns, **self.two.columns}  # type: ignore[misc]

    def open(self, nodes: Nodes, i: int) -> None:
        self.one.open(nodes, i)
        self.two.open(nodes, i)

    def eligible(self, nodes: Nodes, i: int) -> int:
        return min(self.one.eligible(nodes, i), self.two.eligible(nodes, i))

    def opened(self, nodes: Nodes, parent: int, child: int) -> int:
        return self.two.opened(nodes, parent, self.one.opened(nodes, parent, child))

    def learn(self, game: Game, rule: Selection, nodes: Nodes, trace: Trace) -> None:
        self.one.learn(game, rule, nodes, trace)
        self.two.learn(game, rule, nodes, trace)
