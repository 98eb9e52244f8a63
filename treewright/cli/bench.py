"""`treewright bench`: how fast the search is, beside named peers, as ratios measured in one run."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from treewright.bench.measure import Line

LEAST_ROUNDS = 7
BESIDE = ("ours", "peer", "ratio", "range", "target")
PARTS = ("a simulation", "in all", "share", "range", "")

SECTIONS = {
    "openspiel": "openspiel:against_cpp",
    "python": "openspiel:against_python_game",
    "scaffold": "openspiel:against_scaffold",
    "openspiel-games": "openspiel_games:around_theirs",
    "playouts": "machine:playing",
    "layouts": "machine:layouts",
    "sizes": "machine:sizes",
    "threads": "machine:two_threads",
    "workers": "workers:two_workers",
    "compiling": "machine:compiling",
    "help": "machine:help_page",
    "cluster": "cluster:against_threads",
    "incentive": "incentive:learning",
    "envs": "environments:many_beside_one",
    "tubstap": "tubstap:rollouts",
    "microrts": "microrts:playouts",
}
"""What is measured, and the function in `treewright.bench` that does it."""
NEEDS = {**dict.fromkeys(("openspiel", "python", "scaffold", "openspiel-games", "tubstap", "microrts"), "pyspiel"),
         "cluster": "ray", "envs": "pettingzoo"}
EXTRAS = {"pyspiel": "openspiel", "ray": "cluster", "pettingzoo": "envs"}


def bench(
    only: Annotated[
        list[str] | None,
        typer.Argument(metavar="SECTION", help=f"{', '.join(SECTIONS)}; --{list(SECTIONS)[-1]} means the same as "
                       f"{list(SECTIONS)[-1]}. All of them by default."),
    ] = None,
    rounds: Annotated[int, typer.Option(help=f"Rounds of each comparison, at least {LEAST_ROUNDS}.")] = 9,
    json: Annotated[bool, typer.Option("--json", help="Print every line as JSON.")] = False,
) -> int:
    """Measure the search beside OpenSpiel's and beside itself; ratios from one run, alternating."""
    import importlib
    import importlib.util

    from treewright.cli.screen import console, errors, print_json, table
    from treewright.core.errors import Refused, nearest
    from treewright.core.thinking import Stop

    wanted = [name.removeprefix("--") for name in only or SECTIONS]
    if rounds < LEAST_ROUNDS:
        raise Refused(f"--rounds must be at least {LEAST_ROUNDS}, not {rounds}")
    for name in wanted:
        if name not in SECTIONS:
            raise Refused(f"bench has no section {name}{nearest(name, SECTIONS)}")
    lines: list[Line] = []
    for name, home in SECTIONS.items():
        if name not in wanted or Stop.raised_for_all:
            continue
        needed = NEEDS.get(name)
        if needed and importlib.util.find_spec(needed) is None:
            extra = EXTRAS[needed]
            errors.print(f"{name}: {needed} is not installed (it is in the extra {extra}: "
                         f"pip install 'treewright[{extra}]')", soft_wrap=True)
            continue
        module, _, function = home.partition(":")
        section = getattr(importlib.import_module(f"treewright.bench.{module}"), function)
        with errors.status(f"measuring {name} ..."):
            for line in section(rounds):
                lines.append(line)
                if not json:
                    console.print(_sentence(line), soft_wrap=True)
    if json:
        print_json([line.as_dict() for line in lines])
        return 0
    for title in dict.fromkeys(line.section for line in lines):
        of_it = [line for line in lines if line.section == title]
        columns = PARTS if of_it[0].unit == "ns" else BESIDE
        console.print()
        console.print(table([(title, *columns), *map(_cells, of_it)]))
    return 0


def _sentence(line: "Line") -> str:
    cells = _cells(line)
    between, share = (" of", "share") if line.unit == "ns" else (" against", "ratio")
    beside = f"{between} {cells[2]}, {share} {cells[3]} {cells[4]}" if cells[2] else ""
    return f"{line.section}: {cells[0]}: {cells[1]}{beside}"


def _cells(line: "Line") -> tuple[str, ...]:
    mark = "" if line.reached is None else " reached" if line.reached else " MISSED"
    unit = "/s" if line.unit == "simulations/s" else f" {line.unit}"
    bound = "at most " if line.unit in ("s", "bytes") else ""
    span = "" if line.low is None or line.high is None else f"[{_number(line.low)}, {_number(line.high)}]"
    return (
        line.title + (f" ({line.note})" if line.note else ""),
        "" if line.ours is None else f"{_number(line.ours)}{unit}",
        "" if line.peer is None else f"{_number(line.peer)}{unit}",
        "" if line.ratio is None else _number(line.ratio),
        span,
        "" if line.target is None else f"{bound}{line.target:g}{mark}",
    )


def _number(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:.2f}M"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
