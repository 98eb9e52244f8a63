"""Measuring: rounds in which the contestants alternate, and the median ratio with its range."""

import dataclasses
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

TURN_SECONDS = 0.1


@dataclasses.dataclass(frozen=True)
class Line:
    """One line of the benchmark. `ratio` is ours over the peer's, the median of the rounds; `target` what it should
    reach."""

    section: str
    title: str
    ours: float | None
    peer: float | None
    unit: str
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    target: float | None = None
    note: str = ""

    @property
    def reached(self) -> bool | None:
        value = self.ratio if self.ratio is not None else self.ours
        if self.target is None or value is None:
            return None
        return value <= self.target if self.unit in ("s", "bytes") else value >= self.target

    def as_dict(self) -> dict[str, Any]:
        return {**dataclasses.asdict(self), "reached": self.reached}


def seconds(task: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    task()
    return time.perf_counter() - begun


def alternate(section: str, title: str, ours: Callable[[], float], peer: Callable[[], float], rounds: int,
              unit: str = "simulations/s", target: float | None = None, note: str = "") -> Line:
    """Rates of ours and of the peer, one after the other, `rounds` times."""
    pairs = [(steady(ours), steady(peer)) for _ in range(rounds)]
    ratios = [one / other for one, other in pairs]
    return Line(
        section,
        title,
        statistics.median(one for one, _ in pairs),
        statistics.median(other for _, other in pairs),
        unit,
        statistics.median(ratios),
        min(ratios),
        max(ratios),
        target,
        note,
    )


def breakdown(section: str, runs: Mapping[str, Callable[[], float]], whole: str,
              parts: Mapping[str, Callable[[Mapping[str, float]], float]], rounds: int) -> Iterator[Line]:
    """What each part of one of the runs takes, in nanoseconds for one of what they rate by the second, and its share.
    All runs alternate, `rounds` times; a part is worked out of the times of each round, so noise may make it less than
    nothing."""
    times = [{name: 1e9 / steady(run) for name, run in runs.items()} for _ in range(rounds)]
    for title, part in parts.items():
        shares = [part(one) / one[whole] for one in times]
        yield Line(section, title, statistics.median(map(part, times)), statistics.median(one[whole] for one in times),
                   "ns", statistics.median(shares), min(shares), max(shares))


def steady(rate: Callable[[], float]) -> float:
    """The median rate of as many runs as fit into a turn: a search of two milliseconds alone says little."""
    end, rates = time.perf_counter() + TURN_SECONDS, [rate()]
    while time.perf_counter() < end:
        rates.append(rate())
    return statistics.median(rates)


def median(values: Iterable[float]) -> float:
    return statistics.median(values)
