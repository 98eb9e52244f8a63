"""From the options of a command to the engine that plays and the store that keeps."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from treewright.cli.options import NO_STORE

if TYPE_CHECKING:
    from treewright.arena.cast import Cast
    from treewright.arena.engine import Engine
    from treewright.arena.store import Store

ENGINES = ("threads", "ray")


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
def engine_named(name: str, cast: "Cast", workers: int, isolate: bool, address: str | None) -> Iterator["Engine"]:
    """The engine, closed in the end."""
    from treewright.core.errors import Refused, nearest

    if name not in ENGINES:
        raise Refused(f"there is no engine {name}{nearest(name, ENGINES)}")
    if name == "threads" and address is not None:
        raise Refused("--address belongs to --engine ray: threads play on this machine")
    with contextlib.closing(_made(name, cast, workers, isolate, address)) as engine:
        yield engine


def _made(name: str, cast: "Cast", workers: int, isolate: bool, address: str | None) -> "Engine":
    from treewright.cli.screen import errors

    if name == "threads":
        from treewright.arena.engine import Threads
        return Threads(cast, workers, isolate)
    from treewright.arena.ray_engine import Ray
    cast.refuse_unnamed()
    with errors.status("starting Ray ..."):
        engine = Ray(workers, address, isolate)
    errors.print(f"Ray started in {engine.startup_seconds:.1f} s, with {engine.cores} cores")
    return engine
