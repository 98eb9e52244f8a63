"""`treewright match A B --game G`: two agents, paired seats, live progress, a table with an interval."""

import shlex
from typing import Annotated

import typer

from treewright.cli import options
from treewright.cli.options import Staging, staged


@staged
def match(
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="FIRST SECOND", help="Two agents, such as 'uct(simulations=1000)'; `treewright agents` lists them."
        ),
    ],
    game: options.Game = "connect_four",
    games: Annotated[
        int, typer.Option("--games", "-n", help="How many games: an even number, in pairs with the seats exchanged.")
    ] = 100,
    *,
    staging: Staging,
) -> int:
    """Play a match between two agents and say who is stronger, with an interval.

    Interrupted, the same command goes on where it was.
    """
    from treewright.arena.cast import Cast
    from treewright.arena.match import arrange
    from treewright.cli.screen import console, print_json, table
    from treewright.cli.staging import kept_remarks, play

    _refuse_others_than_two_agents(agents)
    cast = Cast()
    result = arrange(cast, game, agents[0], agents[1], games, staging.seed, staging.start, staging.move_seconds,
                     staging.sprt, staging.until_ci, keep=staging.json)
    tally = result.tally
    run = play(staging, cast, [result.pairing], list,
               lambda: f"+{tally.wins} ={tally.draws} -{tally.losses}   score {tally.interval()}",
               shown=not any(text.startswith("human") for text in agents))
    if run is None:
        return 0
    if staging.json:
        print_json(result.as_dict())
        return 0
    console.print(table(result.table()))
    for said in [*result.remarks(), *kept_remarks(run, staging)]:
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
