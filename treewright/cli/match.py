"""`treewright match A B --game G`: two agents, paired seats, live progress, a table with an interval."""

import shlex
from typing import Annotated

import typer

from treewright.cli import options
from treewright.cli.options import STORE


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
    seed: options.Seed = 0,
    workers: options.Workers = 1,
    start: options.Start = "own",
    move_seconds: options.MoveSeconds = None,
    isolate: options.Isolate = False,
    sprt: options.SprtTerms = None,
    until_ci: options.UntilCi = None,
    store: options.StorePlace = STORE,
    accept_code: options.AcceptCode = False,
    engine: options.EngineName = "threads",
    address: options.Address = None,
    estimate: options.Estimate = False,
    json: options.AsJson = False,
) -> int:
    """Play a match between two agents and say who is stronger, with an interval.

    Interrupted, the same command goes on where it was.
    """
    from treewright.arena.cast import Cast
    from treewright.arena.match import arrange
    from treewright.arena.run import Run
    from treewright.cli.estimate import estimated
    from treewright.cli.screen import console, print_json, say_what_compiles, table
    from treewright.cli.staging import engine_named, store_at
    from treewright.cli.standing import Display, kept_remarks

    _refuse_others_than_two_agents(agents)
    cast = Cast()
    result = arrange(cast, game, agents[0], agents[1], games, seed, start, move_seconds, sprt, until_ci, keep=json)
    say_what_compiles()
    with engine_named(engine, cast, workers, isolate, address) as player, store_at(store, cast) as kept:
        run = Run([result.pairing], player, kept, accept_code)
        if estimate:
            return estimated(run)
        tally = result.tally
        with Display(run, list, lambda: f"+{tally.wins} ={tally.draws} -{tally.losses}   score {tally.interval()}",
                     shown=not any(text.startswith("human") for text in agents)) as display:
            run.play(display)
    if json:
        print_json(result.as_dict())
        return 0
    console.print(table(result.table()))
    for said in [*result.remarks(), *kept_remarks(run, store)]:
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
