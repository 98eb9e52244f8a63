"""Options that several commands share, so that they are called the same and mean the same everywhere."""

from typing import Annotated

import typer

STORE = "treewright.db"
NO_STORE = "none"

Game = Annotated[str, typer.Option("--game", "-g", help="A game, such as 'connect_four' or mygame.py.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")]
Workers = Annotated[int, typer.Option("--workers", "-w", help="Games that are played at the same time.")]
Start = Annotated[str, typer.Option(
    help="How games begin: 'own' (the game's own way), 'random:4' (so many random moves), or a file with a position "
         "a line, given as moves. Both games of a pair begin alike.")]
MoveSeconds = Annotated[float | None, typer.Option(
    help="How long a move may take; who takes longer loses the game.")]
Isolate = Annotated[bool, typer.Option(
    "--isolate", help="Every agent in a process of its own, which can be ended when it hangs.")]
SprtTerms = Annotated[str | None, typer.Option(
    "--sprt", metavar="TERMS", help="Stop as soon as a sequential test is decided: elo0=0,elo1=30.")]
UntilCi = Annotated[float | None, typer.Option(
    help="Stop as soon as the 95% interval reaches no further than this to either side: 0.05.")]
StorePlace = Annotated[str, typer.Option(
    "--store", help=f"Where games are kept; what is there is not played again. '{NO_STORE}' keeps nothing.")]
AcceptCode = Annotated[bool, typer.Option(
    "--accept-code", help="Take stored games also if code has changed since they were played.")]
EngineName = Annotated[str, typer.Option("--engine", help="threads, or ray for more than one machine.")]
Address = Annotated[str | None, typer.Option(help="Of a running Ray cluster; its nodes play.")]
Estimate = Annotated[bool, typer.Option(
    "--estimate", help="Play for a minute, say how long all of it will take, and stop.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")]
