"""What an agent did wrong, in one line for a person: an exception with its place, or an answer that is no action."""

import reprlib
import sysconfig
from pathlib import Path
from types import TracebackType
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
ELSEWHERE = (sysconfig.get_paths()["stdlib"], sysconfig.get_paths()["purelib"], sysconfig.get_paths()["platlib"], "<")
"""Files that start like this belong to Python or to an installed package."""
LONGEST = 200


def of_error(error: BaseException) -> str:
    """`ValueError: no move found (opener.py:12)`."""
    try:
        message = str(error)
    except Exception:
        message = "its message cannot be shown"
    place = of_place(error.__traceback__)
    said = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return in_one_line(said) + (f" ({place})" if place else "")


def of_place(traceback: TracebackType | None) -> str:
    """The innermost line of a user's file that an exception came through, else the innermost one of Treewright
    outside of the arena; only the file's name, so that the words are the same on every machine."""
    users, ours = "", ""
    while traceback is not None:
        file = Path(traceback.tb_frame.f_code.co_filename)
        place = f"{file.name}:{traceback.tb_lineno}"
        if file.is_relative_to(PACKAGE):
            ours = ours if file.is_relative_to(PACKAGE / "arena") else place
        elif not str(file).startswith(ELSEWHERE):
            users = place
        traceback = traceback.tb_next
    return users or ours


def of_answer(answer: Any) -> str:
    """`None`, `3.5`, `'a'`; of anything larger only its type, which is the same in every run."""
    if answer is None or isinstance(answer, str | float | bool):
        return reprlib.repr(answer)
    return f"something of type {type(answer).__name__}"


def in_one_line(text: str) -> str:
    """Without line breaks, and not longer than a line may be."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
