"""A MkDocs hook: the words behind a block's language are for the test that runs it, not for the reader.

`console fails` is shown as `console`, the file name of `python title="mygame.py"` as a line above the block.
"""

import re
from typing import Any

OPENING = re.compile(r'^(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>\w+)[ \t]+(?P<words>\S.*)$', re.MULTILINE)
TITLE = re.compile(r'title="(?P<name>[^"]+)"')


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page as Python-Markdown understands it: one word behind a fence."""
    return OPENING.sub(_plain, markdown)


def _plain(opening: re.Match[str]) -> str:
    title = TITLE.search(opening["words"])
    caption = f"`{title['name']}`\n\n" if title else ""
    return f"{caption}{opening['fence']}{opening['language']}"
