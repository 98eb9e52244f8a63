"""`treewright sweep AGENT c=0.2..2`: an agent with an argument varied against a fixed opponent, and the curve."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treewright.cli import options
from treewright.cli.options import Staging, staged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treewright.arena.sweep import Point


@staged
def sweep(
    agent: Annotated[str, typer.Argument(help="The agent, such as 'uct(simulations=1000)'.")],
    vary: Annotated[list[str], typer.Argument(
        metavar="NAME=VALUES...", help="One argument or two: c=0.2..2, simulations=100..10000:5, final=visits,mean.")],
    against: Annotated[str, typer.Option("--against", help="The opponent of all of them.")],
    game: options.Game = "connect_four",
    games: Annotated[int, typer.Option("--games", "-n", help="Games for each value: an even number.")] = 100,
    out: Annotated[str, typer.Option("--out", help="The picture: a .png, .pdf or .svg.")] = "sweep.png",
    *,
    staging: Staging,
) -> int:
    """Vary one or two arguments of an agent, play each against the same opponent, and draw the scores."""
    from treewright.arena import starts
    from treewright.arena.cast import Cast
    from treewright.arena.enough import rules
    from treewright.arena.pairing import Terms
    from treewright.arena.sweep import points_of, refuse_unwritable
    from treewright.cli.screen import console, print_json, table
    from treewright.cli.staging import kept_remarks, play

    refuse_unwritable(Path(out))
    cast = Cast()
    played = cast.enter_game(game)
    terms = Terms(games, staging.seed, starts.parse(staging.start, played), staging.move_seconds,
                  rules(staging.sprt, staging.until_ci))
    points = points_of(cast, played, agent, vary, against, terms)
    run = play(staging, cast, [point.pairing for point in points], lambda: rows(points), lambda: best(points))
    if run is None:
        return 0
    draw(points, out, f"{agent} against {against} on {played}")
    if staging.json:
        print_json([{"values": point.values, **point.pairing.as_dict()} for point in points])
        return 0
    console.print(f"{agent} against {against} on {played}", soft_wrap=True)
    console.print(table(rows(points)))
    for said in [*kept_remarks(run, staging), *([f"the curve is in {out}"] if run.games else [])]:
        console.print(said, soft_wrap=True)
    return 0


def draw(points: "Sequence[Point]", out: str, title: str) -> None:
    """The picture of what has been played, if anything has."""
    from treewright.arena.report.sweep_plot import Found, draw_sweep

    found = [Found(tuple(point.values.values()), point.pairing.tally.interval(), point.pairing.tally.games)
             for point in points if point.pairing.pairs]
    if found:
        draw_sweep(out, list(points[0].values), found, title)


def rows(points: "Sequence[Point]") -> list[tuple[str, ...]]:
    """A header, and a line for each combination that has been played."""
    names = list(points[0].values)
    lines: list[tuple[str, ...]] = [(*names, "games", "score", "95% interval")]
    for point in points:
        tally = point.pairing.tally
        if tally.pairs:
            score = tally.interval()
            lines.append((*(f"{value:g}" if isinstance(value, float) else str(value) for value in
                            point.values.values()),
                          f"{tally.games:,}", f"{score.mean:.3f}", f"[{score.low:.3f}, {score.high:.3f}]"))
    return lines


def best(points: "Sequence[Point]") -> str:
    """The combination with the best score so far."""
    played = [point for point in points if point.pairing.pairs]
    if not played:
        return ""
    ahead = max(played, key=lambda point: point.pairing.tally.score)
    told = ", ".join(f"{name}={value}" for name, value in ahead.values.items())
    return f"best so far: {told} with {ahead.pairing.tally.score:.3f}"
