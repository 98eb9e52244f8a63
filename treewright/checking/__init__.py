"""Does a game keep every promise that a search relies on? `check(game)` plays it a thousand times to find out."""

from treewright.checking.checker import check
from treewright.checking.report import Finding, Report

__all__ = ["Finding", "Report", "check"]
