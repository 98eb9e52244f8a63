"""Shared by all tests: a compile cache of the test run's own, and the seconds spent compiling, printed at the end."""

from treewright.core.compiling import counts


def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f"compiled {counts.compiled} functions in {counts.seconds:.1f} s, "
                                f"found {counts.loaded} compiled already")
