"""`treewright report`: what the store holds, as Markdown and as one HTML page with figures."""

from typing import Annotated

import typer

from treewright.cli.options import STORE


def report(
    store: Annotated[str, typer.Option("--store", help="The store whose games are told.")] = STORE,
    game: Annotated[list[str] | None, typer.Option(
        "--game", "-g", help="Only games whose expression begins like this, such as 'hex'; give it again for a "
                             "further one.")] = None,
    agent: Annotated[list[str] | None, typer.Option(
        "--agent", "-a", help="Only games of agents whose expression begins like this; given again, only games "
                              "among all of these.")] = None,
    out: Annotated[str, typer.Option("--out", "-o", help="The folder; an earlier report in it is replaced.")]
        = "report",
) -> int:
    """Write a report of stored games: report.md, report.html and the figures, as PNG and as PDF."""
    from treewright.arena.report.writing import FIGURES, write_report
    from treewright.arena.store import open_store
    from treewright.cli.screen import console, errors

    with open_store(store, reading=True) as kept, errors.status("reading ...") as status:
        written = write_report(
            kept, out, game or (), agent or (),
            lambda done, total: status.update(f"reading games: {done:,} of {total:,}"),
            lambda what: status.update(f"drawing {what}"))
    figures = [path for path in written if path.parent.name == FIGURES]
    for path in written:
        if path not in figures:
            console.print(str(path), soft_wrap=True)
    console.print(f"{figures[0].parent}: {len({path.stem for path in figures})} figures, each as .png and as .pdf",
                  soft_wrap=True)
    return 0
