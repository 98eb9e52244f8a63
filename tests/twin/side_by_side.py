"""The compiled search with the twin's manners, ways to search that both understand, what they disagree on."""

import dataclasses
import importlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from tests.small_games.tricks import CARDS, Redeal, Tricks
from tests.twin import playouts, rules
from tests.twin.node import Node
from tests.twin.stream import Dice
from tests.twin.twin import Twin
from treewright.agents.registry import GAMES, find
from treewright.core.component import facing, fitted, settling
from treewright.core.desk import new_desk
from treewright.core.expansion import expansion_for
from treewright.core.game import CHANCE, Game
from treewright.core.parts import Belief, Both, Learner, Nothing, Playout, Preference, Seen, Selection
from treewright.core.record import view
from treewright.core.scale import scale_for
from treewright.core.search import search
from treewright.core.stream import Seed, Stream
from treewright.core.table import InTable, enter
from treewright.core.terms import Terms
from treewright.core.tree import FULL, ROOT, USED, keep, new_tree
from treewright.playout.last_good_reply import LastGoodReply
from treewright.playout.mast import MAST
from treewright.playout.nst import NST
from treewright.playout.pairwise import Pairwise
from treewright.playout.rave_order import RaveOrder
from treewright.playout.rollout import Rollout
from treewright.playout.tactical import Tactical
from treewright.playout.thermostrategy import Thermostrategy
from treewright.playout.uniform import Uniform
from treewright.playout.weighted import Weighted
from treewright.select.decisive import Decisive
from treewright.select.grave import GRAVE
from treewright.select.gumbel import Gumbel
from treewright.select.implicit_minimax import ImplicitMinimax
from treewright.select.progressive_bias import ProgressiveBias
from treewright.select.puct import PUCT
from treewright.select.rave import RAVE
from treewright.select.solver import Solver
from treewright.select.ucb1 import UCB1
from treewright.select.ucb1_tuned import UCB1Tuned
from treewright.select.uct import UCT
from treewright.select.widening import Widening

# ---------------------------------------------------------------- the compiled search


class Compiled:
    """A search of one position by the compiled loop; a twin answers to the same words."""

    def __init__(self, game: Game, rule: Selection, seed: Seed, playout: Playout | None = None, *,
                 scale: str = "sign", solver: bool = False, belief: Belief | None = None,
                 memory: int = 20_000, entries: int = 0):
        """With so many entries, positions are kept in a table."""
        playout = playout if playout is not None else Uniform()
        learner: Learner = playout if isinstance(playout, Learner) else Nothing()
        if solver:
            learner = Solver() if isinstance(learner, Nothing) else Both(learner, Solver())
        expansion = InTable(playout, entries) if entries else expansion_for(game, hides=belief is not None)
        parts = (belief if belief is not None else Seen(), expansion, rule, Rollout(playout), learner)
        self.game, self.parts = game, fitted(parts, game)
        self.scale = meant = scale_for(scale, game.score_range)
        values = meant.shift, meant.factor, meant.loss
        self.tree, self.spare = (new_tree(self.parts[2], self.parts[4], memory, *values) for _ in range(2))
        self.desk, self.rng, self.never = new_desk(game), Stream(seed), np.zeros(1, np.int8)

    def search(self, position: np.ndarray, simulations: int) -> int:
        settling(self.parts, self.game, Terms(simulations, self.scale))
        facing(self.parts, self.game, position, self.rng)
        return int(search(self.game, *self.parts, position, self.tree, self.desk, simulations, 2**62,
                          self.never, self.rng))

    def keep(self, action: int) -> None:
        child = self.children(ROOT)[action]
        if isinstance(self.parts[1], InTable):
            enter(self.tree, child)
        else:
            keep(self.tree, self.spare, child)
            self.tree, self.spare = self.spare, self.tree

    def children(self, at: int = ROOT) -> dict[int, int]:
        """Where the children of a node stand, by action."""
        first, count = self.tree.nodes["first"][at], self.tree.nodes["count"][at]
        return {int(self.tree.nodes["action"][i]): i for i in range(int(first), int(first + count))}

    def visits(self) -> dict[int, int]:
        return {action: int(self.tree.nodes["visits"][i]) for action, i in self.children().items()}

    def means(self) -> dict[int, np.float32]:
        return {action: self.tree.nodes["mean"][i] for action, i in self.children().items()}

    @property
    def used(self) -> int:
        """Records of the pool that were ever used, that of nobody included."""
        return int(self.tree.pool[USED])

    @property
    def full(self) -> bool:
        return bool(self.tree.pool[FULL])


