"""The value scale: what a selection rule sees of a score. A constant without its scale means nothing.

The papers differ: 0..1, -1..1, tens of points. `sign` maps a game's declared range of scores to -1..1, `unit` to 0..1,
`raw` leaves it alone; c = 1.4 on `sign` explores as 0.7 does on `unit`.
"""

import dataclasses

from treewright.core.errors import Refused

SCALES = ("sign", "unit", "raw")


@dataclasses.dataclass(frozen=True)
class Scale:
    """reward = (score - shift) * factor; `loss` is the least reward, `width` the distance to the largest."""

    name: str
    shift: float
    factor: float
    loss: float
    width: float
    low: float
    high: float

    def reward(self, score: float) -> float:
        return (score - self.shift) * self.factor

    def __str__(self) -> str:
        return f"{self.name} ({self.loss:g}..{self.loss + self.width:g} from scores {self.low:g}..{self.high:g})"


def scale_for(name: str, score_range: tuple[float, float]) -> Scale:
    """The scale of that name for a game's range of scores."""
    low, high = map(float, score_range)
    if not low < high:
        raise Refused(f"a game's score_range must be (least, largest), not ({low:g}, {high:g})")
    if name == "sign":
        return Scale(name, (low + high) / 2, 2 / (high - low), -1.0, 2.0, low, high)
    if name == "unit":
        return Scale(name, low, 1 / (high - low), 0.0, 1.0, low, high)
    if name == "raw":
        return Scale(name, 0.0, 1.0, low, high - low, low, high)
    raise Refused(f"scale must be one of {', '.join(SCALES)}, not {name!r}")
