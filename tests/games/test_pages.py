"""The pages on games print what they say they print."""

import contextlib
import io
import re
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "games").glob("*.md"))
PRINTED = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_text_after_a_block_is_what_the_block_prints(page):
    namespace, blocks = {}, PRINTED.findall(page.read_text())
    assert blocks
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, namespace)
        assert printed.getvalue() == expected


def test_every_game_has_a_page():
    from treewright.agents.registry import GAMES
    assert {page.stem for page in PAGES} == {"index", *GAMES}
