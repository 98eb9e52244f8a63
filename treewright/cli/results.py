"""`treewright results`: what a store holds, pairing by pairing, game by game, or one record in full."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treewright.cli.options import STORE

if TYPE_CHECKING:
    from treewright.arena.store import Store
    from treewright.arena.store.wanted import Wanted

SHOWN = 40

Kept = Annotated[str, typer.Option("--store", help="The file that holds the games.")]


def results(
    record: Annotated[str | None, typer.Argument(
        metavar="ID", help="A game to show in full, by its number; m5 is a measurement.")] = None,
    store: Kept = STORE,
    game: Annotated[str | None, typer.Option("--game", "-g", help="Only this game: hex, or 'hex(5)'.")] = None,
    agent: Annotated[str | None, typer.Option("--agent", "-a", help="Only games with this agent: rave.")] = None,
    study: Annotated[str | None, typer.Option(help="The measurements of this study.")] = None,
    every: Annotated[bool, typer.Option("--all", help=f"Show all of them, not {SHOWN} at most.")] = False,
    games: Annotated[bool, typer.Option("--games", help="A line for each game instead of each pairing.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON and nothing else.")] = False,
    export: Annotated[Path | None, typer.Option(
        help="Write a row for each game, or for each measurement of --study, to a file: .csv or .parquet.")] = None,
) -> int:
    """List what was played and how sure the scores are; show one game in full; export."""
    from treewright.arena.store import open_store
    from treewright.arena.store.today import Today
    from treewright.arena.store.wanted import Wanted
    from treewright.cli import listing
    from treewright.cli import record as one
    from treewright.cli.screen import print_json
    from treewright.core.errors import Refused

    if record is not None and export is not None:
        raise Refused(f"--export writes all games that --game and --agent choose: leave out {record}")
    with open_store(store, reading=True) as kept:
        wanted, today, most = Wanted(game, agent), Today(), None if every or json else SHOWN
        if export is not None:
            print(exported(kept, export, wanted, study))
        elif record is not None:
            found = one.found(kept, record)
            print_json(one.as_dict(found)) if json else print(one.as_page(found, kept, today))
        elif study is not None:
            taken, others = listing.measurements(kept, study, most)
            print_json(list(map(one.as_dict, taken))) if json else print(listing.of_measurements(taken, others))
        elif games:
            newest, others = listing.games(kept, wanted, most)
            print_json(list(map(one.as_dict, newest))) if json else print(listing.of_games(newest, others))
        else:
            met = listing.pairings(kept, today, wanted)
            print_json(met.as_dict()) if json else print(met.as_page(most))
    return 0


def exported(store: "Store", place: Path, wanted: "Wanted", study: str | None) -> str:
    """Write the file, and say what it holds."""
    from treewright.arena.store.export import export_games, export_measurements
    from treewright.cli.listing import refuse_unknown_study

    if study is None:
        return f"games in {place}: {export_games(store, place, wanted):,}"
    refuse_unknown_study(store, study)
    return f"measurements in {place}: {export_measurements(store, place, study):,}"
