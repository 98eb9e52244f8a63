"""`--estimate`: a minute of the real thing, and how long all of it will take."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from treewright.arena.run import Run


def say_estimate(run: "Run") -> None:
    """Measure, print, and be done."""
    from treewright.arena.estimate import SECONDS, estimate
    from treewright.cli.screen import console
    from treewright.cli.standing import Display, duration

    with Display(run, list, lambda: f"measuring for {SECONDS:.0f} s") as display:
        found = estimate(run, SECONDS, display)
    if not found.games_left:
        console.print("nothing is left to be played")
        return
    console.print(f"{found.games_left:,} games are left: about {amount(found.core_hours)} core-hours, "
                  f"{duration(3600 * found.core_hours / found.cores)} on {found.cores} "
                  f"{'core' if found.cores == 1 else 'cores'}", soft_wrap=True)
    if found.unseen:
        console.print(f"{found.unseen:,} pairings were not tried and are taken for average", soft_wrap=True)
    if run.played and run.store is not None:
        console.print(f"the {run.played:,} games of this estimate are kept and will not be played again",
                      soft_wrap=True)


def amount(hours: float) -> str:
    """Two digits are as much as an estimate is worth."""
    return f"{hours:.2g}" if hours < 100 else f"{hours:,.0f}"
