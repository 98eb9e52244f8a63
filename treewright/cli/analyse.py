"""`treewright analyse GAME MOVES --agent A`: what a search finds in a position."""

from typing import Annotated

import typer

SHOWN_ROWS = 12


def analyse(
    game: Annotated[str, typer.Argument(help="A game, such as 'connect_four' or mygame.py.")],
    moves: Annotated[list[str] | None, typer.Argument(
        help="The moves that lead to the position, in the game's notation: 4 4 3.")] = None,
    agent: Annotated[str, typer.Option("--agent", "-a", help="An agent that searches.")] = "uct(seconds=1)",
    seed: Annotated[int, typer.Option(min=0, help="Of the search, and of a game that begins at random.")] = 0,
    every: Annotated[bool, typer.Option(
        "--all", help=f"Show every action, not the {SHOWN_ROWS} most visited.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")] = False,
) -> int:
    """Search a position and show what was found: a table of actions and the principal variation."""
    from treewright.agents import language
    from treewright.cli.live import thinking_aloud
    from treewright.cli.screen import console, print_json, say_what_compiles, table
    from treewright.core.record import view
    from treewright.serve import schema
    from treewright.serve.job import refuse_to_search

    played, thinker = language.game(game), language.agent(agent)
    given = " ".join(moves or ()).split()
    position = played.position(given, seed)
    refuse_to_search(played, position)
    s = view(position)
    say_what_compiles()
    with thinking_aloud(thinker):
        result = thinker.search(played, position, seed)
    if json:
        print_json(schema.result(None, result, schema.position(played, position, given)))
        return 0
    cells = result.cells()
    shown = len(cells) if every else SHOWN_ROWS + 1
    print(f"{played.show(s)}\n", flush=True)
    console.print(f"{result.agent} on {result.game}, player {s.to_move + 1} to move")
    console.print(table(cells[:shown]))
    if cells[shown:]:
        console.print(f"and {len(cells[shown:])} more actions (--all shows them)")
    for said in result.remarks():
        console.print(said)
    return 0

