"""Where something stands, as `kayles.py:31`."""

import ast
import inspect
import sysconfig
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
ROOMS_WITH_RULES = ("games", "envs")
ELSEWHERE = (sysconfig.get_paths()["stdlib"], sysconfig.get_paths()["purelib"], sysconfig.get_paths()["platlib"], "<")
"""Files that start like this belong to Python or to an installed package."""


def shown(file: str, line: int) -> str:
    """The place as a person would type it: relative to where he is, if it lies below."""
    path = Path(file)
    try:
        return f"{path.resolve().relative_to(Path.cwd())}:{line}"
    except (OSError, ValueError):
        return f"{path}:{line}"


def of_class(cls: type) -> str:
    """Where a class begins."""
    try:
        return shown(inspect.getsourcefile(cls) or "", inspect.getsourcelines(cls)[1])
    except (OSError, TypeError):
        return ""


def of_function(function: Callable[..., Any]) -> str:
    """Where a function begins."""
    code = inspect.unwrap(function).__code__
    return shown(code.co_filename, code.co_firstlineno)


def of_verb(cls: type, name: str) -> str:
    """Where a verb of a class begins; the class, if it is inherited from the contract."""
    found = getattr(cls, name, None)
    if found is None or not inspect.isfunction(found) or is_foreign(found.__code__.co_filename):
        return of_class(cls)
    return of_function(found)


def of_fact(cls: type, name: str) -> str:
    """Where the body of a class gives `name` a value; the class, if it does not."""
    for base in cls.__mro__:
        if name in vars(base) or name in vars(base).get("__annotations__", {}):
            try:
                lines, first = inspect.getsourcelines(base)
                body = ast.parse(textwrap.dedent("".join(lines))).body[0]
            except (OSError, TypeError, SyntaxError):
                break
            file = inspect.getsourcefile(base) or ""
            for node in getattr(body, "body", []):
                if is_foreign(file):
                    break
                if any(isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store)
                       for one in ast.walk(node)):
                    return shown(file, first + node.lineno - 1)
    return of_class(cls)


def of_word(function: Callable[..., Any], word: str) -> str:
    """Where a function's source names something: an attribute or a name; its beginning, if it does not."""
    code = inspect.unwrap(function).__code__
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return of_function(function)
    for node in ast.walk(tree):
        if getattr(node, "attr", getattr(node, "id", None)) == word:
            return shown(code.co_filename, code.co_firstlineno + getattr(node, "lineno", 1) - 1)
    return of_function(function)


def of_error(traceback: TracebackType | None) -> str:
    """The innermost line of a game's rules that an exception came through; "" if there is none."""
    found = ""
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if not is_foreign(file):
            found = shown(file, traceback.tb_lineno)
        traceback = traceback.tb_next
    return found


def of_frame(frame: FrameType | None) -> str:
    """The innermost line of a game's rules that a thread is at; "" if there is none."""
    while frame is not None:
        if not is_foreign(frame.f_code.co_filename):
            return shown(frame.f_code.co_filename, frame.f_lineno)
        frame = frame.f_back
    return ""


def is_foreign(file: str) -> bool:
    """Does the file hold something else than rules: the library, Python, an installed package?"""
    if Path(file).is_relative_to(PACKAGE):
        return Path(file).relative_to(PACKAGE).parts[0] not in ROOMS_WITH_RULES
    return file.startswith(ELSEWHERE)
