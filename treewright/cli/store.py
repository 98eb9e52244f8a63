"""`treewright store`: is the file sound, and what does it hold?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treewright.cli.options import STORE

if TYPE_CHECKING:
    from treewright.arena.store import Store

UNSOUND = 2

store = typer.Typer(no_args_is_help=True, help="Look after a file of results.")

File = Annotated[str, typer.Argument(help="The store.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON and nothing else.")]


@store.command()
def check(file: File = STORE, json: AsJson = False) -> int:
    """Read every record and every index, and tell what is wrong."""
    from treewright.arena.store import open_store
    from treewright.cli.screen import print_json

    with open_store(file, reading=True) as kept:
        found = list(kept.check())
        if json:
            print_json({"store": file, "sound": not found, "findings": found})
        else:
            print("\n".join(found) or f"{file} is sound ({held(kept)})")
    return UNSOUND if found else 0


@store.command()
def info(file: File = STORE, json: AsJson = False) -> int:
    """Tell what a store holds."""
    from treewright.arena.store import open_store
    from treewright.cli.screen import print_json

    with open_store(file, reading=True) as kept:
        known = facts(kept)
    print_json(known) if json else print(as_page(known))
    return 0


def held(kept: "Store") -> str:
    """What was looked at."""
    games, measured = (kept.ask(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in ("game", "measurement"))
    return f"games: {games:,}, measurements: {measured:,}"


def facts(kept: "Store") -> dict[str, Any]:
    """What can be counted."""
    counted = {name: kept.ask(question).fetchone()[0] for name, question in QUESTIONS.items()}
    return {"store": kept.place, "bytes": Path(kept.place).stat().st_size, **counted}


QUESTIONS = {
    "version": "PRAGMA user_version", "games": "SELECT COUNT(*) FROM game",
    "pairings": "SELECT COUNT(*) FROM pairing", "forfeits": "SELECT COUNT(forfeit_seat) FROM game",
    "reproducible": "SELECT COUNT(*) FROM game WHERE reproducible",
    "measurements": "SELECT COUNT(*) FROM measurement",
    "studies": "SELECT COUNT(DISTINCT study) FROM measurement", "codes": "SELECT COUNT(*) FROM code",
    "first": "SELECT MIN(played) FROM game", "last": "SELECT MAX(played) FROM game"}


def as_page(known: dict[str, Any]) -> str:
    """The same as text."""
    from treewright.cli.record import local

    words = {"games": "games", "pairings": "pairings", "reproducible": "games that can be played again",
             "forfeits": "games that were forfeited", "measurements": "measurements", "studies": "studies",
             "codes": "versions of code"}
    lines = [f"{known['store']}, a store of version {known['version']}, {known['bytes'] / 1e6:,.2f} MB",
             *(f"{known[name]:>12,}  {said}" for name, said in words.items())]
    if known["games"]:
        lines.append(f"played from {local(known['first'])} to {local(known['last'])}")
    return "\n".join(lines)
