"""Shared by all tests: the seconds that they spent compiling, in all processes, printed at the end; and Ctrl-C."""

import os
import signal
import tempfile
from pathlib import Path

import pytest

from treewright.core.compiling import counts

LOG = pytest.StashKey[Path]()


def pytest_configure(config):
    handle, place = tempfile.mkstemp(prefix="compile-", suffix=".log")
    os.close(handle)
    config.stash[LOG] = Path(place)
    os.environ["TREEWRIGHT_COMPILE_LOG"] = place
    # A shell starts what runs in the background deaf to Ctrl-C, and tests of Ctrl-C would wait for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter, config):
    seconds = [float(line.split()[0]) for line in config.stash[LOG].read_text().splitlines()]
    terminalreporter.write_line(
        f"compiled for {sum(seconds):.1f} s in all processes; in this one {counts.compiled} functions in "
        f"{counts.seconds:.1f} s, and {counts.loaded} more were found compiled")


def pytest_unconfigure(config):
    config.stash[LOG].unlink(missing_ok=True)
