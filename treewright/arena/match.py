"""A match: two agents, games in pairs with the seats exchanged and the same start, and a score with its interval."""

import copy
import dataclasses
import html
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from treewright.agents import language
from treewright.agents.agent import Agent
from treewright.arena.intervals import Interval, score_interval
from treewright.arena.referee import Played, play_game
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.stream import branch
from treewright.core.thinking import Stop


@dataclasses.dataclass
class MatchResult:
    """The games so far, pair by pair; everything else follows from them."""

    game: str
    first: str
    second: str
    seed: int
    scales: tuple[str, str]
    pairs: list[tuple[Played, Played]] = dataclasses.field(default_factory=list)
    interrupted: bool = False
    constants: tuple[str, str] = ("", "")
    """The numbers of each agent's selection rule, which mean nothing without the scale."""

    @property
    def games(self) -> int:
        return 2 * len(self.pairs)

    def points(self) -> list[float]:
        """For each pair the first agent's score: a win is 1, a draw 1/2, both games weighing the same."""
        return [(_point(one.scores, 0) + _point(two.scores, 1)) / 2 for one, two in self.pairs]

    def counts(self) -> tuple[int, int, int]:
        """The first agent's wins, draws and losses."""
        points = [point for one, two in self.pairs for point in (_point(one.scores, 0), _point(two.scores, 1))]
        return points.count(1.0), points.count(0.5), points.count(0.0)

    def interval(self) -> Interval:
        return score_interval(self.points())

    def margin(self) -> float:
        """The first agent's mean margin in the game's own points."""
        margins = [
            played.scores[seat] - played.scores[1 - seat] for pair in self.pairs for seat, played in enumerate(pair)
        ]
        return float(np.mean(margins)) if margins else 0.0

    def distinct(self) -> int:
        """How many of the games are not the same, move for move, as another."""
        return len({played.actions for pair in self.pairs for played in pair})

    def lengths(self) -> float:
        return float(np.mean([len(played.actions) for pair in self.pairs for played in pair])) if self.pairs else 0.0

    def table(self) -> list[tuple[str, ...]]:
        """A header and a line for each agent."""
        wins, draws, losses = self.counts()
        mine = self.interval()
        theirs = Interval(1 - mine.mean, 1 - mine.high, 1 - mine.low)
        lines = [("agent", "wins", "draws", "losses", "score", "95% interval")]
        for name, won, lost, score in ((self.first, wins, losses, mine), (self.second, losses, wins, theirs)):
            lines.append(
                (name, str(won), str(draws), str(lost), f"{score.mean:.3f}", f"[{score.low:.3f}, {score.high:.3f}]")
            )
        return lines

    def remarks(self) -> list[str]:
        """What a reader must know beside the table."""
        said = [f"{self.games} games of {self.game} in pairs with the seats exchanged, seed {self.seed}, "
                f"{self.lengths():.1f} moves on average"]
        one, two = (
            f"{scale} with {numbers}" if numbers else scale for scale, numbers in zip(self.scales, self.constants)
        )
        said.append(f"values on the scale {one}" if one == two else f"values on the scales {one} and {two}")
        if self.pairs and self.distinct() < self.games:
            few = ": fewer than half, so the interval promises too much" if 2 * self.distinct() < self.games else ""
            said.append(f"{self.distinct()} of the {self.games} games are distinct{few}")
        low, high = self.interval().low, self.interval().high
        if self.pairs:
            said.append(f"{self.first} is stronger" if low > 0.5 else f"{self.second} is stronger" if high < 0.5
                        else "not decided: the interval contains one half")
        if self.interrupted:
            said.append("interrupted: these are the pairs that were finished")
        return said

    def as_dict(self) -> dict[str, Any]:
        wins, draws, losses = self.counts()
        score = self.interval()
        return {"game": self.game, "agents": [self.first, self.second], "scales": list(self.scales),
                "constants": list(self.constants), "seed": self.seed,
                "games": self.games, "wins": wins, "draws": draws, "losses": losses, "score": score.mean,
                "interval": [score.low, score.high], "mean_margin": self.margin(), "distinct_games": self.distinct(),
                "interrupted": self.interrupted,
                "played": [{"first_seat": seat, "actions": list(played.actions), "scores": list(played.scores)}
                           for pair in self.pairs for seat, played in enumerate(pair)]}

    def __str__(self) -> str:
        lines = self.table()
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        drawn = [
            "  ".join(
                [
                    line[0].ljust(widths[0]),
                    *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
                ]
            )
            for line in lines
        ]
        return "\n".join([*drawn, *self.remarks()])

    def _repr_html_(self) -> str:
        head, *body = self.table()
        cells = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>" for line in body)
        return (
            f"<table><thead><tr>{''.join(f'<th>{html.escape(cell)}</th>' for cell in head)}</tr></thead>"
            f"<tbody>{cells}</tbody>"
            f"</table>{'<br>'.join(html.escape(said) for said in self.remarks())}"
        )


