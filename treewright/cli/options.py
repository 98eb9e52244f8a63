"""The options of every command that plays games: how they are played and where they are kept."""

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

NO_STORE = "none"

Game = Annotated[str, typer.Option("--game", "-g", help="A game, such as 'connect_four' or mygame.py.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")]
Workers = Annotated[int, typer.Option("--workers", "-w", help="How many are played or measured at the same time.")]
StorePlace = Annotated[str, typer.Option(
    "--store", help=f"Where results are kept; what is there is not made again. '{NO_STORE}' keeps nothing.")]
Estimate = Annotated[bool, typer.Option(
    "--estimate", help="Try for a minute, say how long all of it will take, and stop.")]
STORE = "treewright.db"


@dataclasses.dataclass(frozen=True)
class Staging:
    """What `match`, `tournament` and `sweep` share. A command marked `@staged` takes all of it as `staging`."""

    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0
    workers: Workers = 1
    start: Annotated[str, typer.Option(
        help="How games begin: 'own' (the game's own way), 'random:4' (so many random moves), or a file with a "
             "position a line, given as moves. Both games of a pair begin alike.")] = "own"
    move_seconds: Annotated[float | None, typer.Option(
        help="How long a move may take; who takes longer loses the game.")] = None
    isolate: Annotated[bool, typer.Option(
        "--isolate", help="Every agent in a process of its own, which can be ended when it hangs.")] = False
    sprt: Annotated[str | None, typer.Option(
        "--sprt", metavar="TERMS", help="Stop as soon as a sequential test is decided: elo0=0,elo1=30.")] = None
    until_ci: Annotated[float | None, typer.Option(
        help="Stop as soon as the 95% interval reaches no further than this to either side: 0.05.")] = None
    store: StorePlace = STORE
    accept_code: Annotated[bool, typer.Option(
        "--accept-code", help="Take stored games also if code has changed since they were played.")] = False
    engine: Annotated[str, typer.Option("--engine", help="threads, or ray for more than one machine.")] = "threads"
    address: Annotated[str | None, typer.Option(help="Of a running Ray cluster; its nodes play.")] = None
    estimate: Estimate = False
    json: AsJson = False


def staged(command: Callable[..., int]) -> Callable[..., int]:
    """The command with the options of `Staging` behind its own."""
    shared = {field.name: inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default,
                                            annotation=field.type) for field in dataclasses.fields(Staging)}
    own = {name: parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
           for name, parameter in inspect.signature(command).parameters.items() if name != "staging"}

    @functools.wraps(command)
    def call(**given: Any) -> int:
        return command(**{name: given[name] for name in own},
                       staging=Staging(**{name: given[name] for name in shared}))

    # What typer reads of a command.
    every = {**own, **shared}
    call.__signature__ = inspect.Signature(list(every.values()))  # type: ignore[attr-defined]
    call.__annotations__ = {name: parameter.annotation for name, parameter in every.items()}
    return call
