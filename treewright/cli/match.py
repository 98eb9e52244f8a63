"""`treewright match A B --game G`: two agents, paired seats, live progress, a table with an interval."""

import shlex
from typing import Annotated

import typer


def match(
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="FIRST SECOND", help="Two agents, such as 'uct(simulations=1000)'; `treewright agents` lists them."
        ),
    ],
    game: Annotated[
        str, typer.Option("--game", "-g", help="A game, such as 'connect_four' or mygame.py.")
    ] = "connect_four",
    games: Annotated[
        int, typer.Option("--games", "-n", help="How many games: an even number, in pairs with the seats exchanged.")
    ] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    workers: Annotated[int, typer.Option("--workers", "-w", help="Threads that play at the same time.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print the result, with every game, as JSON.")] = False,
) -> int:
    """Play a match between two agents and say who is stronger, with an interval."""
    from treewright.arena.match import MatchResult
    from treewright.arena.match import match as play
    from treewright.cli.screen import Pace, console, print_json, progress, say_what_compiles, table

    _refuse_others_than_two_agents(agents)
    say_what_compiles()
    pace = Pace()
    with progress(shown=not any(text.startswith("human") for text in agents)) as bar:
        task = bar.add_task("", total=games, note="")

        def show(result: MatchResult) -> None:
            wins, draws, losses = result.counts()
            bar.update(
                task,
                completed=result.games,
                note=f"{pace.of(result.games):.1f} games/s   +{wins} ={draws} -{losses}   score {result.interval()}",
            )

        result = play(game, agents[0], agents[1], games, seed, workers, show)
    if json:
        print_json(result.as_dict())
    else:
        console.print(table(result.table()))
        for said in result.remarks():
            console.print(said)
    return 0


def _refuse_others_than_two_agents(texts: list[str]) -> None:
    """A game among the agents gets the hint that it belongs to --game."""
    from treewright.agents import language
    from treewright.core.errors import Refused

    for text in texts:
        if language.names(language.game, text) and not language.names(language.agent, text):
            raise Refused(f"{text} is a game, not an agent: write --game {shlex.quote(text)}")
    if len(texts) != 2:
        raise Refused(f"a match is between two agents, not {len(texts)}")
