"""Shared by all tests: the seconds that they spent compiling, in all processes, printed at the end; and Ctrl-C."""

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

LOG = pytest.StashKey[Path]()

# Tests run beside each other on few processors: how long an example takes says nothing about what is tested.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):      # the processes that pytest-xdist starts write to the same log
        handle, place = tempfile.mkstemp(prefix="compile-", suffix=".log")
        os.close(handle)
        config.stash[LOG] = Path(place)
        os.environ["TREEWRIGHT_COMPILE_LOG"] = place
    # A shell starts what runs in the background deaf to Ctrl-C, and tests of Ctrl-C would wait for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter, config):
    if LOG in config.stash:
        seconds = [float(line.split()[0]) for line in config.stash[LOG].read_text().splitlines()]
        terminalreporter.write_line(f"compiled for {sum(seconds):.1f} s in all processes, {len(seconds)} times")


def pytest_unconfigure(config):
    if LOG in config.stash:
        config.stash[LOG].unlink(missing_ok=True)
