"""Every code block of the README and of the documentation runs; `code_blocks.py` says what a block may be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUNNER = Path(__file__).with_name("code_blocks.py")
SECONDS = 600


def run(page: Path, folder: Path) -> tuple[bool, str]:
    """Whether all blocks of a page ran, and what was printed, in a process of its own."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "MPLBACKEND": "agg",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run([sys.executable, RUNNER, page], cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=SECONDS)
    return done.returncode == 0, done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_block_of_the_page_runs(page: Path, tmp_path: Path) -> None:
    ran, output = run(page, tmp_path)
    if not ran:
        pytest.fail(output, pytrace=False)


# ---------------------------------------------------------------- the runner itself, on small pages


@pytest.fixture
def told(tmp_path: Path):
    """Runs a page given as lines; tells what is wrong with it, with its line, or nothing."""
    folder = tmp_path / "folder"
    folder.mkdir()

    def tell(*lines: str) -> str:
        page = tmp_path / "page.md"
        page.write_text("\n".join(lines) + "\n")
        ran, output = run(page, folder)
        return "" if ran else output[output.index("page.md:"):].strip()

    return tell


def test_a_page_without_blocks_passes(told):
    assert told("# Title", "", "Prose with `code`.") == ""


def test_python_blocks_share_one_namespace_in_order(told):
    assert told("```python", "a = 1", "```", "between", "```python", "assert a == 1", "```") == ""


def test_a_failing_python_block_is_told_with_its_line_and_the_line_within(told):
    message = told("# Title", "", "```python", "a = 1", "```", "", "```python", "b = a", "c = b / 0", "```")
    assert "page.md:7: Traceback" in message
    assert 'page.script.py", line 9' in message
    assert "c = b / 0" in message


def test_leaving_a_script_early_fails(told):
    assert "page.md:1: Traceback" in told("```python", "raise SystemExit(0)", "```")


def test_blocks_are_a_script_whose_source_can_be_read(told):
    assert told("```python", "class Rules:", "    answer = 42", "```", "", "```python", "import inspect",
                "assert 'answer = 42' in inspect.getsource(Rules)",
                "assert __name__ == '__main__'", "```") == ""


def test_a_titled_block_is_written_for_the_blocks_below(told):
    assert told('```python title="mygame.py"', "name = 'kayles'", "raise RuntimeError('not run')", "```",
                "```console", "$ grep -q kayles mygame.py", "```") == ""


def test_a_written_file_can_be_imported(told):
    assert told('```python title="mygame.py"', "name = 'kayles'", "```",
                "```python", "import mygame", "assert mygame.name == 'kayles'", "```") == ""


def test_only_lines_behind_a_prompt_are_commands(told):
    assert told("```console", "$ true", "no such command", "```") == ""


def test_a_command_may_go_on_over_several_lines(told):
    assert told("```sh", "$ test one = \\", "    one", "$ true", "```") == ""


def test_every_command_must_succeed(told):
    message = told("prose", "", "```console", "$ true", "$ echo seen; exit 3", "```")
    assert message.endswith("page.md:3: $ echo seen; exit 3\nseen\nexit code 3 instead of 0")


def test_a_failing_command_must_exit_with_two(told):
    assert told("```console fails", "$ exit 2", "```") == ""
    assert told("```console fails", "$ true", "```").endswith("exit code 0 instead of 2")
    assert told("```console fails", "$ exit 1", "```").endswith("exit code 1 instead of 2")


def test_commands_are_those_of_this_environment(told):
    python = Path(sys.executable).parent / "python"
    assert told("```console", f"$ test $(command -v python) = {python}", "```") == ""


def test_a_command_cannot_wait_for_a_person(told):
    assert told("```console", "$ cat", "```") == ""


def test_commands_and_scripts_share_the_folder(told):
    assert told("```console", "$ echo 42 > answer", "```",
                "```python", "assert open('answer').read() == '42\\n'", "```") == ""


@pytest.mark.parametrize("info", ["text", "console text", "json text"])
def test_text_is_only_shown(told, info):
    assert told(f"```{info}", "$ exit 1", "```") == ""


@pytest.mark.parametrize("info", ["", "bash", "pyhton", "python fails", "python tilte=a.py", "sh quietly"])
def test_an_unknown_kind_of_block_fails(told, info):
    message = told("```python", "```", f"```{info}", "```")
    assert message.endswith(f"page.md:3: no such kind of block: {info!r}")


def test_a_console_block_without_commands_fails(told):
    assert "page.md:1: no line starts with '$ '" in told("```console", "ls", "```")


@pytest.mark.parametrize("line", ["  ```python", "> ```python", "- ```python", "see ```python"])
def test_a_fence_that_might_be_overlooked_fails(told, line):
    assert told("prose", line).endswith("page.md:2: a fence stands alone at the start of its line")


def test_a_block_that_is_never_closed_fails(told):
    assert told("```text", "drawing").endswith("page.md:1: this block is never closed")


def test_a_longer_fence_may_hold_a_shorter_one(told):
    assert told("````text", "```python", "1 / 0", "```", "````") == ""


def test_a_process_that_dies_is_told_with_the_line_of_its_block(told):
    message = told("", "```python", "import os", "os.abort()", "```")
    assert message == "page.md:2"
