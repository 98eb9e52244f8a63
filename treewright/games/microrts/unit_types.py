"""The three tables of unit types: 1 "original", 2 "fine-tuned", 3 "non-deterministic", whose damage is drawn.

Facts of microRTS (Ontañón, "The combinatorial multi-armed bandit problem and its application to real-time strategy
games", 2013; the project Farama-Foundation/MicroRTS). What means nothing for a type has the value that microRTS gives
it, for illegal actions have a duration too.
"""

import dataclasses

NAMES = ("Resource", "Base", "Barracks", "Worker", "Light", "Heavy", "Ranged")
RESOURCE, BASE, BARRACKS, WORKER, LIGHT, HEAVY, RANGED = range(len(NAMES))
TABLES = (1, 2, 3)


@dataclasses.dataclass(frozen=True)
class UnitType:
    """One row. Times are in cycles; `produce` is the time to build a unit of this type; `low` to `high` is its damage.
    """

    name: str
    cost: int = 1
    hits: int = 1
    low: int = 1
    high: int = 1
    reach: int = 1
    produce: int = 10
    move: int = 10
    attack: int = 10
    harvest: int = 10
    sight: int = 0
    is_resource: bool = False
    is_stockpile: bool = False
    can_move: bool = False
    can_attack: bool = False
    can_harvest: bool = False
    makes: tuple[int, ...] = ()
    """What it can build, in the order in which its actions are listed."""


ORIGINAL = (
    UnitType("Resource", is_resource=True),
    UnitType("Base", cost=10, hits=10, produce=250, sight=5, is_stockpile=True, makes=(WORKER,)),
    UnitType("Barracks", cost=5, hits=4, produce=200, sight=3, makes=(LIGHT, HEAVY, RANGED)),
    UnitType("Worker", produce=50, attack=5, harvest=20, sight=3, can_move=True, can_attack=True, can_harvest=True,
             makes=(BASE, BARRACKS)),
    UnitType("Light", cost=2, hits=4, low=2, high=2, produce=80, move=8, attack=5, sight=2, can_move=True,
             can_attack=True),
    UnitType("Heavy", cost=2, hits=4, low=4, high=4, produce=120, move=12, attack=5, sight=2, can_move=True,
             can_attack=True),
    UnitType("Ranged", cost=2, reach=3, produce=100, attack=5, sight=3, can_move=True, can_attack=True),
)

TUNED = {"Base": {"produce": 200}, "Barracks": {"produce": 100}, "Heavy": {"move": 10, "hits": 8, "cost": 3}}
WILD = {**TUNED, "Base": {"produce": 10}, "Worker": {"low": 0, "high": 2}, "Light": {"low": 1, "high": 3},
        "Heavy": {**TUNED["Heavy"], "low": 0, "high": 6}, "Ranged": {"low": 1, "high": 2}}
"""What tables 2 and 3 change. That table 3 builds a base in 10 cycles is an oversight of the original, and kept."""


def table(version: int) -> tuple[UnitType, ...]:
    """The unit types of table 1, 2 or 3, by number."""
    changes: dict[str, dict[str, int]] = {1: {}, 2: TUNED, 3: WILD}[version]
    return tuple(dataclasses.replace(row, **changes.get(row.name, {})) for row in ORIGINAL)  # type: ignore[arg-type]
