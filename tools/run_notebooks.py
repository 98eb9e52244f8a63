"""Run the notebooks of examples/ again and keep what they show: `python tools/run_notebooks.py`."""

import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "examples").glob("*.ipynb"))
SECONDS = 300
"""So long a cell may take where everything has to be compiled."""


def executed(place: Path, folder: str) -> nbformat.NotebookNode:
    """The notebook after a run in that folder, without anything that says when or by which Python."""
    notebook = nbformat.read(place, as_version=4)
    for cell in notebook.cells:
        cell.metadata = {}
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", record_timing=False,
                   resources={"metadata": {"path": folder}}).execute()
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
                         "language_info": {"name": "python"}}
    return notebook


def main() -> None:
    for place in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            notebook = executed(place, folder)
        nbformat.validate(notebook)
        place.write_text(nbformat.writes(notebook, indent=1) + "\n", encoding="utf-8")
        print(f"{place.name}: {place.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