def _point(scores: tuple[float, ...], seat: int) -> float:
    mine, theirs = scores[seat], scores[1 - seat]
    return 1.0 if mine > theirs else 0.0 if mine < theirs else 0.5


def match(game: str | Game, first: str | Agent, second: str | Agent, games: int = 100, seed: int = 0, workers: int = 1,
          progress: Callable[[MatchResult], None] | None = None) -> MatchResult:
    """Play `games` games (an even number: pairs) and return what came of them. A pair depends on the seed and its
    number alone, whatever the number of workers; Ctrl-C returns the pairs that are finished."""
    played = language.game(game)
    if played.players != 2:
        raise Refused(f"a match is for two players, but {played.name} has {played.players}")
    if not isinstance(games, int) or games < 2 or games % 2:
        raise Refused(f"games must be an even number above 0 (pairs with the seats exchanged), not {games}")
    if not isinstance(workers, int) or workers < 1:
        raise Refused(f"workers must be a whole number above 0, not {workers!r}")
    spare = [(_own(first), _own(second)) for _ in range(workers)]
    for agent in spare[0]:
        agent.refuse(played)
    one, two = spare[0]
    result = MatchResult(str(played), str(one), str(two), seed, (_scale(one, played), _scale(two, played)),
                         constants=(getattr(one, "constants", ""), getattr(two, "constants", "")))
    finished: dict[int, tuple[Played, Played]] = {}
    for number, pair in _pairs(played, spare, games // 2, seed):
        if pair is None:
            result.interrupted = True
            continue
        finished[number] = pair
        while len(result.pairs) in finished:
            result.pairs.append(finished.pop(len(result.pairs)))
        if progress is not None:
            progress(result)
    return result


def _pairs(
    game: Game, spare: list[tuple[Agent, Agent]], pairs: int, seed: int
) -> Iterator[tuple[int, tuple[Played, Played] | None]]:
    """Pairs as they finish, at most one under way for each set of agents; None for one that was stopped."""
    with ThreadPoolExecutor(len(spare)) as pool:
        under_way: dict[Future[Any], tuple[int, tuple[Agent, Agent]]] = {}
        number = 0
        while number < pairs or under_way:
            while number < pairs and spare and not Stop.raised_for_all:
                agents = spare.pop()
                under_way[pool.submit(play_pair, game, agents, seed, number)] = (number, agents)
                number += 1
            if not under_way:
                yield number, None
                return
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                finished, agents = under_way.pop(done)
                spare.append(agents)
                yield finished, done.result()


def play_pair(game: Game, agents: tuple[Agent, Agent], seed: int, number: int) -> tuple[Played, Played] | None:
    """Two games from one start, the seats exchanged; None if searches were stopped on the way."""
    start = game.new(branch(seed, number, 0))
    one = play_game(game, agents, branch(seed, number, 1), start)
    two = play_game(game, agents[::-1], branch(seed, number, 2), start)
    return (one, two) if one.finished and two.finished and not Stop.raised_for_all else None


def _own(agent: str | Agent) -> Agent:
    """Each seat of each worker has an agent of its own, made anew from its expression."""
    if isinstance(agent, Agent) and not agent.expression:
        return copy.deepcopy(agent)
    return language.agent(str(agent) if isinstance(agent, Agent) else agent)


def _scale(agent: Agent, game: Game) -> str:
    scale = getattr(agent, "scale_name", None)
    if scale is None:
        return "of the game's scores"
    from treewright.core.scale import scale_for
    return str(scale_for(scale, game.score_range))
