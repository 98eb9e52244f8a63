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
    drop_echoes(notebook)
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
                         "language_info": {"name": "python"}}
    return notebook


def drop_echoes(notebook: nbformat.NotebookNode) -> None:
    """Where a cell shows a picture or a table, its text is an object's name and address in memory."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if len(output.get("data", ())) > 1:
                output.data.pop("text/plain", None)


def main() -> None:
    for place in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            notebook = executed(place, folder)
        nbformat.validate(notebook)
        place.write_text(nbformat.writes(notebook, indent=1) + "\n", encoding="utf-8")
        print(f"{place.name}: {place.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
