"""`treewright bench`: how fast the search is, beside named peers, as ratios measured in one run."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from treewright.bench.measure import Line

LEAST_ROUNDS = 7


def bench(
    only: Annotated[
        list[str] | None,
        typer.Argument(
            help="Sections: openspiel, python, scaffold, openspiel-games, playouts, layouts, sizes, threads, "
            "workers, compiling, help, cluster. All of them by default."
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(help=f"Rounds of each comparison, at least {LEAST_ROUNDS}.")] = 9,
    json: Annotated[bool, typer.Option("--json", help="Print every line as JSON.")] = False,
) -> int:
    """Measure the search beside OpenSpiel's and beside itself; ratios from one run, alternating."""
    from treewright.bench import cluster, machine, openspiel, openspiel_games, workers
    from treewright.cli.screen import console, errors, print_json, table
    from treewright.core.errors import Refused, nearest
    from treewright.core.thinking import Stop

    sections = {
        "openspiel": openspiel.against_cpp,
        "python": openspiel.against_python_game,
        "scaffold": openspiel.against_scaffold,
        "openspiel-games": openspiel_games.around_theirs,
        "playouts": machine.playing,
        "layouts": machine.layouts,
        "sizes": machine.sizes,
        "threads": machine.two_threads,
        "workers": workers.two_workers,
        "compiling": machine.compiling,
        "help": machine.help_page,
        "cluster": cluster.against_threads,
    }
    if rounds < LEAST_ROUNDS:
        raise Refused(f"--rounds must be at least {LEAST_ROUNDS}, not {rounds}")
    for name in only or ():
        if name not in sections:
            raise Refused(f"bench has no section {name}{nearest(name, sections)}")
    lines: list[Line] = []
    for name, section in sections.items():
        if (only and name not in only) or Stop.raised_for_all:
            continue
        if name in ("openspiel", "python", "scaffold", "openspiel-games") and not openspiel.available():
            errors.print(f"{name}: OpenSpiel is not installed (it is in the extra dev: pip install 'treewright[dev]')")
            continue
        if name == "cluster" and not cluster.available():
            errors.print("cluster: Ray is not installed (it is the extra cluster: pip install 'treewright[cluster]')")
            continue
        with errors.status(f"measuring {name} ..."):
            for line in section(rounds):
                lines.append(line)
                if not json:
                    console.print(_sentence(line), soft_wrap=True)
    if json:
        print_json([line.as_dict() for line in lines])
        return 0
    for title in dict.fromkeys(line.section for line in lines):
        rows = [_cells(line) for line in lines if line.section == title]
        console.print()
        console.print(table([(title, "ours", "peer", "ratio", "range", "target"), *rows]))
    return 0


def _sentence(line: "Line") -> str:
    cells = _cells(line)
    beside = f" against {cells[2]}, ratio {cells[3]} {cells[4]}" if cells[2] else ""
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