# ---------------------------------------------------------------- positions


SMALL_GAMES = {
    "ring": "tests.small_games.ring:Ring",
    "stakes": "tests.small_games.stakes:Stakes",
    "trio": "tests.small_games.trio:Trio",
    "pig": "tests.small_games.pig:Pig",
    "tricks": "tests.small_games.tricks:Tricks",
}

BOARDS: dict[str, dict[str, Any]] = {
    "connect_four": {"columns": 5, "rows": 5},
    "hex": {"size": 5},
    "tubstap": {"map": "random", "columns": 4, "rows": 6, "army": "IP"},
}
"""Boards that are small enough for plain Python, of those games that have several."""


def game_named(name: str) -> Game:
    """A real game or a small one."""
    if name in GAMES:
        return find(name, GAMES, "game")(**BOARDS.get(name, {}))
    module, _, made = SMALL_GAMES[name].partition(":")
    return getattr(importlib.import_module(module), made)()


def position(game: Game, k: int) -> np.ndarray:
    """The k-th position of a game: somewhere in a game of random moves, with k = 0 its beginning; where
    something is hidden, what the player to move sees of it."""
    luck, states = np.random.default_rng(k), [game.new(k)]
    with np.errstate(over="ignore"):
        while k > 0 and not states[-1]["over"][0]:
            after = states[-1].copy()
            game.play(view(after), int(luck.choice(game.choices(view(after)))))
            states.append(after)
    chosen = states[int(luck.integers(max(1, len(states) - 1)))]
    return observed(game, chosen) if game.hidden else chosen


def observed(game: Game, state: np.ndarray) -> np.ndarray:
    """What the player to move sees."""
    observation = np.zeros(1, game.state)
    game.observe(view(state), int(state["to_move"][0]), view(observation))
    return observation


def redeal(game: Tricks, observation: np.ndarray, dice: Dice) -> np.ndarray:
    """A world of Tricks for the twin: each unseen card goes to the other player with the chance that is due
    to it."""
    world = observation.copy()
    s = view(world)
    me = int(s.to_move)
    mine, played = ({card for card in range(CARDS) if cards >> card & 1} for cards in (s.hands[me], s.played))
    unseen = [card for card in range(CARDS) if card not in mine | played]
    wanted = len(mine) - (s.led >= 0)
    for place, card in enumerate(unseen):
        if dice.below(len(unseen) - place) < wanted:
            s.hands[1 - me] |= 1 << card
            wanted -= 1
    return world


# ---------------------------------------------------------------- ways to search, told to both


class Leaning(Preference):
    """A preference for actions by their numbers; every third weighs nothing."""

    def weigh(self, game, s, actions, n, weights):
        for k in range(n):
            weights[k] = (actions[k] * actions[k] + 1) % 3


def leaning(game: Any, s: Any, actions: list[int]) -> list[float]:
    return [float((action * action + 1) % 3) for action in actions]


@dataclasses.dataclass(frozen=True)
class Way:
    """How to search. Rules and playouts are made anew for every search; those of the twin stand second. Where
    the twin's playouts take long, or a rule shows late what it does, both search `patience` times as much."""

    name: str
    rule: Callable[[], Selection]
    plain_rule: Callable[[], rules.Rule]
    playout: Callable[[], Playout] = Uniform
    plain_playout: Callable[[], playouts.Uniform] = playouts.Uniform
    scale: str = "sign"
    solver: bool = False
    patience: float = 1.0

    def compiled(self, game: Game, seed: Seed, **given: Any) -> Compiled:
        belief = Redeal() if game.hidden else None
        return Compiled(game, self.rule(), seed, self.playout(), scale=self.scale, solver=self.solver,
                        belief=belief, **given)

    def twin(self, game: Game, seed: Seed, **given: Any) -> Twin:
        world = redeal if game.hidden else None
        return Twin(game, self.plain_rule(), seed, self.plain_playout(), scale=self.scale, solver=self.solver,
                    world=world, **given)


def way(rule: type[Selection], plain: type[rules.Rule], scale: str = "sign", **given: Any) -> Way:
    """A rule with the same parameters for both."""
    told = [*(f"{name}={value}" for name, value in given.items()), *([scale] if scale != "sign" else [])]
    name = f"{rule.__name__}({', '.join(told)})"
    return Way(name, lambda: rule(**given), lambda: plain(**given), scale=scale)


