"""The wheel plays where nothing can be written, and holds the whole package: what `make dist` checks."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_wheel_plays_from_a_read_only_environment(tmp_path):
    done = subprocess.run([sys.executable, ROOT / "tools" / "check_wheel.py", "--borrow", "--dist", tmp_path / "dist"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "plays from a read-only environment" in done.stdout
    assert "the second compiled nothing" in done.stdout
