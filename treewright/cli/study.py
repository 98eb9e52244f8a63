"""`treewright study list|run|report`: the papers, run again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treewright.cli import options
from treewright.cli.options import NO_STORE, STORE

if TYPE_CHECKING:
    from treewright.studies.running import StudyRun

study = typer.Typer(no_args_is_help=True, help="Run a paper's experiments again, and draw its tables and figures.")

Name = Annotated[str, typer.Argument(help="The study; `treewright study list` has them.")]
Pages = Annotated[str, typer.Option("--pages", help="The folder of the pages, with the records below it.")]
PAGES = "docs/studies"


@study.command("list")
def list_studies() -> int:
    """List the studies with their scales."""
    from treewright.cli.screen import console, table
    from treewright.studies.registry import STUDIES, study_named

    lines = [("study", "scales", "paper")]
    for name in STUDIES:
        made = study_named(name)
        lines.append((name, ", ".join(made.scales), made.source))
    console.print(table(lines, names=3))
    return 0


@study.command()
def run(
    name: Name,
    scale: Annotated[str, typer.Option("--scale", help="How much: smoke takes seconds.")] = "smoke",
    workers: options.Workers = 2,
    store: options.StorePlace = STORE,
    pages: Pages = PAGES,
    anew: Annotated[bool, typer.Option(
        "--measure-anew", help="Measure again what was measured by older code.")] = False,
    export: Annotated[bool, typer.Option(
        "--export", help="Add the records to those that are committed, and draw the page.")] = False,
    estimate: options.Estimate = False,
) -> int:
    """Measure what is missing of a scale; interrupted, the same command goes on where it was."""
    import contextlib

    from treewright.arena.store import open_store
    from treewright.cli.screen import console, say_what_compiles
    from treewright.cli.study_progress import StudyProgress
    from treewright.studies.registry import study_named
    from treewright.studies.report import publish, records_in
    from treewright.studies.running import StudyRun

    made = study_named(name)
    made.refuse_scale(scale)
    committed = records_in(made, Path(pages))
    say_what_compiles()
    opened = contextlib.nullcontext() if store == NO_STORE else contextlib.closing(open_store(store))
    with opened as kept:
        going = StudyRun(made, scale, committed, kept, workers, anew)
        if estimate:
            return _estimated(going)
        with StudyProgress(going) as progress:
            going.run(progress)
    for said in _remarks(going):
        console.print(said, soft_wrap=True)
    if export:
        for place in publish(made, committed, going.records, Path(pages)):
            console.print(f"written: {place}", soft_wrap=True)
    return 0


@study.command()
def report(name: Name, pages: Pages = PAGES) -> int:
    """Draw a study's page from the committed records alone."""
    from treewright.cli.screen import console
    from treewright.studies.registry import study_named
    from treewright.studies.report import files_of, records_in, write

    made = study_named(name)
    records = records_in(made, Path(pages))
    for place in write(files_of(made, records), Path(pages)):
        console.print(f"written: {place}", soft_wrap=True)
    return 0


def _remarks(run: "StudyRun") -> list[str]:
    """What a reader must know of a run that has ended."""
    said = [f"{run.study.name} at the scale {run.scale}: {len(run.records):,} of {len(run.trials):,} measurements, "
            f"{run.measured:,} of them new"]
    if run.older:
        said.append(f"{run.older:,} come from older code (--measure-anew measures them again)")
    if run.interrupted:
        said.append("interrupted: the same command goes on from here")
    best = run.study.best_so_far(run.records)
    return [*said, best] if best else said


def _estimated(run: "StudyRun") -> int:
    """Measure for a minute, print, and be done."""
    from treewright.cli.estimate import amount
    from treewright.cli.screen import console
    from treewright.cli.standing import duration
    from treewright.cli.study_progress import StudyProgress
    from treewright.studies.estimate import SECONDS, estimate

    with StudyProgress(run) as progress:
        found = estimate(run, SECONDS, progress)
    if not found.measurements_left:
        console.print("nothing is left to be measured")
        return 0
    console.print(f"{found.measurements_left:,} measurements are left: about {amount(found.core_hours)} core-hours, "
                  f"{duration(3600 * found.core_hours / run.workers)} with {run.workers} workers", soft_wrap=True)
    if found.unseen:
        console.print(f"{found.unseen:,} conditions were not tried and are reckoned from the others", soft_wrap=True)
    return 0
