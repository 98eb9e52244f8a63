"""A command in this process: quicker, where neither signals nor terminals matter."""

import io
import sys

import pytest

from tests.cli.terminal import Said
from treewright.cli.main import run
from treewright.core.compiling import counts


@pytest.fixture
def command(monkeypatch, capsys):
    """`command("play", "hex", "uniform", typed="a1\\nquit\\n")`."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run(list(arguments))
        return Said(code, *capsys.readouterr(), seconds=0.0)

    yield call
    counts.notice = None
