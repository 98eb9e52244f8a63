"""`treewright check GAME`: a thousand random games that tell whether a search can rely on the rules."""

from typing import Annotated, Any

import typer


def check(
    game: Annotated[str, typer.Argument(help="A game: a file such as mygame.py, or a name such as 'hex(7)'.")],
    games: Annotated[int, typer.Option("--games", "-n", help="How many random games are played.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> int:
    """Play random games, compiled and as plain Python side by side, and verify all that a search relies on."""
    import numba
    numba.config.BOUNDSCHECK = 1  # before anything is compiled; compiled code that checks its bounds is kept apart

    from treewright.checking import check as look
    from treewright.cli.screen import errors, print_json, progress, say_what_compiles

    say_what_compiles()
    with progress() as bar:
        task = bar.add_task("", total=games, note="")
        said: set[str] = set()

        def show(report: Any, stage: str) -> None:
            bar.update(task, completed=report.games, note=stage)
            for line in news(report, said) if errors.is_terminal else ():
                errors.print(line)

        report = look(game, games, seed, show)
    if json:
        print_json(report.as_dict())
    else:
        print(report)
    return 0 if report.holds else 2


def news(report: Any, said: set[str]) -> list[str]:
    """A line for each rule that was settled since the last time."""
    from treewright.checking.rules import RULES

    settled = [rule for rule in RULES if rule in report.checked and rule not in said]
    said.update(settled)
    return [f"{report.standing(rule):>6}  {RULES[rule]}" for rule in settled]
