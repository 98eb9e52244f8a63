"""The commands. Nothing heavy is imported here, so that `treewright --help` answers at once."""

from treewright.cli.main import main

__all__ = ["main"]
