"""A small store for the tests of the commands that read one: games of tic-tac-toe whose moves are known."""

import hashlib

import numpy as np

import treewright as tw
from treewright.arena.fixture import Fixture, pair_of
from treewright.arena.played import THOUGHT, Played
from treewright.arena.store import Store, Trial, open_store
from treewright.arena.store.today import Today

GAME = "tic_tac_toe"
FIRST, SECOND = "rave(simulations=50)", "uct(simulations=50)"
OPENING = hashlib.blake2b(tw.tic_tac_toe().identity(tw.tic_tac_toe().new()), digest_size=8).digest()
WON = {0: (4, 0, 3, 1, 5), 1: (0, 4, 1, 3, 8, 5), None: (4, 0, 8, 2, 1, 7, 3, 5, 6)}
"""The moves of a game that the player in this seat wins; None is a draw."""


def today() -> str:
    """The digest of the code that would play these games today."""
    digest = Today()(GAME, FIRST, SECOND)
    assert digest is not None
    return digest


def won(seat: int | None, *moves: int, **more: object) -> Played:
    """A game that this seat won, with what every move cost."""
    actions = moves or WON[seat]
    thoughts = np.zeros(len(actions), THOUGHT)
    thoughts["simulations"], thoughts["seconds"], thoughts["depth_mean"] = 50, 0.001, 2.5
    thoughts["depth_largest"], thoughts["value"] = 4, np.linspace(-0.5, 0.5, len(actions))
    scores = {0: (1.0, -1.0), 1: (-1.0, 1.0), None: (0.0, 0.0)}[seat]
    return Played(actions, scores, 0.01, **{"opening": OPENING, "thoughts": thoughts, **more})


def put_pair(store: Store, number: int, one: int | None, two: int | None, code: str | None = None,
             **terms: object) -> tuple[Fixture, Fixture]:
    """The two games of a pair, and which seat won each."""
    pair = pair_of(GAME, FIRST, SECOND, number, **terms)
    for fixture, seat in zip(pair, (one, two)):
        store.put_game(fixture, code or today(), won(seat))
    return pair


def a_store(place: object) -> None:
    """Four games of today's code, one game without its other half, two games of older code, and a study."""
    with open_store(str(place)) as store:
        put_pair(store, 0, 0, 1)
        put_pair(store, 1, 0, None)
        store.put_game(pair_of(GAME, FIRST, SECOND, 2)[0], today(), won(0))
        put_pair(store, 3, 1, 0, "01d0" * 4, start="random:2", move_seconds=1)
        for seed in (0, 1):
            store.put_measurement(Trial("calm", {"n": 5}, seed), "c0de", {"mean": seed / 2, "curve": np.arange(3.0)})
