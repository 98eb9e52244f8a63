"""The twin that keeps positions in place of a tree: a dictionary of all that simulations came through.

What is legal in a position, how often each of it was taken and what that was worth is one entry, whichever way leads
there (transpositions: Childs, Brodeur & Kocsis 2008, UCT2). A simulation goes by the rule as long as it meets positions
that are known, then by the playout policy; from the first to the last, all of its positions are kept.

In a `Node` that is a position, `children` are its actions: their visits, and their mean for who chooses there. An entry
takes one record and one more for each action, which is how memory is counted.
"""

import math
from typing import Any

import numpy as np

from tests.twin.node import Node
from tests.twin.playouts import after, legal
from tests.twin.twin import Story, Twin


class TableTwin(Twin):
    """The words are those of the twin that grows a tree.

    positions   how many positions the table holds at most
    full        was there ever no room for one?
    """

    def __init__(self, *given: Any, positions: float = math.inf, **more: Any):
        super().__init__(*given, **more)
        self.positions = positions
        self.begin_anew()

    def begin_anew(self) -> None:
        self.known: dict[bytes, Node] = {}
        self.root, self.size, self.full = self.new_node(), 2, False

    def keep(self, action: int) -> None:
        """Go on from where the action leads, with all that is known; unless there was no room, or nobody went there."""
        there = None if self.full or self.root.children[action].visits == 0 else self.find(
            after(self.game, self.began.copy().view(np.recarray)[0], action))
        if there is None:
            self.begin_anew()
        else:
            self.root = there

    def search(self, position: np.ndarray, simulations: int) -> int:
        self.began = position
        return super().search(position, simulations)

    def simulate(self, node: Node, s: Any) -> Story:
        """From the position that the search begins from to the end, or to where there is no room."""
        path: list[Node] = []
        moves = self.playout.made
        with_rule = True
        while not s.over:
            found = self.find(s) or self.enter(s)
            if found is None:
                break
            with_rule = with_rule and (found.visits > 0 or not path)
            path.append(found)
            action = self.by_rule(found) if with_rule else self.by_playout(found, s)
            found.visits += 1
            moves.append((int(s.to_move), action))
            self.game.play(s, action)
        depth = len(moves)
        rest = self.play_on(s)
        story = Story(rest.rewards, moves[:depth] + rest.moves)
        story.depth = depth
        self.credit(path, story)
        self.root = path[0] if path else self.root
        self.playout.path = [*path, self.new_node()]
        return story

    def find(self, s: Any) -> Node | None:
        """The entry of a position, if it is known."""
        return self.known.get(self.key(s))

    def key(self, s: Any) -> bytes:
        """What decides how the game can go on; the score does not."""
        states = np.zeros(1, self.game.state)
        states[0] = s
        return bytes(self.game.identity(states))

    def enter(self, s: Any) -> Node | None:
        """A new entry; None if there is no room."""
        node, room = self.new_node(), len(self.known) + 1 <= self.positions
        before = self.size
        self.size += 1
        if not room or not self.expand(node, s):
            self.size, self.full = before, True
            return None
        self.known[self.key(s)] = node
        return node

    def by_rule(self, node: Node) -> int:
        """What was never tried, if the rule wants that first; else what it prefers."""
        if node.untried:
            node.line.append(node.untried.pop(0))
            return node.line[-1]
        return self.rule.select(node, node.line, self.dice)

    def by_playout(self, node: Node, s: Any) -> int:
        """What the policy prefers; if it was untried, the first of the untried takes its place."""
        action = self.playout.choose(self.game, s, self.dice)
        assert action in legal(self.game, s)
        if node.untried and action in node.untried:
            node.untried[node.untried.index(action)] = node.untried[0]
            node.line.append(action)
            del node.untried[0]
        return action

    def credit(self, path: list[Node], story: Story) -> None:
        """Every action that was taken in the table learns what it brought its player."""
        for t, (node, (mover, action)) in enumerate(zip(path, story.moves, strict=False)):
            node.children[action].visits += 1
            self.rule.update(node.children[action], story.rewards[mover])
            self.rule.see(node, mover, story.moves[t:], story.rewards[mover])
