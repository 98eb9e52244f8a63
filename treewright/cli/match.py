"""`treewright match A B --game G`: two agents, paired seats, live progress, a table with an interval."""

from typing import Annotated

import typer


def match(
    first: Annotated[str, typer.Argument(help="An agent, such as 'uct(simulations=1000)'; `treewright agents` lists them.")],
    second: Annotated[str, typer.Argument(help="Another agent.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A game, such as 'connect_four' or mygame.py.")] = "connect_four",
    games: Annotated[int, typer.Option("--games", "-n", help="How many games: an even number, in pairs with the seats exchanged.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    workers: Annotated[int, typer.Option("--workers", "-w", help="Threads that play at the same time.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print the result, with every game, as JSON.")] = False,
) -> int:
    """Play a match between two agents and say who is stronger, with an interval."""
    from treewright.arena.match import MatchResult
    from treewright.arena.match import match as play
    from treewright.cli.screen import Pace, console, print_json, progress, say_what_compiles, table

    say_what_compiles()
    pace = Pace()
    with progress() as bar:
        task = bar.add_task("", total=games, note="")

        def show(result: MatchResult) -> None:
            wins, draws, losses = result.counts()
            bar.update(task, completed=result.games, note=f"{pace.of(result.games):.1f} games/s   +{wins} ={draws} -{losses}   "
                                                         f"score {result.interval()}")

        result = play(game, first, second, games, seed, workers, show)
    if json:
        print_json(result.as_dict())
    else:
        console.print(table(result.table()))
        for said in result.remarks():
            console.print(said)
    return 0
