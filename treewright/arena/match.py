"""A match: two agents, games in pairs with the seats exchanged and the same start, and a score with its interval."""

import dataclasses
import html
import math
from collections.abc import Callable
from typing import Any

from treewright.agents.agent import Agent
from treewright.arena import starts
from treewright.arena.cast import Cast
from treewright.arena.engine import Engine, Threads
from treewright.arena.enough import rules
from treewright.arena.intervals import Interval
from treewright.arena.pairing import Pairing, Terms
from treewright.arena.played import Played
from treewright.arena.run import Run
from treewright.arena.store import Store
from treewright.arena.tally import Tally
from treewright.arena.tournament import pairing_of
from treewright.core.drawn import drawn
from treewright.core.game import Game
from treewright.core.scale import scale_for


@dataclasses.dataclass
class MatchResult:
    """The pairing, which holds all numbers, and what else a reader must know."""

    pairing: Pairing
    scales: tuple[str, str]
    constants: tuple[str, str] = ("", "")
    """The numbers of each agent's selection rule, which mean nothing without the scale."""
    points: bool = False
    """Does the game count points, rather than wins and losses alone?"""

    @property
    def first(self) -> str:
        return self.pairing.first

    @property
    def second(self) -> str:
        return self.pairing.second

    @property
    def tally(self) -> Tally:
        return self.pairing.tally

    @property
    def games(self) -> int:
        return self.tally.games

    @property
    def pairs(self) -> list[tuple[Played, Played]]:
        """The games, if they were kept in memory."""
        return self.pairing.kept or []

    @property
    def interrupted(self) -> bool:
        return self.pairing.open

    def interval(self) -> Interval:
        """The first agent's score a game."""
        return self.tally.interval()

    def table(self) -> list[tuple[str, ...]]:
        """A header and a line for each agent."""
        lines: list[tuple[str, ...]] = [("agent", "wins", "draws", "losses", "score", "95% interval")]
        for name, tally in ((self.first, self.tally), (self.second, self.tally.mirrored())):
            score = tally.interval()
            lines.append((name, f"{tally.wins:,}", f"{tally.draws:,}", f"{tally.losses:,}", f"{score.mean:.3f}",
                          f"[{score.low:.3f}, {score.high:.3f}]"))
        return lines

    def remarks(self) -> list[str]:
        """What a reader must know beside the table."""
        tally, pairing = self.tally, self.pairing
        said = [f"{tally.games:,} games of {pairing.game} in pairs with the seats exchanged, seed "
                f"{pairing.terms.seed}, {tally.length:.1f} moves on average"]
        one, two = (
            f"{scale} with {numbers}" if numbers else scale for scale, numbers in zip(self.scales, self.constants)
        )
        said.append(f"values on the scale {one}" if one == two else f"values on the scales {one} and {two}")
        if self.points and tally.pairs > tally.unmeasured:
            said.append(f"{self.first} is {_margin(tally.margin_interval())}")
        said += pairing.remarks()
        score = self.interval()
        if tally.pairs:
            said.append(f"{self.first} is stronger" if score.low > 0.5 else
                        f"{self.second} is stronger" if score.high < 0.5 else
                        "the interval contains one half" if pairing.verdict else
                        "not decided: the interval contains one half")
        if self.interrupted:
            said.append("interrupted: these are the pairs that were finished")
        return said

    def as_dict(self) -> dict[str, Any]:
        """The match as plain data, with every game that was kept in memory."""
        return {**self.pairing.as_dict(), "scales": list(self.scales), "constants": list(self.constants),
                "interrupted": self.interrupted,
                "played": [{"first_seat": seat, "actions": list(played.actions), "scores": list(played.scores)}
                           for pair in self.pairs for seat, played in enumerate(pair)]}

    def __str__(self) -> str:
        lines = self.table()
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        drawn = ["  ".join(cell.ljust(width) if column == 0 else cell.rjust(width)
                           for column, (cell, width) in enumerate(zip(line, widths, strict=True))) for line in lines]
        return "\n".join([*drawn, *self.remarks()])

    def plot(self) -> Any:
        """A figure of matplotlib: wins, draws and losses of both, and their scores with intervals."""
        return drawn("contest:draw_match", self)

    def _repr_html_(self) -> str:
        head, *body = self.table()
        cells = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>" for line in body)
        return (
            f"<table><thead><tr>{''.join(f'<th>{html.escape(cell)}</th>' for cell in head)}</tr></thead>"
            f"<tbody>{cells}</tbody>"
            f"</table>{'<br>'.join(html.escape(said) for said in self.remarks())}"
        )


def _margin(margin: Interval) -> str:
    side = "ahead" if margin.mean >= 0 else "behind"
    ends = f", 95% interval [{margin.low:+.2f}, {margin.high:+.2f}]" if math.isfinite(margin.low) else ""
    return f"{abs(margin.mean):.2f} points {side} on average{ends}"


def match(game: str | Game, first: str | Agent, second: str | Agent, games: int = 100, seed: int = 0, workers: int = 1,
          progress: Callable[[MatchResult], None] | None = None, *, start: str = "own",
          move_seconds: float | None = None, isolate: bool = False, sprt: str | None = None,
          until_ci: float | None = None, store: Store | None = None, accept_code: bool = False) -> MatchResult:
    """Play `games` games (an even number: pairs) and return what came of them.

    A game depends on the seed and the number of its pair alone, whatever the number of workers; Ctrl-C returns the
    pairs that are finished. `start`, `move_seconds`, `isolate`, `sprt` and `until_ci` are the options of `treewright
    match`; what a `store` has is not played again."""
    cast = Cast()
    result = arrange(cast, game, first, second, games, seed, start, move_seconds, sprt, until_ci, keep=True)
    if store is not None or isolate:
        cast.refuse_unnamed()
    play(result, Threads(cast, workers, isolate), store, accept_code, progress)
    return result


def arrange(cast: Cast, game: str | Game, first: str | Agent, second: str | Agent, games: int, seed: int = 0,
            start: str = "own", move_seconds: float | None = None, sprt: str | None = None,
            until_ci: float | None = None, keep: bool = False) -> MatchResult:
    """A match of which nothing has been played yet, when both agents are there and can play the game."""
    played = cast.enter_game(game)
    one, two = cast.enter_agent(first), cast.enter_agent(second)
    for agent in (one, two):
        agent.refuse(played)
    terms = Terms(games, seed, starts.parse(start, played), move_seconds, rules(sprt, until_ci))
    return MatchResult(pairing_of(played, one, two, terms, keep), (_scale(one, played), _scale(two, played)),
                       (getattr(one, "constants", ""), getattr(two, "constants", "")),
                       played.score_range not in ((-1.0, 1.0), (0.0, 1.0)))


def play(result: MatchResult, engine: Engine, store: Store | None = None, accept_code: bool = False,
         progress: Callable[[MatchResult], None] | None = None) -> Run:
    """Play what is missing of a match; `progress` is told after every pair that counts."""
    run, told = Run([result.pairing], engine, store, accept_code), [result.games]

    def watch(run: Run) -> None:
        if progress is not None and result.games > told[0]:
            told[0] = result.games
            progress(result)

    run.play(watch)
    return run


def _scale(agent: Agent, game: Game) -> str:
    scale = getattr(agent, "scale_name", None)
    return "of the game's scores" if scale is None else str(scale_for(scale, game.score_range))
