"""The notebooks of examples/ run from beginning to end, and hold what they show, without a word about the machine."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
LARGEST = 400_000
"""Bytes, pictures included."""
OF_A_MACHINE = re.compile(r"(?:^|[\s\"'(])/(?:home|Users|tmp|var|root|work|usr|opt)/|[A-Z]:\\\\")


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("run_notebooks", ROOT / "tools" / "run_notebooks.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def outputs(cell):
    return [output for output in cell.get("outputs", ()) if output["output_type"] != "error"]


def test_there_are_three():
    assert [place.name[:2] for place in NOTEBOOKS] == ["01", "02", "03"]


@pytest.mark.parametrize("place", NOTEBOOKS, ids=lambda place: place.stem)
def test_it_runs_and_shows_the_same_kinds_of_things(tool, place, tmp_path):
    """Errors end the run by themselves; what is kept must have been shown by these cells."""
    kept = json.loads(place.read_text())
    again = tool.executed(place, str(tmp_path))
    for was, cell in zip(kept["cells"], again.cells, strict=True):
        shown = [[sorted(one.get("data", [one.get("name")])) for one in outputs(side)] for side in (was, cell)]
        assert shown[0] == shown[1], "python tools/run_notebooks.py makes it anew"


@pytest.mark.parametrize("place", NOTEBOOKS, ids=lambda place: place.stem)
def test_what_is_kept_is_whole_small_and_of_no_machine(place):
    text = place.read_text()
    kept = json.loads(text)
    assert len(text) < LARGEST
    assert not OF_A_MACHINE.search(text.replace("\\n", "\n"))
    code = [cell for cell in kept["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
    assert all(output["output_type"] != "error" and output.get("name") != "stderr"
               for cell in code for output in cell["outputs"])
    assert any("image/png" in output.get("data", ()) for cell in code for output in cell["outputs"])


def test_a_path_of_a_machine_would_be_found():
    assert OF_A_MACHINE.search('File "/home/somebody/chomp.py"')
    assert not OF_A_MACHINE.search("a and/or b, 1/2")