def leaning_way(rule: type[Selection] = PUCT, plain: type[rules.Rule] = rules.PUCT, scale: str = "sign",
                **given: Any) -> Way:
    """A rule with priors that are not even."""
    told = [*(f"{name}={value}" for name, value in given.items()), *([scale] if scale != "sign" else [])]
    name = "".join([f"{rule.__name__}(leaning", *(f", {one}" for one in told), ")"])
    return Way(name, lambda: rule(prior=Leaning(), **given), lambda: plain(prior=leaning, **given), scale=scale)


def playing(name: str, playout: Callable[[], Playout], plain: Callable[[], playouts.Uniform]) -> Way:
    """UCT with a playout policy."""
    return Way(f"UCT with {name}", UCT, rules.UCT, playout, plain)


EVERYWHERE = (
    way(UCT, rules.UCT),
    way(UCT, rules.UCT, ties="drawn"),
    way(UCT, rules.UCT, ties="numbered"),
    way(UCT, rules.UCT, expand="all"),
    way(UCT, rules.UCT, urgency=0.5, ties="drawn"),
    way(UCT, rules.UCT, scale="raw", c=3.0),
    way(UCB1, rules.UCB1),
    way(UCB1, rules.UCB1, scale="unit", cp=0.3, urgency=1.1),
    way(RAVE, rules.RAVE),
    way(RAVE, rules.RAVE, schedule="minimum", c=0.0, ties="drawn"),
    way(RAVE, rules.RAVE, schedule="only", c=1.0),
    way(RAVE, rules.RAVE, k=20.0, urgency=0.3),
)
"""Ways that need three compiled rules; every game is searched in each of them."""

EVEN = (way(PUCT, rules.PUCT), way(PUCT, rules.PUCT, c=3.0, ties="drawn", urgency=-0.2, scale="unit"))
LEANING = (leaning_way(), leaning_way(c=3.0, ties="drawn", urgency=-0.2))
"""PUCT makes the fourth; its priors are even on the real games and leaning on the small ones."""

SOLVER = dataclasses.replace(way(UCT, rules.UCT), name="UCT and solver", solver=True)
RAVE_SOLVER = dataclasses.replace(way(RAVE, rules.RAVE, ties="drawn"), name="RAVE and solver", solver=True)
WEIGHTED = playing("weighted", lambda: Weighted(Leaning()), lambda: playouts.Weighted(leaning))
ASKING = playing("tactical", Tactical, playouts.Tactical)
TRYING = dataclasses.replace(ASKING, patience=0.2)
"""Where the game does not say what wins at once, every action and every reply is tried."""
MAST_GIBBS = playing("mast", MAST, playouts.MAST)
MAST_GREEDY = playing("mast(epsilon)", lambda: MAST(epsilon=0.3), lambda: playouts.MAST(epsilon=0.3))
RAVE_ORDERS = tuple(playing(f"rave_order({plays})", partial(RaveOrder, plays), partial(playouts.RaveOrder, plays))
                    for plays in ("root", "own", "all"))
REPLIES = (
    playing("last_good_reply", LastGoodReply, playouts.LastGoodReply),
    playing("last_good_reply(forget=False)", lambda: LastGoodReply(forget=False),
            lambda: playouts.LastGoodReply(forget=False)),
    playing("last_good_reply(mast)", lambda: LastGoodReply(MAST()), lambda: playouts.LastGoodReply(playouts.MAST())),
)
PAIRWISE = (
    playing("pairwise", Pairwise, playouts.Pairwise),
    playing("pairwise(0.7)", lambda: Pairwise(c=0.7, rate=0.3), lambda: playouts.Pairwise(0.7, 0.3)),
)
HOTTEST = playing("thermostrategy", Thermostrategy, playouts.Thermostrategy)

BESIDES = {
    "tic_tac_toe": (SOLVER,),
    "connect_four": (ASKING,),
    "hex": (),
    "bingo3d": (),
    "heap_go": (SOLVER, HOTTEST),
    "ring": (SOLVER, RAVE_SOLVER),
    "stakes": (WEIGHTED,),
    "trio": (TRYING, MAST_GIBBS, MAST_GREEDY),
    "pig": (MAST_GREEDY,),
    "tricks": (),
}
"""Further ways, each of which compiles something of its own."""

RIVALS = {
    "heap_go": RAVE_ORDERS + REPLIES + PAIRWISE,
    "trio": RAVE_ORDERS + REPLIES[:2] + PAIRWISE[:1],
    "pig": RAVE_ORDERS + REPLIES[:2] + PAIRWISE[:1],
}
"""Playouts that learn about actions, where two players move, or three, or chance."""

