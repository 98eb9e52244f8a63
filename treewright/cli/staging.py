"""From the options of a command to a run: the engine that plays, the store that keeps, and what is told of both."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from treewright.cli.options import NO_STORE, Staging

if TYPE_CHECKING:
    from treewright.arena.cast import Cast
    from treewright.arena.engine import Engine
    from treewright.arena.pairing import Pairing
    from treewright.arena.run import Run
    from treewright.arena.store import Store

ENGINES = ("threads", "ray")

Rows = Callable[[], list[tuple[str, ...]]]


def play(staging: Staging, cast: "Cast", pairings: "Sequence[Pairing]", rows: Rows, best: Callable[[], str],
         shown: bool = True) -> "Run | None":
    """Play the pairings and return the run; None where only an estimate was wanted, which is then printed."""
    from treewright.arena.run import Run
    from treewright.cli.estimate import say_estimate
    from treewright.cli.screen import say_what_compiles
    from treewright.cli.standing import Display

    say_what_compiles()
    with engine_of(staging, cast) as engine, store_at(staging.store, cast) as store:
        run = Run(pairings, engine, store, staging.accept_code)
        if staging.estimate:
            say_estimate(run)
            return None
        with Display(run, rows, best, shown) as display:
            run.play(display)
    return run


def kept_remarks(run: "Run", staging: Staging) -> list[str]:
    """What the store has to do with a run."""
    said = []
    stored = sum(one.from_store for one in run.pairings)
    if stored:
        said.append(f"{stored:,} of the games were in {staging.store} already")
    if run.interrupted and staging.store != NO_STORE:
        said.append(f"what was finished is kept in {staging.store}: the same command goes on from here")
    return said


@contextlib.contextmanager
def store_at(place: str, cast: "Cast") -> Iterator["Store | None"]:
    """The store, made if it is not there; None where nothing is to be kept."""
    from treewright.arena.store import open_store

    if place == NO_STORE:
        yield None
        return
    cast.refuse_unnamed()
    with contextlib.closing(open_store(place)) as store:
        yield store


@contextlib.contextmanager
def engine_of(staging: Staging, cast: "Cast") -> Iterator["Engine"]:
    """The engine, closed in the end."""
    from treewright.core.errors import Refused, nearest

    if staging.engine not in ENGINES:
        raise Refused(f"there is no engine {staging.engine}{nearest(staging.engine, ENGINES)}")
    if staging.engine == "threads" and staging.address is not None:
        raise Refused("--address belongs to --engine ray: threads play on this machine")
    made = _threads(staging, cast) if staging.engine == "threads" else _ray(staging, cast)
    with contextlib.closing(made) as engine:
        yield engine


def _threads(staging: Staging, cast: "Cast") -> "Engine":
    from treewright.arena.engine import Threads
    return Threads(cast, staging.workers, staging.isolate)


def _ray(staging: Staging, cast: "Cast") -> "Engine":
    from treewright.arena.ray_engine import Ray
    from treewright.cli.screen import errors

    cast.refuse_unnamed()
    with errors.status("starting Ray ..."):
        engine = Ray(cast, staging.workers, staging.address, staging.isolate)
    errors.print(f"Ray started in {engine.startup_seconds:.1f} s, with {engine.cores} cores")
    return engine
