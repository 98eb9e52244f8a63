"""Draw the picture of the README from real runs: `python tools/draw_picture.py`, `--play` to play its matches again.

Left, the tree of one search of Connect Four. Right, two agents on Hex 7 x 7 with growing budgets, each against the
same opponent: 16 matches of 200 games, which take five minutes and are kept in docs/assets/picture.json.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, PathPatch
from matplotlib.path import Path as Outline

import treewright as tw
from treewright.core.record import view

ASSETS = Path(__file__).resolve().parents[1] / "docs" / "assets"
MATCHES = ASSETS / "picture.json"

MOVES, SIMULATIONS, SEED = "4 3 3 4 5 5", 4000, 0
GAME, OPPONENT, GAMES, MATCH_SEED = "hex(7)", "uct(simulations=1000)", 200, 1
AGENTS, BUDGETS = ("uct", "rave"), (60, 125, 250, 500, 1000, 2000, 4000, 8000)

FIRST, SECOND, NEITHER, INK, FAINT = "#1f5fa8", "#c8443c", "#e4dfd6", "#2b2b2b", "#8a8a8a"
VALUES = LinearSegmentedColormap.from_list("values", [SECOND, NEITHER, FIRST])
SHADES = Normalize(-0.55, 0.55)
LEAST_VISITS, DEEPEST = 3, 5


class Tree:
    """Where each node of a search tree is drawn: depth to the right, siblings below each other."""

    def __init__(self, nodes: Any):
        self.nodes, self.total = nodes, int(nodes[1]["visits"])

    def children(self, at: int, depth: int) -> list[int]:
        """The children that are drawn, by their action."""
        first, count = int(self.nodes[at]["first"]), int(self.nodes[at]["count"])
        drawn = [i for i in range(first, first + count) if self.nodes[i]["visits"] >= LEAST_VISITS and depth < DEEPEST]
        return sorted(drawn, key=lambda i: self.nodes[i]["action"])

    def width(self, i: int) -> float:
        """How thick the branch to a node is: less than its share of the visits for the large, more for the small."""
        return float(self.nodes[i]["visits"] / self.total) ** 0.58

    def gap(self, depth: int) -> float:
        return 0.16 / (1 + depth) ** 2.2

    def extent(self, at: int, depth: int) -> float:
        """The height that a node and all below it take."""
        below = self.children(at, depth)
        return max(self.width(at), sum(self.extent(i, depth + 1) for i in below) + self.gap(depth) * (len(below) - 1))

    def draw(self, axes: Axes, at: int, depth: int, middle: float, mover: int) -> None:
        """The branches below a node, whose colour is the mean as player 0 sees it."""
        below = self.children(at, depth)
        extents = [self.extent(i, depth + 1) for i in below]
        top = middle + (sum(extents) + self.gap(depth) * (len(below) - 1)) / 2
        visits = sum(int(self.nodes[i]["visits"]) for i in below)
        start = middle + self.width(at) / 2
        for i, extent in zip(below, extents, strict=True):
            share = self.width(at) * int(self.nodes[i]["visits"]) / visits
            value = float(self.nodes[i]["mean"]) * (1 if mover == 0 else -1)
            end = top - extent / 2
            axes.add_patch(branch(depth, start - share / 2, share, end, self.width(i), VALUES(SHADES(value))))
            if depth == 0:
                circle = {"boxstyle": "circle,pad=0.25", "facecolor": "white", "edgecolor": FAINT, "linewidth": 0.6}
                axes.text(1, end, str(int(self.nodes[i]["action"]) + 1), ha="center", va="center", fontsize=8,
                          color=INK, zorder=3, bbox=circle)
            self.draw(axes, i, depth + 1, end, 1 - mover)
            top -= extent + self.gap(depth)
            start -= share


def branch(x: float, y: float, width: float, end: float, end_width: float, colour: Any) -> PathPatch:
    """A ribbon from (x, y) to (x + 1, end)."""
    half, last, bend = width / 2, end_width / 2, x + 0.5
    curve = Outline([(x, y + half), (bend, y + half), (bend, end + last), (x + 1, end + last),
                     (x + 1, end - last), (bend, end - last), (bend, y - half), (x, y - half), (x, y + half)],
                    [Outline.MOVETO, *[Outline.CURVE4] * 3, Outline.LINETO, *[Outline.CURVE4] * 3, Outline.CLOSEPOLY])
    return PathPatch(curve, facecolor=colour, edgecolor="none")


def draw_board(axes: Axes, game: tw.connect_four, s: Any) -> None:
    """The position, as its own drawing gives it."""
    rows = [line.split() for line in game.show(s).splitlines()[1 : 1 + game.rows]]
    axes.add_patch(FancyBboxPatch((-0.5, -0.5), game.columns, game.rows, boxstyle="round,pad=0.08,rounding_size=0.4",
                                  facecolor="#f0ece4", edgecolor="none"))
    for y, row in enumerate(reversed(rows)):
        for x, sign in enumerate(row):
            axes.add_patch(Circle((x, y), 0.4, color={"x": FIRST, "o": SECOND}.get(sign, "white"), linewidth=0))
    for x in range(game.columns):
        axes.text(x, -1.15, str(x + 1), ha="center", va="center", fontsize=8, color=FAINT)
    axes.set_xlim(-0.7, game.columns - 0.3)
    axes.set_ylim(-1.6, game.rows - 0.3)


def draw_search(board: Axes, axes: Axes) -> None:
    """A search of Connect Four, its position beside it."""
    game = tw.connect_four()
    position = game.position(MOVES)
    result = tw.uct(simulations=SIMULATIONS).search(game, position, SEED)
    draw_board(board, game, view(position))
    tree = Tree(result.tree.nodes)
    tree.draw(axes, 1, 0, 0.0, int(position["to_move"][0]))
    axes.autoscale_view()
    axes.margins(0.01)


def play_matches() -> dict[str, Any]:
    """Every agent with every budget against the same opponent."""
    played = []
    for agent in AGENTS:
        for budget in BUDGETS:
            match = tw.match(GAME, f"{agent}(simulations={budget})", OPPONENT, games=GAMES, seed=MATCH_SEED)
            score = match.interval()
            played.append({"agent": agent, "simulations": budget, "score": score.mean,
                           "interval": [score.low, score.high], "distinct_games": match.distinct()})
            print(f"{match.first:24} {score}")
    return {"game": GAME, "opponent": OPPONENT, "games": GAMES, "seed": MATCH_SEED, "matches": played}


def draw_matches(axes: Axes, kept: dict[str, Any]) -> None:
    """Score against simulations, with 95 per cent intervals."""
    for agent, colour in zip(AGENTS, (FIRST, SECOND), strict=True):
        matches = [one for one in kept["matches"] if one["agent"] == agent]
        budgets = [one["simulations"] for one in matches]
        axes.fill_between(budgets, [one["interval"][0] for one in matches], [one["interval"][1] for one in matches],
                          color=colour, alpha=0.2, linewidth=0)
        axes.plot(budgets, [one["score"] for one in matches], "o-", color=colour, markersize=4, linewidth=1.8)
        axes.annotate(agent, (matches[2]["simulations"], matches[2]["score"]), xytext=(-8, 8), ha="right",
                      textcoords="offset points", color=colour, fontsize=11, fontweight="bold")
    axes.axhline(0.5, color=FAINT, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.set_xscale("log")
    axes.set_xticks(BUDGETS, [f"{budget:,}" for budget in BUDGETS], fontsize=8)
    axes.minorticks_off()
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.set_ylim(0, 1)
    axes.tick_params(labelsize=8, colors=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(FAINT)
    axes.set_xlabel("simulations a move", fontsize=9, color=INK)


def entitle(figure: Figure, x: float, title: str, said: str) -> None:
    figure.text(x, 0.955, title, fontsize=11, color=INK, va="center")
    figure.text(x, 0.905, said, fontsize=9, color=FAINT, va="center")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", action="store_true", help="play the matches again")
    if parser.parse_args().play or not MATCHES.exists():
        MATCHES.write_text(json.dumps(play_matches(), indent=1) + "\n")
    figure = plt.figure(figsize=(12.4, 4.7), facecolor="white")
    board, tree = figure.add_axes((0.005, 0.23, 0.115, 0.42)), figure.add_axes((0.125, 0.01, 0.50, 0.86))
    for axes in (board, tree):
        axes.axis("off")
    board.set_aspect("equal")
    draw_search(board, tree)
    kept = json.loads(MATCHES.read_text())
    draw_matches(figure.add_axes((0.68, 0.13, 0.305, 0.72)), kept)
    entitle(figure, 0.012, f"Connect Four: a tree of {SIMULATIONS:,} simulations",
            "a branch is as thick as it was visited often, its colour says who is ahead")
    entitle(figure, 0.655, f"Hex 7 × 7: score against {kept['opponent']}",
            f"{kept['games']} games for each point, with 95% intervals")
    figure.savefig(ASSETS / "picture.png", dpi=130, metadata={"Software": None})


if __name__ == "__main__":
    main()