TUNED = tuple(dataclasses.replace(one, patience=10.0) for one in (
    way(UCB1Tuned, rules.UCB1Tuned), way(UCB1Tuned, rules.UCB1Tuned, scale="raw", ties="drawn"),
    way(UCB1Tuned, rules.UCB1Tuned, scale="unit", urgency=0.7)))
"""As long as visits are few, the largest variance that there can be is the bound, and the rule is UCT."""
BIASED = (leaning_way(ProgressiveBias, rules.ProgressiveBias),
          leaning_way(ProgressiveBias, rules.ProgressiveBias, weight=3.0, urgency=0.2, ties="drawn"))
WIDE = (leaning_way(Widening, rules.Widening, first=2, after=8.0, base=1.5),
        leaning_way(Widening, rules.Widening, first=1, after=20.0, base=1.1, scale="unit"))
WIDE_SOLVER = dataclasses.replace(WIDE[0], name="Widening and solver", solver=True)
GRAVES = (way(GRAVE, rules.GRAVE, ref=10), way(GRAVE, rules.GRAVE, ref=25, bias=0.1, c=0.3, ties="drawn"),
          way(GRAVE, rules.GRAVE, ref=0, bias=0.01, scale="unit"))
MINIMAX = (way(ImplicitMinimax, rules.ImplicitMinimax),
           way(ImplicitMinimax, rules.ImplicitMinimax, alpha=0.8, c=0.2, scale="unit"))
DECISIVE = (Way("Decisive", Decisive, rules.Decisive),)
GUMBEL = (leaning_way(Gumbel, rules.Gumbel, m=4), leaning_way(Gumbel, rules.Gumbel, c_visit=5.0, scale="unit"))
GRAMS = (playing("nst", partial(NST, k=2), partial(playouts.NST, k=2)),
         playing("nst(2)", partial(NST, length=2, epsilon=0.5), partial(playouts.NST, length=2, epsilon=0.5)))

FURTHER = {
    "tic_tac_toe": TUNED,
    "connect_four": DECISIVE,
    "hex": GRAVES,
    "bingo3d": GUMBEL,
    "heap_go": (*MINIMAX, *GRAMS),
    "ring": (*WIDE, WIDE_SOLVER),
    "stakes": BIASED,
    "trio": (*GRAVES, *DECISIVE),
    "pig": (*GRAVES[:2], *GUMBEL, *GRAMS),
    "tricks": (*BIASED, *WIDE),
}
"""The field's further policies, each where two players move, or three, or chance, or where something is hidden, as far
as it plays such games."""


def ways_for(name: str) -> tuple[Way, ...]:
    return EVERYWHERE + (EVEN if name in GAMES else LEANING) + BESIDES[name]


def each_rule(name: str) -> tuple[Way, ...]:
    """The four rules as they come, without arguments where that is possible."""
    first = {way.rule().__class__: way for way in reversed(ways_for(name)) if not way.solver}
    return tuple(first.values())


# ---------------------------------------------------------------- what they disagree about


def disagreement(compiled: Compiled, twin: Twin) -> str | None:
    """The first action, after a path, of which both say different things; None where they agree."""
    return next(disagreements(compiled, ROOT, twin, twin.root, ()), None)


def disagreements(compiled: Compiled, at: int, twin: Twin, node: Node,
                  path: tuple[int, ...]) -> Iterator[str]:
    """A node's actions come before what is below them."""
    here, below = compiled.tree.nodes[at], compiled.children(at)
    where = f"after {' '.join(map(str, path))}" if path else "at the root"
    if here["visits"] != node.visits:
        yield f"{where}: {here['visits']} visits, the twin counts {node.visits}"
    if twin.solver and (here["low"], here["high"]) != (node.low, node.high):
        yield f"{where}: from {here['low']} to {here['high']}, the twin says {node.low} to {node.high}"
    for action, child in sorted(node.children.items()):
        told = compiled.tree.nodes[below[action]] if action in below else None
        found = (int(told["visits"]), told["mean"]) if told is not None else (0, np.float32(0))
        if found != (child.visits, child.mean):
            yield (f"{where}, action {action}: {found[0]} visits worth {found[1]}, "
                   f"the twin counts {child.visits} worth {child.mean}")
    for action in sorted(below):
        if action not in node.children:
            yield f"{where}, action {action}: the twin does not know it"
        else:
            yield from disagreements(compiled, below[action], twin, node.children[action], (*path, action))


def is_chance(state: np.ndarray) -> bool:
    return bool(state["to_move"][0] == CHANCE)
