"""A plain twin of the compiled search: Monte-Carlo tree search as a textbook tells it, slow and easy to read.

    Browne et al. 2012, A survey of Monte Carlo tree search methods (algorithm 2, UCT)
    Cowling, Powley & Whitehouse 2012, Information set Monte Carlo tree search (worlds that are sampled)
    Winands, Bjornsson & Saito 2008; Cazenave & Saffidine 2010 (the solver)

One simulation walks from the root to a leaf, which is a position met for the first time or the end of the
game, values the leaf by playing on at random, and credits every node on its way with the reward of the player
who chose it. A simulation adds one level to the tree: a node is valued on its first visit, and its children
are looked at from its second.

Nothing here comes from the compiled search; the game's rules, which are plain Python anyway, are all that
both share. For the same seed both must count the same visits for every action, so two things that a textbook
leaves open are done as they are there:

- Numbers that decide what is selected are single-precision (`F`), and sums go from left to right. Selection
  compares numbers that are often equal but for their last bit, and one other choice changes everything that
  follows.
- Random numbers are drawn in the same order: first the world that is imagined; then, step by step down the
  tree, the order of children that are listed for the first time (n - 1 draws for n children), a draw among
  equals if the rule wants one, and one number for each outcome of chance; then what the playout asks for.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.twin.node import F, Node
from tests.twin.playouts import CHANCE, Uniform, legal
from tests.twin.rules import Moves, Rule
from tests.twin.stream import Dice

World = Callable[[Any, np.ndarray, Dice], np.ndarray]
"""world(game, observation, dice): a state that fits what the player to move has seen."""


class Story:
    """What a simulation found from some node on: the moves that followed, and what they brought each player.

    depth     how many of the moves were made in the tree
    proof     did the walk reach the end of the game, and has that changed what the solver knows, all the way
              up to here?
    """

    def __init__(self, rewards: list[F], moves: Moves, proof: bool = False):
        self.rewards, self.moves, self.proof, self.depth = rewards, moves, proof, 0


class Twin:
    """A search of one position, which may be continued, also from one of the root's children.

    world     for games that hide something: what imagines the hidden part at the start of every simulation
    solver    prove scores, and leave proven children alone
    memory    how many nodes the tree may have (where nothing is hidden and chance does not move); when they
              are used up, the search goes on without new ones. The compiled tree has one node that is nobody,
              and so it counts here.
    """

    def __init__(self, game: Any, rule: Rule, seed: Any, playout: Uniform | None = None, *,
                 scale: str = "sign", solver: bool = False, world: World | None = None,
                 memory: float = math.inf):
        self.game, self.rule, self.playout = game, rule, playout or Uniform()
        self.dice, self.scale, self.solver, self.world, self.memory = Dice(seed), scale, solver, world, memory
        self.root, self.size = self.new_node(), 2
        self.rewards: dict[int, list[F]] = {}
        self.depths: list[int] = []

    def search(self, position: np.ndarray, simulations: int) -> int:
        """Simulate; returns how many times, which is fewer than asked when the root is solved."""
        self.playout.face(self.game, self.dice)
        self.rule.begin(self, position, simulations)
        for done in range(simulations):
            if self.solved:
                return done
            state = self.world(self.game, position, self.dice) if self.world else position.copy()
            self.playout.made, self.playout.path = [], []
            with np.errstate(over="ignore"):  # sets of cells are words, and words may wrap around
                story = self.simulate(self.root, state.view(np.recarray)[0])
            self.playout.learn(story.moves, story.rewards)
            self.note(story)
        return simulations

    def keep(self, action: int) -> None:
        """The action was played: what is known of the position after it is kept, the rest forgotten."""
        self.root = self.root.children.get(action, self.new_node())

    def visits(self) -> dict[int, int]:
        """How often each root action was taken."""
        return {action: child.visits for action, child in self.root.children.items()}

    def means(self) -> dict[int, F]:
        """What each root action is worth to the player to move."""
        return {action: child.mean for action, child in self.root.children.items()}

    def note(self, story: Story) -> None:
        """For the report: the depth of a simulation, and what its root action brought."""
        self.depths.append(story.depth)
        mover, action = story.moves[0]
        if story.depth > 0 and mover != CHANCE:
            self.rewards.setdefault(action, []).append(story.rewards[mover])

    # ------------------------------------------------------------ one simulation

    def simulate(self, node: Node, s: Any) -> Story:
        """From a node, whose state is `s`, down to a leaf; on the way back everybody is credited."""
        self.playout.path.append(node)
        action = None
        if s.over:
            story = self.end(node, s)
        else:
            action = self.step(node, s)
            story = self.play_on(s) if action is None else self.descend(node, action, s)
        node.visits += 1
        self.rule.look(node, story.moves, story.rewards, action is not None)
        return story

    def descend(self, node: Node, action: int, s: Any) -> Story:
        """Take an action in the tree, simulate from there, credit the child: its mean is for who chose it."""
        child, mover = node.children[action], int(s.to_move)
        self.playout.made.append((mover, action))
        self.game.play(s, action)
        story = self.simulate(child, s)
        story.depth += 1
        story.moves.insert(0, (mover, action))
        if mover != CHANCE:
            self.rule.update(child, story.rewards[mover])
            self.rule.see(node, mover, story.moves, story.rewards[mover])
        if story.proof:
            story.proof = self.tighten(node, mover)
        return story

    def play_on(self, s: Any) -> Story:
        """Below the tree: play to the end by the playout policy."""
        moves = []
        while not s.over:
            mover = int(s.to_move)
            action = self.outcome(s) if mover == CHANCE else self.playout.choose(self.game, s, self.dice)
            moves.append((mover, action))
            self.playout.made.append((mover, action))
            self.game.play(s, action)
        return Story(self.rewards_of(s), moves)

    def end(self, node: Node, s: Any) -> Story:
        """The game is over inside the tree, so the score of this node is known for certain."""
        node.low = node.high = s.score[0]
        return Story(self.rewards_of(s), [], proof=self.solver)

    def rewards_of(self, s: Any) -> list[F]:
        """Each player's score on the scale that the rule sees: -1 to 1, 0 to 1, or as the game counts."""
        shift, factor = self.mapping
        return [(score - F(shift)) * F(factor) for score in s.score]

    @property
    def mapping(self) -> tuple[float, float]:
        """What is taken from a score, and what that is multiplied by."""
        low, high = self.game.score_range
        return {"sign": ((low + high) / 2, 2 / (high - low)), "unit": (low, 1 / (high - low)),
                "raw": (0.0, 1.0)}[self.scale]

    @property
    def low(self) -> float:
        """The least reward."""
        shift, factor = self.mapping
        return (self.game.score_range[0] - shift) * factor

    @property
    def width(self) -> float:
        """From the least reward to the largest."""
        low, high = self.game.score_range
        return (high - low) * self.mapping[1]

    def legal(self, s: Any) -> list[int]:
        return legal(self.game, s)

    # ------------------------------------------------------------ one step down the tree

    def step(self, node: Node, s: Any) -> int | None:
        """The action to take from a node; None where the walk ends, because nobody has been here before."""
        if node.visits == 0 and node is not self.root:
            return None
        if s.to_move == CHANCE:
            return self.step_of_chance(node, s)
        if self.world:
            return self.step_in_a_world(node, s)
        return self.step_of_a_player(node, s)

    def step_of_a_player(self, node: Node, s: Any) -> int | None:
        """An action that was never tried, if the rule wants these first; else the rule's choice."""
        if node.untried is None and not self.expand(node, s):
            return None
        if node.untried and (self.rule.widens(node) or not node.line):
            node.line.append(node.untried.pop(0))
            return node.line[-1]
        return self.rule.select(node, node.line, self.dice)

    def expand(self, node: Node, s: Any) -> bool:
        """List the legal actions of a node, in the order that breaks ties; False if memory is used up."""
        actions = self.rule.narrow(self.game, s, legal(self.game, s))
        if self.size + len(actions) > self.memory:
            return False
        self.size += len(actions)
        self.rule.order(actions, self.dice)
        node.children = {action: self.new_node() for action in actions}
        node.line, node.untried = ([], actions) if self.rule.one_by_one else (actions, [])
        self.rule.welcome(self.game, s, node, actions)
        return True

    def step_of_chance(self, node: Node, s: Any) -> int:
        """What chance brings is drawn, not selected; an outcome met for the first time joins the tree."""
        outcome = self.outcome(s)
        if outcome not in node.children:
            node.children[outcome] = self.new_node()
        return outcome

    def outcome(self, s: Any) -> int:
        actions, odds = np.zeros(self.game.widest, np.int32), np.zeros(self.game.widest)
        n = self.game.outcomes(s, actions, odds)
        return int(actions[self.dice.pick(odds[:n].tolist())])

    def step_in_a_world(self, node: Node, s: Any) -> int:
        """Only what is legal in this world may be selected. What was never legal before joins the tree: all
        of it, and the rule welcomes what is legal now; or just one action, which is taken at once."""
        actions = self.rule.narrow(self.game, s, legal(self.game, s))
        known = gather(node.line, actions)
        new = actions[known:]
        if new and (known == 0 or self.rule.widens(node)):
            self.rule.order(new, self.dice)
            if self.rule.one_by_one:
                del new[1:]
            node.children.update({action: self.new_node() for action in new})
            node.line += new
            if self.rule.one_by_one:
                self.rule.welcome(self.game, s, node, new)
                return new[0]
            actions[known:] = new
            known = gather(node.line, actions)
            self.rule.welcome(self.game, s, node, node.line[:known])
        return self.rule.select(node, node.line[:known], self.dice)

    # ------------------------------------------------------------ the solver

    def new_node(self) -> Node:
        """A node of which nothing is known but the game's least and largest score."""
        return Node(*self.game.score_range)

    @property
    def solved(self) -> bool:
        return self.solver and bool(self.root.children) and self.root.proven

    def tighten(self, node: Node, mover: int) -> bool:
        """What player 0 can still get in a node: the best of its children where he moves, the worst where the
        other does. Children that cannot change that any more leave the line. Does it tell the node's parent
        anything new?"""
        best = max if mover == 0 else min
        before = node.low, node.high
        node.low = best(child.low for child in node.children.values())
        node.high = best(child.high for child in node.children.values())
        self.retire(node, mover)
        return (node.low, node.high) != before

    def retire(self, node: Node, mover: int) -> None:
        """Take out of the line who need not be visited again; the last in line stands in for who leaves."""
        if node.proven:
            node.line, node.untried = [], []
        place = 0
        while place < len(node.line):
            child = node.children[node.line[place]]
            if child.high <= node.low if mover == 0 else child.low >= node.high:
                node.line[place] = node.line[-1]
                node.line.pop()
            else:
                place += 1


def gather(line: list[int], actions: list[int]) -> int:
    """Bring what stands in both lists to the front of both, each by exchanges; returns how much that is."""
    front = 0
    for i in range(len(line)):
        if line[i] in actions[front:]:
            exchange(actions, actions.index(line[i], front), front)
            exchange(line, i, front)
            front += 1
    return front


def exchange(items: list[int], i: int, j: int) -> None:
    items[i], items[j] = items[j], items[i]
