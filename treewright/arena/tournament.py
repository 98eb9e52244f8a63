"""A tournament: who takes part, who meets whom in which games, and on which terms."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from treewright.agents.agent import Agent
from treewright.arena import starts
from treewright.arena.cast import Cast
from treewright.arena.code import code_of
from treewright.arena.engine import Threads
from treewright.arena.enough import rules
from treewright.arena.pairing import Pairing, Terms
from treewright.arena.plan import Plan
from treewright.arena.run import Run
from treewright.arena.schedule import meetings
from treewright.arena.standings import Standings, standings
from treewright.arena.store import Store
from treewright.core.errors import Refused
from treewright.core.game import Game

Blame = Callable[[str, str], Refused]
"""From a text of the plan and what is wrong with it to the complaint."""


def enter(plan: Plan, cast: Cast, blame: Blame = lambda text, sentence: Refused(sentence)) -> list[Pairing]:
    """The pairings of a plan, when everybody is there and can play every game."""
    games = [blamed(blame, text, partial(cast.enter_game, text)) for text in plan.games]
    agents = [blamed(blame, text, partial(cast.enter_agent, text)) for text in plan.agents]
    named = {str(agent): agent for agent in agents}
    met = meetings(plan.format, [str(agent) for agent in agents])
    if plan.pairing < 2 or plan.pairing % 2:
        raise blame("pairing", f"the games of a pairing must be an even number above 0 (pairs with the seats "
                               f"exchanged), not {plan.pairing}")
    pairings = []
    for game in games:
        for text, agent in zip(plan.agents, agents, strict=True):
            blamed(blame, text, partial(agent.refuse, game))
        terms = terms_of(plan, game, blame)
        pairings += [pairing_of(game, named[one], named[two], terms) for one, two in met]
    return pairings


def tournament(game: str, agents: Sequence[str], games: int = 100, seed: int = 0, workers: int = 1,
               format: str = "round-robin", store: Store | None = None) -> Standings:
    """Play `games` games (an even number: pairs) between agents that meet in the format, and return how they stand;
    what a `store` has is not played again. `treewright tournament` is the same with more options."""
    cast = Cast()
    pairings = enter(Plan((game,), tuple(agents), format, games, seed), cast)
    Run(pairings, Threads(cast, workers), store).play()
    return standings(pairings)[0]


def blamed(blame: Blame, text: str, make: Callable[[], Any]) -> Any:
    """What `make` makes; what it refuses is put down to the text."""
    try:
        return make()
    except Refused as refused:
        raise blame(text, str(refused)) from None


def terms_of(plan: Plan, game: Game, blame: Blame) -> Terms:
    """A plan's terms for one of its games."""
    start = blamed(blame, "start", lambda: starts.parse(plan.start, game))
    sprt = blamed(blame, "sprt", lambda: rules(sprt=plan.sprt))
    until_ci = blamed(blame, "until_ci", lambda: rules(until_ci=plan.until_ci))
    return blamed(blame, "move_seconds", lambda: Terms(plan.pairing, plan.seed, start, plan.move_seconds,
                                                       (*sprt, *until_ci)))


def pairing_of(game: Game, first: Agent, second: Agent, terms: Terms, keep: bool = False) -> Pairing:
    """Two agents that meet on these terms."""
    by_the_clock = terms.move_seconds is not None or not (first.reproducible and second.reproducible)
    return Pairing(str(game), str(first), str(second), terms, code_of(game, (first, second)), not by_the_clock, keep)
