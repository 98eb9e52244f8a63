"""A report as one HTML page that needs nothing else: pictures are part of it, and nothing is fetched or run."""

import base64
import html
import re
from collections.abc import Sequence

from treewright.arena.report.blocks import Block, Heading, Paragraph, Points, Shown, Table

STYLE = """
:root { color-scheme: light; }
body { margin: 2.5rem auto 4rem; padding: 0 1.25rem; max-width: 58rem; color: #222; background: #fff;
       font: 16px/1.5 Charter, "Bitstream Charter", "Iowan Old Style", Georgia, serif; }
h1 { font-size: 1.7rem; font-weight: 600; margin: 0 0 1rem; }
h2 { font-size: 1.3rem; font-weight: 600; margin: 3rem 0 .75rem; padding-top: .75rem; border-top: 1px solid #ccc; }
h3 { font-size: 1.05rem; font-weight: 600; margin: 2rem 0 .5rem; }
p, ul { margin: .5rem 0; max-width: 44rem; }
ul { padding-left: 1.2rem; }
code { font: .82em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .88rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
th { font-weight: 600; border-bottom: 1px solid #888; vertical-align: bottom; }
th, td { text-align: right; padding: .22rem .6rem; }
th:first-child, td:first-child { padding-left: 0; }
th.name, td.name { text-align: left; }
td { border-bottom: 1px solid #e6e6e6; vertical-align: top; }
td small { color: #666; white-space: nowrap; }
figure { margin: 1rem 0 1.5rem; }
figure img { max-width: 100%; height: auto; }
figcaption { font-size: .88rem; color: #555; max-width: 44rem; }
nav ul { list-style: none; padding: 0; }
@media print {
  @page { margin: 18mm 15mm; }
  body { margin: 0; padding: 0; max-width: none; font-size: 10pt; }
  h1, h2, h3 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  .wide { overflow: visible; }
  nav { display: none; }
  a { color: inherit; text-decoration: none; }
}
"""
PIXELS = 96
"""In an inch, as CSS counts."""
SCALE = 1.25
"""How much larger than in print a figure is shown on a screen."""


def page(title: str, blocks: Sequence[Block]) -> str:
    """The whole page; the first block is its heading."""
    title_line, *others = (_written(k, block) for k, block in enumerate(blocks))
    body = "\n".join([title_line, contents(blocks), *others])
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n")


def contents(blocks: Sequence[Block]) -> str:
    """Links to the contests of a page."""
    links = [f'<li><a href="#{_anchor(k)}">{marked(block.text)}</a></li>' for k, block in enumerate(blocks)
             if isinstance(block, Heading) and block.level == 2]
    return f"<nav><ul>{''.join(links)}</ul></nav>" if len(links) > 1 else ""


def _written(k: int, block: Block) -> str:
    match block:
        case Heading(text, level):
            return f'<h{level} id="{_anchor(k)}">{marked(text)}</h{level}>'
        case Paragraph(text):
            return f"<p>{marked(text)}</p>"
        case Points(texts):
            return "<ul>\n" + "\n".join(f"<li>{marked(text)}</li>" for text in texts) + "\n</ul>"
        case Table(lines, names):
            head, *body = (_line(line, "th" if row == 0 else "td", names) for row, line in enumerate(lines))
            return (f'<div class="wide"><table>\n<thead>\n{head}\n</thead>\n<tbody>\n' + "\n".join(body)
                    + "\n</tbody>\n</table></div>")
        case Shown(_, caption, picture):
            data = base64.b64encode(picture.content[".png"]).decode()
            width, words = picture.width * PIXELS * SCALE, html.escape(caption.replace("`", ""))
            return (f'<figure><img width="{width:.0f}" alt="{words}" src="data:image/png;base64,{data}">\n'
                    f"<figcaption>{marked(caption)}</figcaption></figure>")


def _anchor(k: int) -> str:
    return f"part-{k}"


def _line(cells: Sequence[str], tag: str, names: int) -> str:
    """A line of a table; an interval is smaller than its mean, and stays in one piece."""
    written = []
    for column, cell in enumerate(cells):
        kind = ' class="name"' if column < names else ""
        text = re.sub(r"(\[[^\]]*\])", r"<small>\1</small>", marked(cell)) if column >= names else marked(cell)
        written.append(f"<{tag}{kind}>{text}</{tag}>")
    return f"<tr>{''.join(written)}</tr>"


def marked(text: str) -> str:
    """Text in HTML; what stands between backticks is code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text))
