"""Compiled drivers of a game's verbs, and the same in plain Python: what the tests of every game are made of."""

from dataclasses import dataclass

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.game import Game
from treewright.core.record import view
from treewright.core.stream import Stream


@dataclass
class Played:
    """A random game: every state, the legal actions in it, and the action taken."""

    states: np.ndarray
    legal: list[list[int]]
    actions: list[int]

    @property
    def views(self):
        return [view(self.states, i) for i in range(len(self.states))]


@compiled
def play_out(game, states, taken, listed, counts, rng):
    """Play at random from states[0], leaving every state behind; returns the number of plies."""
    t, scratch = 0, np.zeros(game.widest, np.int32)
    while not states[t].over:
        counts[t] = game.legal(states[t], listed[t])
        game.copy(states, t + 1, states[t])
        taken[t] = game.any_action(states[t], scratch, rng)
        game.play(states[t + 1], taken[t])
        t += 1
    return t


def random_game(game: Game, seed: int, begin: np.ndarray | None = None) -> Played:
    states, taken = np.zeros(game.longest + 1, game.state), np.zeros(game.longest, np.int32)
    listed, counts = np.zeros((game.longest, game.widest), np.int32), np.zeros(game.longest, np.int32)
    states[0] = (game.new(seed) if begin is None else begin)[0]
    n = play_out(game, states, taken, listed, counts, Stream((seed, 1)))
    return Played(states[:n + 1], [listed[t, :counts[t]].tolist() for t in range(n)], taken[:n].tolist())


def random_game_in_python(game: Game, seed: int) -> Played:
    """The same without Numba: what the verbs do when they are run as plain Python."""
    with np.errstate(over="ignore"):
        states, legal, actions, rng = [game.new(seed)], [], [], Stream((seed, 1))
        while not states[-1]["over"][0]:
            s, scratch = view(states[-1]), np.zeros(game.widest, np.int32)
            legal.append(scratch[:game.legal(s, scratch)].tolist())
            actions.append(int(game.any_action(s, scratch, rng)))
            states.append(states[-1].copy())
            game.play(view(states[-1]), actions[-1])
    return Played(np.concatenate(states), legal, actions)


@compiled
def draw(game, states, i, seen, draws, rng):
    """How often `any_action` gives each action in states[i]."""
    scratch = np.zeros(game.widest, np.int32)
    for _ in range(draws):
        seen[game.any_action(states[i], scratch, rng)] += 1


@compiled
def draw_listed(game, states, i, seen, draws, rng):
    """The plain form of core: list the legal actions, then draw one."""
    scratch = np.zeros(game.widest, np.int32)
    for _ in range(draws):
        seen[scratch[rng.below(game.legal(states[i], scratch))]] += 1


@compiled
def play_at(game, states, i, action):
    game.play(states[i], action)


@compiled
def play_in_order(game, states, actions):
    """Play the actions from states[0] until the game is over or they are used up; returns the number of plies."""
    for t in range(len(actions)):
        game.copy(states, t + 1, states[t])
        game.play(states[t + 1], actions[t])
        if states[t + 1].over:
            return t + 1
    return len(actions)


def after(game: Game, states: np.ndarray, action: int, i: int = 0) -> np.ndarray:
    """One state after an action, by compiled code."""
    made = states[i:i + 1].copy()
    play_at(game, made, 0, action)
    return made


def after_in_python(game: Game, states: np.ndarray, action: int, i: int = 0) -> np.ndarray:
    made = states[i:i + 1].copy()
    with np.errstate(over="ignore"):
        game.play(view(made), action)
    return made
