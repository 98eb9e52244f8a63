"""The documentation builds in strict mode, needs nothing from elsewhere, and hides the words for the test."""

import importlib.util
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_site_builds_in_strict_mode_and_fetches_nothing(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path],
                          cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    pages = list(tmp_path.rglob("*.html"))
    assert pages
    for page in pages:
        assert 'src="http' not in page.read_text(), page
        assert 'rel="stylesheet" href="http' not in page.read_text(), page


def test_the_words_for_the_test_are_not_shown() -> None:
    spec = importlib.util.spec_from_file_location("docs_fences", ROOT / "tools" / "docs_fences.py")
    assert spec is not None
    assert spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)

    page = '```console fails\n$ exit 2\n```\n\n```python title="mygame.py"\na = 1\n```\n\n```text\nx\n```\n'
    shown = "```console\n$ exit 2\n```\n\n`mygame.py`\n\n```python\na = 1\n```\n\n```text\nx\n```\n"
    assert hook.on_page_markdown(page, page=None) == shown
