"""What a search has found so far, on standard error while it thinks, where that is a terminal."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn

from treewright.agents.agent import Agent
from treewright.agents.report import children
from treewright.agents.search import Search
from treewright.cli.screen import errors
from treewright.core.record import view
from treewright.core.tree import USED

EVERY_SECONDS = 0.1


@contextmanager
def thinking_aloud(agent: Agent) -> Iterator[None]:
    """Inside, the agent's search shows how far it is and what it likes best."""
    if not errors.is_terminal:
        yield
    elif not isinstance(agent, Search):
        with errors.status(f"{agent} is thinking ..."):
            yield
    else:
        note = TextColumn("{task.fields[note]}", markup=False)
        with Progress(BarColumn(bar_width=16), note, console=errors, transient=True) as bar:
            agent.watch = _shower(agent, bar)
            try:
                yield
            finally:
                agent.watch = None


def _shower(agent: Search, bar: Progress) -> Callable[[int, float], None]:
    task, shown = bar.add_task("", total=1.0, note=""), [0.0]

    def show(simulations: int, seconds: float) -> None:
        now = time.monotonic()
        if now - shown[0] < EVERY_SECONDS:
            return
        shown[0] = now
        share = share_spent(agent, simulations, seconds)
        left = seconds * (1 - share) / max(share, 1e-9)
        note = f"{simulations:,} simulations  {left:.1f} s left  {best_so_far(agent)}"
        bar.update(task, completed=share, note=note)

    return show


def share_spent(agent: Search, simulations: int, seconds: float) -> float:
    """How much of the budget is spent, by the limit that is nearest."""
    budget = agent.budget
    nodes = sum(int(worker.tree.pool[USED]) for worker in agent.workers)
    limits = ((simulations, budget.simulations), (seconds, budget.seconds), (nodes, budget.nodes))
    return min(1.0, max(spent / limit for spent, limit in limits if limit))


def best_so_far(agent: Search) -> str:
    """The most visited root action, by a glance at the trees that needs no compiled code."""
    visits: dict[int, int] = {}
    for worker in agent.workers:
        for node in children(worker.tree):
            visits[int(node["action"])] = visits.get(int(node["action"]), 0) + int(node["visits"])
    if not any(visits.values()):
        return ""
    best = max(visits, key=visits.__getitem__)
    text = agent.game.describe(view(agent.observation), best)
    return f"best so far {text} ({100 * visits[best] / sum(visits.values()):.0f}%)"
