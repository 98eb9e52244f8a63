"""Run the code blocks of one Markdown page, in order, in the current folder: `python code_blocks.py page.md`.

The words behind the opening fence say what a block is:

    python                     runs; the blocks of a page share one namespace, as the lines of one script
    python title="mygame.py"   is written to that file, for the blocks below
    console, sh                every line `$ command` runs (`\\` continues it) and must exit with 0
    console fails, sh fails    every command must exit with 2
    text, or text with others  is only shown: `text`, `json text`, `console text`

Anything else is an error, so that no block escapes by accident. What goes wrong is told with the page's line.
"""

import os
import re
import shlex
import subprocess
import sys
import traceback
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OPENING = re.compile(r"(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)")
SECONDS = 300


class Wrong(Exception):
    """A line of the page, and what is wrong with the block there."""


@dataclass
class Block:
    """The text between two fences; `line` is where the opening fence stands."""

    line: int
    info: str
    text: str


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page; indented fences are refused, since Python-Markdown does not see them."""
    opening: re.Match[str] | None = None
    start, body = 0, list[str]()
    for number, line in enumerate(page.splitlines(), 1):
        if opening is not None and line.rstrip() != opening["fence"]:
            body.append(line)
        elif opening is not None:
            yield Block(start, opening["info"].strip(), "".join(f"{one}\n" for one in body))
            opening = None
        elif opening := OPENING.fullmatch(line):
            start, body = number, []
        elif "```" in line or "~~~" in line:
            raise Wrong(number, "a fence stands alone at the start of its line")
    if opening is not None:
        raise Wrong(start, "this block is never closed")


def run(block: Block, script: Path, namespace: dict[str, object]) -> None:
    """Do with a block what the words behind its fence say."""
    match shlex.split(block.info):
        case words if "text" in words:
            pass
        case ["python"]:
            run_python(block, script, namespace)
        case ["python", title] if title.startswith("title="):
            file = Path(title.removeprefix("title="))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text)
        case ["console" | "sh"]:
            run_commands(block, 0)
        case ["console" | "sh", "fails"]:
            run_commands(block, 2)
        case _:
            raise Wrong(block.line, f"no such kind of block: {block.info!r}")


def run_python(block: Block, script: Path, namespace: dict[str, object]) -> None:
    """Add the block to the page's script, at the line where it stands in the page, and run that part."""
    above = script.read_text() if script.exists() else ""
    script.write_text(above + "\n" * (block.line - above.count("\n")) + block.text)
    try:
        exec(compile("\n" * block.line + block.text, script, "exec"), namespace)
    except (Exception, SystemExit):
        raise Wrong(block.line, traceback.format_exc()) from None


def run_commands(block: Block, wanted: int) -> None:
    """Run the lines behind `$ ` in a shell, one after the other."""
    commands = re.findall(r"^\$ ((?:.*\\\n)*.*)$", block.text, re.MULTILINE)
    if not commands:
        raise Wrong(block.line, "no line starts with '$ ': add the word text if this is only shown")
    for command in commands:
        try:
            done = subprocess.run(command, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise Wrong(block.line, f"$ {command}\nwas still running after {SECONDS} s") from None
        if done.returncode != wanted:
            told = f"$ {command}\n{done.stdout}exit code {done.returncode} instead of {wanted}"
            raise Wrong(block.line, told)


def main(page: Path) -> int:
    """Run a page; 1 if something is wrong with it."""
    script = Path(f"{page.stem}.script.py").absolute()
    module = types.ModuleType("__main__")
    module.__file__ = str(script)
    sys.modules["__main__"], sys.path[0] = module, os.getcwd()
    line = 0
    try:
        for block in blocks(page.read_text()):
            line = block.line
            print(f"{page.name}:{line}", flush=True)      # where to look should the process die
            run(block, script, vars(module))
    except Wrong as wrong:
        line, message = wrong.args
        print(f"{page.name}:{line}: {message}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
