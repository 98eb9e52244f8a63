"""`treewright tournament A B C ...`: several agents, everybody against everybody, and how they stand."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treewright.cli.options import Staging, staged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treewright.arena.pairing import Pairing
    from treewright.arena.plan import PlanFile
    from treewright.arena.run import Run
    from treewright.arena.standings import Standings


@staged
def tournament(
    agents: Annotated[list[str], typer.Argument(
        metavar="AGENTS|PLAN.toml", help="Two agents or more, such as 'uct(simulations=1000)', or a file that says "
                                         "all: agents, games, format, seed (these options do not count then).")],
    game: Annotated[list[str] | None, typer.Option("--game", "-g", help="A game; give it again for a further one.")]
        = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games of each pairing: an even number.")] = 100,
    format: Annotated[str, typer.Option(
        "--format", help="round-robin, gauntlet (the first against all others) or ladder (each against the next)."
    )] = "round-robin",
    *,
    staging: Staging,
) -> int:
    """Play a tournament; interrupted, the same command goes on where it was."""
    from treewright.arena.cast import Cast
    from treewright.arena.plan import Plan
    from treewright.arena.standings import standings
    from treewright.arena.tournament import enter
    from treewright.cli.screen import console, print_json
    from treewright.cli.staging import kept_remarks, play

    file = plan_file(agents)
    if file is None:
        plan = Plan(tuple(game or ("connect_four",)), tuple(agents), format, games, staging.seed, staging.start,
                    staging.move_seconds, staging.sprt, staging.until_ci)
    else:
        plan = file.plan()
    cast = Cast()
    pairings = enter(plan, cast) if file is None else enter(plan, cast, file.refused)
    run = play(staging, cast, pairings, lambda: live_rows(pairings), lambda: leader(pairings))
    if run is None:
        return 0
    tables = standings(pairings)
    if staging.json:
        print_json({"plan": plan.as_dict(), "interrupted": run.interrupted,
                    "standings": [one.as_dict() for one in tables]})
        return 0
    for one in tables:
        show(one)
    for said in [*remarks(run), *kept_remarks(run, staging)]:
        console.print(said, soft_wrap=True)
    return 0


def plan_file(agents: "Sequence[str]") -> "PlanFile | None":
    """The file, if that is what was given instead of agents."""
    from treewright.arena.plan import PlanFile

    return PlanFile(Path(agents[0])) if len(agents) == 1 and agents[0].endswith(".toml") else None


def show(standings: "Standings") -> None:
    """Ratings, the cross table, and what must be said beside them."""
    from treewright.arena.standings import HEAD
    from treewright.cli.screen import console, table

    lines = standings.lines()
    if not lines:
        return
    console.print(table([HEAD, *lines], title=standings.game))
    console.print()
    console.print(table(standings.cross_lines()))
    console.print()
    for pairing in standings.pairings:
        for said in pairing.remarks():
            console.print(f"{pairing.first} against {pairing.second}: {said}", soft_wrap=True)


def remarks(run: "Run") -> list[str]:
    """What holds for all the games."""
    said = [f"{run.games:,} games in pairs with the seats exchanged; ratings have the mean 0, intervals are of 95%"]
    return [*said, "interrupted: these are the pairs that were finished"] if run.interrupted else said


def live_rows(pairings: "Sequence[Pairing]") -> list[tuple[str, ...]]:
    """The standings so far, in few columns."""
    from treewright.arena.standings import HEAD, standings

    tables = standings(pairings)
    lines: list[tuple[str, ...]] = [HEAD]
    for table in tables:
        if len(tables) > 1:
            lines.append((f"-- {table.game}", "", "", "", ""))
        lines += table.lines()
    return lines


def leader(pairings: "Sequence[Pairing]") -> str:
    """Who is ahead in the first game."""
    from treewright.arena.standings import standings

    lines = standings(pairings)[0].lines()
    return f"ahead: {lines[0][0]}" if lines else ""
