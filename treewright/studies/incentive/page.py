"""The page below its head: the paper's tables and figures beside ours, and what goes beyond them."""

import dataclasses
import math

from treewright.arena.report.blocks import Block, Heading, Paragraph, Table
from treewright.studies.incentive import tables
from treewright.studies.incentive.pictures import pictures
from treewright.studies.incentive.plan import FIXED, FRESH, THOUGHT
from treewright.studies.incentive.readings import BASES, BEST, PLAIN, READINGS, Reading
from treewright.studies.records import Records


def page(records: Records) -> list[Block]:
    """Everything, from the records alone."""
    figures = pictures(records)
    parts = (_table_one(records), _readings(records), _ceiling(records), _curves(figures), _matches(figures),
             _feasibility(records, figures), _rivals(records), _perfect(figures), _loss(records), _divided(records))
    return [block for part in parts for block in part]


def _table_one(records: Records) -> list[Block]:
    blocks: list[Block] = [
        Heading("Table I", 2),
        Paragraph("The match rate is the per cent of pairs of actions on different heaps that L* and the temperatures "
                  "order alike. Pairs of equal temperature do not count, of which the paper says nothing. Where L* "
                  "stood after three numbers of simulations was noted in one search; games are drawn as in the paper: "
                  "weights 1 to 10, either colour. Standard errors are those of the difference: the paper's means are "
                  "of 100 games, and the spread between games is taken from ours. A cell agrees if it is within "
                  f"{tables.AGREES:g} of them."),
    ]
    for name, reading in (("The reading nearest to the paper", BEST), ("The plain reading of the text", PLAIN)):
        apart, agree, cells = tables.nearness(records, reading, fresh=True)
        blocks += [Heading(f"{name}: {reading}", 3), Paragraph(_words(reading)),
                   tables.table_one_beside(records, reading),
                   Paragraph(f"Root mean square distance from the paper: {tables.number(apart)} points over {cells} "
                             f"cells; {agree} of {cells} agree. Seeds from {FRESH:,} on, which played no part in "
                             f"choosing a reading. After {FIXED:,} simulations in every size:"),
                   tables.fixed(records, reading)]
    return blocks


def _words(reading: Reading) -> str:
    """A reading in full."""
    return ", ".join(f"{field.name} = {getattr(reading, field.name)}" for field in dataclasses.fields(reading)) + "."


def _readings(records: Records) -> list[Block]:
    best = tables.best_reading(records)
    chosen = ("No reading is measured whole yet." if best is None else f"The nearest is `{best}`." if best == BEST else
              f"The nearest is `{best}`, and not `{BEST}`, which was the nearest when the fresh games were measured.")
    return [
        Heading("Every reading", 2),
        Paragraph(f"The paper leaves open what these {len(READINGS)} readings answer, one answer at a time changed "
                  f"from two bases: `{BASES['tree']}`, in which a node of a tree is a way to a position and a "
                  f"simulation adds one, and `{BASES['table']}`, in which a simulation keeps every position that it "
                  f"comes through. Distance is the root mean square over the 15 cells of Table I; the columns are "
                  f"means over the five sizes. {chosen} None of them looks at temperatures or at the paper's numbers."),
        tables.all_readings(records),
        *(block for power in tables.POWERS for block in (
            Heading(f"After {tables.POWER_NAMES[power]} simulations", 3), tables.readings_in_full(records, power))),
    ]


def _ceiling(records: Records) -> list[Block]:
    return [
        Heading("The ceiling", 2),
        Paragraph("With exact values of all positions, the exact D and the order of least cost under it, proven to be "
                  "so: this is what incentive learning could learn at best. Temperatures are a rough measure of a "
                  "move, as the paper says, and so the match rate ends below 100%."),
        tables.ceilings(records),
    ]


def _curves(figures: dict[str, Block]) -> list[Block]:
    return [
        Heading("Figures 4 and 5", 2),
        *_drawn(figures, "figure-4", "figure-5"),
        Paragraph("RAVE's order is learnt from the same simulations as L*. Whose plays it counts is not said in the "
                  "paper: those of the player who moves first, each player's own with his outcome, or everybody's with "
                  "the first player's outcome."),
    ] if "figure-4" in figures or "figure-5" in figures else []


def _matches(figures: dict[str, Block]) -> list[Block]:
    return [Heading("Figure 6", 2), *_drawn(figures, "figure-6"),
            Paragraph("Both play UCT with the same number of simulations a move; one plays out by L*, which it keeps "
                      "from move to move, the other at random.")] if "figure-6" in figures else []


def _feasibility(records: Records, figures: dict[str, Block]) -> list[Block]:
    return [
        Heading("The feasibility test", 2),
        Paragraph("The paper proposes to look whether the match rate between L* and the order of MCTS's root actions "
                  "rises with more simulations. Beside it stands what MAXI does to the win rate against RAND at the "
                  "same number of simulations: whether the test predicts it can be seen."),
        tables.tested(records), *_drawn(figures, "feasibility"),
    ] if "feasibility" in figures else []


def _rivals(records: Records) -> list[Block]:
    equal, timed = (tables.rivals(records, kind) for kind in ("simulations", "time"))
    return [
        *_section("MAXI and its rivals, with equal simulations", equal,
                  "All are UCT with c = 1 on the scale -1..1; only the playout policy differs. A score of 0.5 is even; "
                  "in Heap-Go the setup mostly decides who wins, so the points tell more."),
        *_section("MAXI and its rivals, with equal time", timed,
                  f"MAXI makes {THOUGHT:,} simulations a move, the rival as many as take the same time at the start of "
                  "the game, calibrated beforehand (`python -m treewright.studies.incentive.calibration`). The time "
                  "that both really took is beside it."),
    ]


def _section(title: str, table: Table, words: str) -> list[Block]:
    return [Heading(title, 2), Paragraph(words), table] if len(table.lines) > 1 else []


def _perfect(figures: dict[str, Block]) -> list[Block]:
    return [Heading("Against perfect play", 2), *_drawn(figures, "perfect"),
            Paragraph("Two perfect players share the points of a pair of games evenly, so what is missing is lost.")
            ] if "perfect" in figures else []


def _loss(records: Records) -> list[Block]:
    return _section("What keeping L* step by step loses", tables.losses(records),
                    "The ordering cost (equation 23) of L* as the rule L_A, L_B, L_C leaves it, of an order sorted "
                    "from scratch by moving single actions, and of the order of least cost, as a share of the sum of "
                    "all differences; means over games. In so many games the least is proven to be so.")


def _divided(records: Records) -> list[Block]:
    return _section("Divide and conquer", tables.divisions(records),
                    "Section VI: orders learnt in random halves of the heaps, in as many runs as it takes to decide "
                    "every pair, and merged; beside one search of all heaps with as many simulations in all. Reading "
                    f"`{dataclasses.replace(BEST, start='met')}`.")


def _drawn(figures: dict[str, Block], *names: str) -> list[Block]:
    return [figures[name] for name in names if name in figures]


def told_so_far(records: Records) -> str:
    """While it runs: how near the best reading is."""
    best = tables.best_reading(records)
    if best is None:
        return ""
    apart = tables.nearness(records, best, fresh=False)[0]
    return "" if math.isnan(apart) else f"nearest to Table I so far: {best}, {apart:.2f} points"
