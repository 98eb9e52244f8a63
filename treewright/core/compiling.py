"""Compiled functions: Numba without the interpreter's lock, and a cache on disk that is never stale.

`@compiled` is `numba.njit(nogil=True)` with a cache of our own. An entry is keyed by the function's name, the
fingerprint of its module (see `sources`), the types of its arguments (a component's type carries the fingerprint of
its class) and the machine. One file an entry: nothing to lock, nothing to corrupt, and undoing an edit finds the
old entry again. Numba's own cache looks only at the one file of the cached function (numba#1833).
"""

import hashlib
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba import config, njit, types
from numba.core import errors, event, serialize
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys

from treewright.core import sources
from treewright.core.errors import Refused
from treewright.core.places import cache_folder, write_whole

F = TypeVar("F", bound=Callable[..., Any])
UNUSED_DAYS = 30


def compiled(function: F) -> F:
    """Compile `function` when it is first called, and keep the result on disk for later processes."""
    return dispatcher(function, function.__module__)


def compiled_recursive(function: F) -> F:
    """The same for a function that calls itself, which cannot be inlined."""
    return dispatcher(function, function.__module__, inline=False)


def compiled_in_passing(function: F) -> F:
    """The same for a function that takes microseconds and is called between searches: it keeps the interpreter's lock.

    Where several threads play, whoever lets the lock go for a moment wakes another thread, and waits for it then."""
    return dispatcher(function, function.__module__, nogil=False)


def dispatcher(function: F, module: str, salt: str = "", inline: bool = True, nogil: bool = True) -> F:
    """A compiled form of `function` that depends on `module`'s sources (and on `salt`, a digest of anything else).

    Everything is inlined by force: a component is passed as all its fields, so a call that is not inlined copies
    dozens of words. LLVM's own judgement left the search at half its speed."""
    made = njit(nogil=nogil, forceinline=inline)(function)
    if module != "__main__":
        made._cache = DiskCache(function, module, salt)
    plain_template = made.get_call_template
    made.get_call_template = lambda args, kws: plain_template([widened(arg) for arg in args], kws)
    return made  # type: ignore[no-any-return]


def widened(arg: Any) -> Any:
    """Whole numbers of any width are passed on as int64: one compiled function instead of one for each width."""
    arg = types.unliteral(arg)
    return types.int64 if isinstance(arg, types.Integer) and arg.signed else arg


@lru_cache(None)
def _folder() -> Path:
    python = f"{sys.version_info.major}{sys.version_info.minor}"
    return cache_folder() / f"py{python}-numba{numba.__version__}-llvmlite{llvmlite.__version__}-numpy{np.__version__}"


class DiskCache(_Cache):  # type: ignore[misc]
    """What Numba asks of a cache, one file an overload."""

    def __init__(self, function: Callable[..., Any], module: str, salt: str):
        self._function, self._module, self._salt = function, module, salt
        self._enabled = True

    @property
    def cache_path(self) -> str:
        return str(_folder())

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Entries are written as they come; there is nothing to flush."""

    def _place(self, sig: Any, codegen: Any) -> Path:
        name = self._function.__qualname__.replace("<locals>.", "")
        parts = (self._module, name, sources.fingerprint(self._module), self._salt, str(sig), codegen.magic_tuple(),
                 bool(config.BOUNDSCHECK))
        return _folder() / f"{name}-{hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()}.code"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # Numba would refresh the whole context here. Loading machine code needs only the runtime, and filling all the
        # registries takes longer than everything else a warm process does before its first simulation.
        if not self._enabled:
            return None
        place = self._place(sig, target_context.codegen())
        try:
            content = place.read_bytes()
        except OSError:
            return None
        try:
            rtsys.initialize(target_context)
            found = CompileResult._rebuild(target_context, *pickle.loads(content))
        except Exception:  # an entry from a broken disk must cost a compilation, never the run
            place.unlink(missing_ok=True)
            return None
        if time.time() - place.stat().st_mtime > 86400:
            place.touch()
        counts.loaded += 1
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._enabled or data.library.has_dynamic_globals:
            return
        content = serialize.dumps(data._reduce())
        if write_whole(self._place(sig, data.codegen), content):
            sources.remember()
            _sweep()


@lru_cache(None)
def _sweep() -> None:
    """Once a process that compiled: entries that nobody has used for a month go."""
    horizon = time.time() - UNUSED_DAYS * 86400
    for old in cache_folder().glob("py*/*.code"):
        try:
            if old.stat().st_mtime < horizon:
                old.unlink()
        except OSError:
            continue


class Counts(event.Listener):  # type: ignore[misc]
    """What this process compiled, what it found compiled, and the seconds spent; tells `notice` when it begins and
    ends."""

    def __init__(self) -> None:
        self.compiled = self.loaded = 0
        self.seconds = 0.0
        self.notice: Callable[[str, float | None], None] | None = None
        self._depth, self._begun, self._title = 0, 0.0, ""

    def on_start(self, event: Any) -> None:
        self.compiled += 1
        self._depth += 1
        if self._depth == 1:
            self._begun = time.perf_counter()
            self._title = _subject.title or str(event.data["dispatcher"].py_func.__qualname__)
            if self.notice:
                self.notice(self._title, None)

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0:
            spent = time.perf_counter() - self._begun
            self.seconds += spent
            _log(f"{spent:.6f} {self._title}")
            if self.notice:
                self.notice(self._title, spent)

    def so_far(self) -> float:
        """The seconds spent until now, those of what is being compiled at this moment included."""
        return self.seconds + (time.perf_counter() - self._begun if self._depth else 0.0)


def _log(line: str) -> None:
    """`TREEWRIGHT_COMPILE_LOG` names a file that collects what all processes compile, and the seconds it took."""
    place = os.environ.get("TREEWRIGHT_COMPILE_LOG")
    if place:
        with open(place, "a", encoding="utf-8") as log:
            log.write(line + "\n")


def _first_reason(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next(
        (line.rstrip(".:") for line in lines if not line.startswith(("Failed in", "Internal error"))), "no reason given"
    )


class _Subject(threading.local):
    title = ""


_subject = _Subject()
counts = Counts()
event.register("numba:compile", counts)


@contextmanager
def compiling_for(title: str) -> Iterator[None]:
    """Whatever is compiled inside is announced as `title` ("uct for connect_four"); what does not compile is
    refused."""
    before, _subject.title = _subject.title, title
    try:
        yield
    except (errors.NumbaError, KeyError) as error:  # a field that a record lacks makes Numba raise a bare KeyError
        reason = f"there is no field {error}" if isinstance(error, KeyError) else _first_reason(str(error))
        raise Refused(f"{title} does not compile: {reason}; `treewright check` on the game says where") from error
    finally:
        _subject.title = before
