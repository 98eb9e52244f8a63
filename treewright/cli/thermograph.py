"""`treewright thermograph "B5 R2 B3"`: mean and temperature of a heap or of a game, and its thermograph."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from treewright.cgt.heap import Heap
    from treewright.cgt.shortgame import ShortGame
    from treewright.cgt.thermograph import Thermograph

LONGEST_TITLE = 50


def thermograph(
    game: Annotated[str, typer.Argument(
        help="A heap of Heap-Go from bottom to top, 'B5 R2 B3', or a game such as '{5|-3}' or '{{3|1},2|-2}'.")],
    out: Annotated[str | None, typer.Option(
        "--out", "-o", help="Draw the figure into this file: .png, .svg or .pdf.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print exact values as JSON, and draw nothing here.")] = False,
) -> int:
    """Show mean and temperature, of a heap at every height, and draw the thermograph."""
    from treewright.cgt.heap import Heap
    from treewright.cgt.notation import read
    from treewright.cgt.notation import thermograph as thermograph_of
    from treewright.cgt.sketch import sketch
    from treewright.cli.screen import console, print_json, table

    known = read(game)
    drawn = thermograph_of(known)
    if out is not None:
        drawn.save(out, _title(known))
    if json:
        print_json({"game": str(known), **_as_data(drawn), **(_by_height(known) if isinstance(known, Heap) else {})})
        return 0
    if isinstance(known, Heap):
        console.print(table(_lines(known)))
        console.print()
    console.print(_said(drawn), soft_wrap=True)
    console.print()
    print(sketch(drawn))
    if out is not None:
        print(f"\ndrawn into {out}")
    return 0


def _title(known: "Heap | ShortGame") -> str:
    """The game itself, if there is room for it."""
    from treewright.cgt.heap import Heap

    name = str(known)
    if len(name) <= LONGEST_TITLE:
        return name
    return f"a heap of {len(known)} counters" if isinstance(known, Heap) else ""


def _lines(heap: "Heap") -> list[list[str]]:
    """A line for each height: what lies on top there, mean and temperature."""
    from treewright.cgt.sketch import readable

    tops = ["", *str(heap).split()]
    return [["top", "height", "mean", "temperature"],
            *([top, str(height), readable(mean, 16), readable(temperature, 16)]
              for height, (top, mean, temperature) in enumerate(zip(tops, heap.means, heap.temperatures)))]


def _said(drawn: "Thermograph") -> str:
    from treewright.cgt.sketch import readable

    mean, temperature, left, right = (readable(value, 40) for value in (
        drawn.mean, drawn.temperature, drawn.left_stop, drawn.right_stop))
    return (f"mean {mean}, temperature {temperature}; "
            f"alone it ends with {left} if Left begins, with {right} if Right does")


def _as_data(drawn: "Thermograph") -> dict[str, Any]:
    """Exact fractions as text; a wall as its corners, from temperature 0 upwards."""
    return {"mean": str(drawn.mean), "temperature": str(drawn.temperature),
            **{name: [{"temperature": str(t), "value": str(value)} for t, value in wall.corners]
               for name, wall in (("left_wall", drawn.left), ("right_wall", drawn.right))}}


def _by_height(heap: "Heap") -> dict[str, Any]:
    return {"heights": [{"mean": str(mean), "temperature": str(temperature)}
                        for mean, temperature in zip(heap.means, heap.temperatures)]}
