"""With bounds checked, compiled code on its own stops at a wrong index, and the line is found by plain Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

from treewright.agents.files import load_module

BROKEN = Path(__file__).with_name("broken.py")

ALONE = """
import json, sys
from treewright.checking import check, playing
playing.PLAIN_PLIES = 0
print(json.dumps(check(sys.argv[1], games=20).as_dict()))
"""


def test_compiled_code_alone_stops_at_a_wrong_index():
    root = Path(__file__).parents[2]
    flaw = load_module(BROKEN).INDEX
    surroundings = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", ALONE, f"{BROKEN}:Broken(flaw={flaw})"], env=surroundings, timeout=120,
                          capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    assert report["bounds_checked"]
    assert report["games_in_plain_python"] == 0
    finding, = report["findings"]
    assert finding["rule"] == "runs"
    assert "play(s, " in finding["sentence"]
    assert "index is out of bounds" in finding["sentence"]
    line = next(n for n, text in enumerate(BROKEN.read_text().splitlines(), 1) if "# INDEX" in text)
    assert finding["place"].endswith(f"broken.py:{line}")
    assert finding["times"] == 20
