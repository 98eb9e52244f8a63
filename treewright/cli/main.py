"""The entry point: runs a command, hears Ctrl-C, and turns refusals into one line and exit code 2.

The command runs in a thread of its own while this one waits for signals. The first Ctrl-C asks every search to return
what it has and gives the command half a second to print it; the second ends the process at once.
"""

import os
import signal
import sys
import threading
import time
import traceback
from typing import Any

import typer

GRACE_SECONDS = 0.4
INTERRUPTED = 130

WrongUsage = typer.BadParameter.__mro__[2]
"""What typer raises for a command line that cannot be read (it carries its own copy of click)."""


def main() -> None:
    """What `treewright` on the command line calls."""
    outcome: list[int] = []
    presses: list[float] = []
    signal.signal(signal.SIGINT, lambda *_: presses.append(time.monotonic()))
    command = threading.Thread(target=lambda: outcome.append(run(sys.argv[1:])), daemon=True)
    command.start()
    asked = False
    while command.is_alive():
        command.join(0.02)
        if presses and not asked:
            asked = True
            _stop_searches()
        if len(presses) > 1 or (presses and time.monotonic() - presses[0] > GRACE_SECONDS):
            _show_cursor()
            _leave(INTERRUPTED)
    _leave(INTERRUPTED if presses else outcome[0] if outcome else 1)


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    from treewright.cli.app import app

    refused = _refusals()
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="treewright", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except typer.Exit as done:
        return int(done.exit_code)
    except (typer.Abort, EOFError):
        return INTERRUPTED
    except BrokenPipeError:
        return 0
    except Exception as error:
        if isinstance(error, WrongUsage):
            return _wrong_usage(error)
        if isinstance(error, refused()):
            print(f"treewright: {_one_line(str(error))}", file=sys.stderr)
            return 2
        traceback.print_exc()
        return 1


def _refusals() -> Any:
    def kinds() -> tuple[type[BaseException], ...]:
        refused = getattr(sys.modules.get("treewright.core.errors"), "Refused", None)
        return (refused,) if refused is not None else ()
    return kinds


def _wrong_usage(error: Any) -> int:
    if not arguments_given(error):
        print(error.format_message())
        return 2
    place = error.ctx.command_path if error.ctx is not None else "treewright"
    print(f"treewright: {_one_line(error.format_message())} (see {place} --help)", file=sys.stderr)
    return 2


def arguments_given(error: Any) -> bool:
    """Is this an error, rather than a bare `treewright` that wants to see the help?"""
    return "NoArgs" not in type(error).__name__


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _stop_searches() -> None:
    stop = getattr(sys.modules.get("treewright.core.thinking"), "Stop", None)
    if stop is not None:
        stop.all()


def _show_cursor() -> None:
    """A live display hides it, and is not asked to tidy up when a command is left in the middle."""
    if sys.stderr.isatty():
        sys.stderr.write("\x1b[?25h\n")


def _leave(code: int) -> None:
    """End the process whatever other threads are doing; what was printed is kept."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue
    os._exit(code)
