"""`treewright replay ID`: steps through a game that was kept; all positions at once where nobody sits before it."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from treewright.cli.options import STORE

if TYPE_CHECKING:
    from treewright.arena.replay import Replay
    from treewright.arena.store import Record

PROMPT = "Enter goes on, b back, q quits: "


def replay(
    game: Annotated[int, typer.Argument(
        metavar="ID", help="The number of a game; `treewright results --games` lists them.")],
    store: Annotated[str, typer.Option("--store", help="The file that holds the games.")] = STORE,
) -> int:
    """Step through a game that was kept, by the rules as they are today."""
    from treewright.arena.replay import Replay
    from treewright.arena.store import open_store
    from treewright.cli.record import result
    from treewright.core.errors import Refused

    with open_store(store, reading=True) as kept:
        record = kept.record(game)
    shown = Replay(record.fixture, record.played)
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if (step if at_terminal else print_all)(record, shown):
        if shown.trouble is not None:
            raise Refused(f"{shown.trouble}: the rules, or the file, were changed after game {game} was played")
        print(forfeited(record) or result(record))
    return 0


def print_all(record: "Record", shown: "Replay") -> bool:
    """Every position, as far as today's rules go."""
    for ply in range(len(shown.positions)):
        print(f"{page(record, shown, ply)}\n")
    return True


def step(record: "Record", shown: "Replay") -> bool:
    """Back and forth between the positions as the person says; did he see the end?"""
    ply = 0
    while ply < len(shown.positions):
        print(f"\n{page(record, shown, ply)}\n", flush=True)
        word = asked()
        if word.startswith("q"):
            return False
        ply = max(0, ply - 1) if word.startswith("b") else ply + 1
    return True


def asked() -> str:
    """What the person types; the end of the input is as good as q."""
    try:
        return input(PROMPT).strip().lower()
    except EOFError:
        print()
        return "q"


def page(record: "Record", shown: "Replay", ply: int) -> str:
    """A position, and above it the move that led there."""
    fixture, count = record.fixture, len(record.played.actions)
    if ply == 0:
        title = (f"game {record.id}, {fixture.game}: {fixture.agents[0]} is player 1, {fixture.agents[1]} is player 2; "
                 f"{count} moves")
    else:
        title = f"move {ply} of {count}: {mover(record, shown, ply - 1)} plays {shown.moves[ply - 1]}"
        title += cost(record, ply - 1)
    return f"{title}\n\n{shown.drawing(ply)}"


def mover(record: "Record", shown: "Replay", ply: int) -> str:
    """Who makes a move, by his expression."""
    player = shown.player(ply)
    return f"{record.fixture.agents[int(player) - 1]} (player {player})" if player.isdigit() else player


def cost(record: "Record", ply: int) -> str:
    """What a move cost its search, in brackets."""
    thoughts = record.played.thoughts
    if thoughts is None or not thoughts[ply]["simulations"]:
        return ""
    simulations, seconds, value = (thoughts[ply][name] for name in ("simulations", "seconds", "value"))
    return f" ({simulations:,} simulations in {seconds:.3g} s, value {value:+.3f})"


def forfeited(record: "Record") -> str:
    """How the game ended, if not by the rules."""
    forfeit = record.played.forfeit
    return "" if forfeit is None else f"player {forfeit.seat + 1} forfeits ({forfeit.reason}): {forfeit.words}"
