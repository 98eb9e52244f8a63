"""`treewright serve`: queries as lines of JSON, answers as lines of JSON, until there are no more."""

import os
import sys
from typing import Annotated

import typer

from treewright.cli.options import Workers


def serve(
    workers: Workers = 1,
    port: Annotated[int | None, typer.Option(
        min=0, max=65535, help="Listen at this port of this machine, for several clients, instead of standard input; "
                               "0 finds a free one, and says which.")] = None,
    files: Annotated[bool, typer.Option(
        "--files", help="Read files such as mygame.py for clients that come through a port, too.")] = False,
) -> int:
    """Answer queries, one a line, as JSON: a game, moves, an agent, a budget (see the page "The protocol")."""
    from treewright.cli.screen import say_what_compiles
    from treewright.serve import pipes
    from treewright.serve import port as ports

    say_what_compiles()
    if port is not None:
        ports.serve(port, workers, files, lambda found: print(f"listening at {ports.HOST}:{found}", file=sys.stderr,
                                                              flush=True))
        return 0
    pipes.serve(*_kept_apart(), workers)
    return 0


def _kept_apart() -> tuple[int, int]:
    """Standard input and output for the protocol alone: what else prints, such as a user's file, prints on standard
    error, and what else reads finds nothing."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink
