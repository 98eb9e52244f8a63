"""A study's page: what was measured, the verdicts on its claims, its own tables and figures; from the records alone."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from treewright.arena.report.blocks import Block, Heading, Paragraph, Shown, Table
from treewright.arena.report.markdown import FIGURES, markdown
from treewright.core.errors import Refused
from treewright.core.places import write_whole
from treewright.studies.claims import Verdict, judge
from treewright.studies.data import data_file, export, load
from treewright.studies.records import Records
from treewright.studies.study import Study

PAGES = "docs/studies"
DATA = "data"


def blocks_of(study: Study, records: Records) -> list[Block]:
    """The whole page."""
    if not len(records):
        raise Refused(f"the study {study.name} has no records yet: treewright study run {study.name} --scale "
                      f"{next(iter(study.scales))}")
    return [Heading(study.title, 1), Paragraph(study.source), *_measured(study, records),
            *_claims(judge(study.claims, records)), *study.page(records)]


def _measured(study: Study, records: Records) -> list[Block]:
    """How much of each scale there is."""
    lines: list[Sequence[str]] = [("scale", "for", "measurements", "of them here")]
    for scale, purpose in study.scales.items():
        trials = list(study.trials(scale))
        done = sum(trial in records for trial in trials)
        lines.append((scale, purpose, f"{len(trials):,}", f"{done:,}"))
    codes = Counter(entry.code for entry in records)
    told = f"{len(records):,} measurements, by {len(codes)} {'version' if len(codes) == 1 else 'versions'} of the code."
    return [Paragraph(f"{told} `treewright study run {study.name} --scale SCALE` measures what is missing, `treewright "
                      f"study report {study.name}` draws this page from `{DATA}/{study.name}.jsonl.gz` alone."),
            Table(lines, names=2)]


def _claims(verdicts: Sequence[Verdict]) -> list[Block]:
    """What the paper says, and what the records say of it."""
    if not verdicts:
        return []
    lines: list[Sequence[str]] = [("claim", "the paper's words", "decided by", "threshold", "found", "verdict",
                                   "after Holm")]
    for verdict in verdicts:
        claim = verdict.claim
        lines.append((claim.name, claim.said, claim.measured, f"{'>' if claim.above else '<'} {claim.threshold:g}",
                      verdict.sentence, verdict.plain, verdict.corrected))
    return [Heading("Claims", 2), Table(lines, names=7),
            Paragraph("A claim holds or fails where the 95% interval lies wholly on one side of its threshold. The "
                      f"last column allows for there being {len(verdicts)} claims (Holm 1979).")]


def files_of(study: Study, records: Records) -> dict[str, bytes]:
    """The page and its figures by their places in the folder of pages."""
    blocks = blocks_of(study, records)
    files = {f"{study.name}.md": markdown(blocks).encode()}
    for block in blocks:
        if isinstance(block, Shown):
            files[f"{FIGURES}/{block.name}.png"] = block.picture.content[".png"]
    return files


def write(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write the files; each whole or not at all."""
    written = []
    for name, content in files.items():
        place = folder / name
        if not os.access(_existing(place.parent), os.W_OK) or not write_whole(place, content):
            raise Refused(f"{place} cannot be written")
        written.append(place)
    return written


def records_in(study: Study, folder: Path) -> Records:
    """The committed records."""
    return load(study.name, data_file(folder / DATA, study.name))


def publish(study: Study, committed: Records, measured: Records, folder: Path) -> list[Path]:
    """Add what was measured to the committed records, and draw the page; returns the files that were written."""
    together = Records([*committed, *measured])
    place = data_file(folder / DATA, study.name)
    export(together, study.name, place)
    return [place, *write(files_of(study, together), folder)]


def _existing(folder: Path) -> Path:
    return folder if folder.exists() else _existing(folder.parent)
