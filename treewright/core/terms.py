"""The terms of a search: what it is going to be like, for those parts whose formulas ask for it."""

import dataclasses

from treewright.core.scale import Scale


@dataclasses.dataclass(frozen=True)
class Terms:
    """Every search of an agent is on the same terms."""

    simulations: int | None
    """How many simulations a search has; None where time or memory ends it."""
    scale: Scale
    """What a selection rule sees of a score."""
