"""Native work under watch: it runs in a thread of its own, so that Ctrl-C and the clock are heard at once.

Compiled code holds no interpreter lock and sees no KeyboardInterrupt, only a stop flag.
"""

import threading
import time
from collections.abc import Callable

from treewright.core.thinking import Stop

GLANCE_SECONDS = 0.05


def watched(work: Callable[[], None], stop: Stop, seconds: float | None = None) -> bool:
    """Do the work; raise the stop flag when the time is up or at Ctrl-C, and wait until the work has ended.

    Returns whether it was interrupted: by Ctrl-C, or by somebody else who raised the flag. A second Ctrl-C is
    not caught."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)
        finally:
            ended.set()

    ended = threading.Event()
    thread = threading.Thread(target=run, daemon=True)
    interrupted = False
    try:
        thread.start()
        late = _outlasts(ended, seconds)
        interrupted = bool(stop.flag[0])
    except KeyboardInterrupt:
        interrupted = late = True
    if late:
        stop.now()
        _outlasts(ended, None)
    if failed:
        raise failed[0]
    return interrupted


def _outlasts(ended: threading.Event, seconds: float | None) -> bool:
    """Wait for the end; True if the time is up first. (An event, since a join that Ctrl-C breaks off may take a running
    thread for an ended one; in glances, since not every system lets Ctrl-C through a wait.)"""
    end = None if seconds is None else time.perf_counter() + seconds
    while not ended.is_set():
        left = GLANCE_SECONDS if end is None else end - time.perf_counter()
        if left <= 0:
            return True
        ended.wait(min(GLANCE_SECONDS, left))
    return False
