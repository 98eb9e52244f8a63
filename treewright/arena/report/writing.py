"""Write a report: a folder with report.md, report.html and the figures, whole or not at all."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from treewright.arena.report.blocks import Block, Heading, Paragraph, Points, Shown
from treewright.arena.report.contest import Contest
from treewright.arena.report.drawing import drawn, stem_of
from treewright.arena.report.families import BUDGETS
from treewright.arena.report.gathering import Watch, gather
from treewright.arena.report.markdown import FIGURES, markdown
from treewright.arena.report.names import names_of
from treewright.arena.report.page import page
from treewright.arena.report.telling import (
    computed,
    cross_table,
    heading_of,
    meaning_of_marks,
    pairings_table,
    played,
    ratings_table,
    remarks,
)
from treewright.arena.store import Store
from treewright.core.errors import Refused

TITLE = "Report"
MARKDOWN, PAGE = "report.md", "report.html"


def write_report(store: Store, out: str | Path = "report", games: Sequence[str] = (), agents: Sequence[str] = (),
                 reading: Watch = lambda done, total: None, drawing: Callable[[str], None] = lambda what: None
                 ) -> list[Path]:
    """Write a report of what a store holds to a folder, and return the paths of its files.

    `games` and `agents` say of what (all by default); `reading` and `drawing` are told how far it is."""
    folder = Path(out).expanduser()
    refuse_folder(folder)
    blocks = blocks_of(gather(store, games, agents, reading), drawing)
    return write_folder(folder, files_of(blocks))


def blocks_of(contests: Sequence[Contest], watch: Callable[[str], None] = lambda what: None) -> list[Block]:
    """The report, before it is written down."""
    blocks: list[Block] = [Heading(TITLE, 1)]
    stems: list[str] = []
    for contest in contests:
        stems.append(stem_of(contest.game, stems))
        alone = [one.game for one in contests].count(contest.game) == 1
        blocks += [Heading(heading_of(contest, alone), 2), *_about(contest, stems[-1], watch)]
    return [*blocks, Heading("How it was computed", 2), Paragraph(computed(any(one.has_points for one in contests)))]


def _about(contest: Contest, stem: str, watch: Callable[[str], None]) -> list[Block]:
    """Tables and figures of one contest, those that belong together beside each other."""
    names = names_of(contest.agents)
    figures = drawn(contest, names, stem, watch)
    blocks: list[Block] = [played(contest), Heading("Ratings", 3), ratings_table(contest, names)]
    blocks += _some(figures, "ratings")
    if contest.met:
        blocks += [Heading("Cross table", 3), *_some(figures, "cross-table"), cross_table(contest, names)]
    if meaning := meaning_of_marks(contest):
        blocks.append(Paragraph(meaning))
    blocks += [Heading("Pairings", 3), pairings_table(contest, names)]
    if said := remarks(contest, names):
        blocks += [Heading("Remarks", 3), Points(said)]
    if curves := _some(figures, *(f"score-over-{budget}" for budget in BUDGETS)):
        blocks += [Heading("Score over budget", 3), *curves]
    return [*blocks, Heading("Seats and lengths", 3), *_some(figures, "seats", "lengths")]


def _some(figures: Mapping[str, Shown], *endings: str) -> list[Shown]:
    """Those of them that were drawn."""
    return [figures[ending] for ending in endings if ending in figures]


def files_of(blocks: Sequence[Block]) -> dict[str, bytes]:
    """The files of a report by their places in its folder."""
    files = {MARKDOWN: markdown(blocks).encode(), PAGE: page(TITLE, blocks).encode()}
    for block in blocks:
        if isinstance(block, Shown):
            files |= {f"{FIGURES}/{block.name}{ending}": content for ending, content in block.picture.content.items()}
    return files


# ---------------------------------------------------------------- the folder


def refuse_folder(folder: Path) -> None:
    """Say before the drawing that a report could not be written there."""
    place = folder.resolve()
    if place.is_dir():
        others = sorted(one.name for one in place.iterdir() if not _is_of_a_report(one))
        if others:
            raise Refused(f"{folder} holds other things than a report, such as {others[0]}: name another folder "
                          "with --out")
    elif place.exists():
        raise Refused(f"{folder} is a file: name a folder with --out")
    if not place.parent.is_dir():
        raise Refused(f"there is no folder {folder.parent} for the report: make it, or name another place with --out")
    if not os.access(place.parent, os.W_OK):
        raise Refused(f"{folder} cannot be written: give yourself the right to write {folder.parent}, or name another "
                      "folder with --out")


def _is_of_a_report(place: Path) -> bool:
    if place.name == FIGURES:
        return place.is_dir() and all(one.suffix in (".png", ".pdf") for one in place.iterdir())
    return place.name in (MARKDOWN, PAGE)


def write_folder(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write the files beside the folder, which then takes the place of an earlier report."""
    place = folder.resolve()
    beside, before = (place.with_name(f".{place.name}.{os.getpid()}.{state}") for state in ("new", "old"))
    try:
        for name, content in files.items():
            (beside / name).parent.mkdir(parents=True, exist_ok=True)
            (beside / name).write_bytes(content)
        with _moved_away(place, before):
            os.rename(beside, place)
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return [folder / name for name in files]


@contextlib.contextmanager
def _moved_away(place: Path, before: Path) -> Iterator[None]:
    """Inside, nothing is at a place; what was there is gone afterwards, or back if something else failed."""
    if not place.exists():
        yield
        return
    os.rename(place, before)
    try:
        yield
    except BaseException:
        os.rename(before, place)
        raise
    shutil.rmtree(before, ignore_errors=True)
