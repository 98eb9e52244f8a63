"""The small games of the tests, by name."""

from pathlib import Path

SMALL = Path(__file__).parents[1] / "small_games"
PIG, STAKES, TRICKS, TRIO = (str(SMALL / f"{name}.py") for name in ("pig", "stakes", "tricks", "trio"))
"""Chance; a mover who may keep his turn, and a start that is drawn; hidden hands; three players."""
