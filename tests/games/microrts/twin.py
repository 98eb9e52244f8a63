"""microRTS a second time: slow, readable, with objects, lists and dictionaries, and nothing shared with the engine.

Written from the rules alone. Assignments are a dictionary, which keeps the order in which they came.
"""

from __future__ import annotations

import dataclasses

UP, RIGHT, DOWN, LEFT = STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
NONE, MOVE, HARVEST, RETURN, PRODUCE, ATTACK = range(6)


@dataclasses.dataclass(eq=False)
class Unit:
    """One unit; `kind` is a row of a table as `unit_types.json` has it."""

    number: int
    kind: dict
    owner: int
    x: int
    y: int
    hits: int
    load: int


@dataclasses.dataclass(frozen=True)
class Order:
    """What microRTS calls a unit action."""

    what: int
    parameter: int = -1
    x: int = 0
    y: int = 0
    made: str | None = None

    def same(self, other: Order) -> bool:
        if self.what != other.what:
            return False
        if self.what == ATTACK:
            return (self.x, self.y) == (other.x, other.y)
        return self.parameter == other.parameter and (self.what != PRODUCE or self.made == other.made)


@dataclasses.dataclass
class Task:
    """An assignment: an order, since when, and what it reserves."""

    order: Order
    since: int
    lasting: int
    cell: tuple[int, int] | None
    cost: int


class World:
    """A state, and the rules."""

    def __init__(self, table: list[dict], walls: list[str], stocks: list[int], units: list[list], by_turns: bool):
        self.types = {row["name"]: row for row in table}
        self.walls, self.stocks, self.time, self.by_turns, self.conflicts = walls, list(stocks), 0, by_turns, 0
        self.units = [Unit(number, self.types[kind], owner, x, y, hits, load)
                      for number, kind, owner, x, y, hits, load in units]
        self.tasks: dict[Unit, Task] = {}
        self.last_number = max(unit.number for unit in self.units)

    # ------------------------------------------------------------ what there is

    def at(self, x: int, y: int) -> Unit | None:
        return next((unit for unit in self.units if (unit.x, unit.y) == (x, y)), None)

    def enterable(self, x: int, y: int) -> bool:
        inside = 0 <= y < len(self.walls) and 0 <= x < len(self.walls[0])
        return inside and self.walls[y][x] == "0" and self.at(x, y) is None

    def idle(self, player: int) -> list[Unit]:
        return [unit for unit in self.units if unit.owner == player and unit not in self.tasks]

    def alive(self, player: int) -> bool:
        return any(unit.owner == player for unit in self.units)

    def over(self) -> bool:
        return not (self.alive(0) and self.alive(1))

    def legal(self, unit: Unit, wait: int = 10) -> list[Order]:
        around = [(d, unit.x + dx, unit.y + dy, self.at(unit.x + dx, unit.y + dy)) for d, (dx, dy) in enumerate(STEPS)]
        kind, found = unit.kind, []
        if kind["canAttack"]:
            near = [other for *_, other in around if other is not None]
            far = [other for other in self.units
                   if (other.x - unit.x)**2 + (other.y - unit.y)**2 <= kind["attackRange"]**2]
            found += [Order(ATTACK, x=other.x, y=other.y) for other in (near if kind["attackRange"] == 1 else far)
                      if other.owner == 1 - unit.owner]
        if kind["canHarvest"] and unit.load == 0:
            found += [Order(HARVEST, d) for d, _, _, other in around if other and other.kind["isResource"]]
        if kind["canHarvest"] and unit.load > 0:
            found += [Order(RETURN, d) for d, _, _, other in around
                      if other and other.kind["isStockpile"] and other.owner == unit.owner]
        for made in kind["produces"]:
            if self.stocks[unit.owner] >= self.types[made]["cost"]:
                found += [Order(PRODUCE, d, made=made) for d, x, y, _ in around if self.enterable(x, y)]
        if kind["canMove"]:
            found += [Order(MOVE, d) for d, x, y, _ in around if self.enterable(x, y)]
        return [*found, Order(NONE, wait)]

    def lasting(self, unit: Unit, order: Order) -> int:
        return {NONE: order.parameter, MOVE: unit.kind["moveTime"], RETURN: unit.kind["moveTime"],
                HARVEST: unit.kind["harvestTime"], ATTACK: unit.kind["attackTime"],
                PRODUCE: self.types[order.made]["produceTime"] if order.made else 0}[order.what]

    # ------------------------------------------------------------ issuing

    def obey(self, orders: list[tuple[Unit, Order]]) -> None:
        """The safe issue: first all orders are looked at, then they are issued."""
        checked = []
        for unit, order in orders:
            lasting = self.lasting(unit, order)
            legal = any(order.same(other) for other in self.legal(unit, lasting))
            checked.append((unit, order if legal else Order(NONE, lasting)))
        for unit, order in checked:
            self.issue(unit, order)

    def issue(self, unit: Unit, order: Order) -> None:
        new = self.task(unit, order)
        cell, cost = new.cell, new.cost
        for other, old in list(self.tasks.items()):
            theirs = old.cost if other.owner == unit.owner else 0
            if (cell is None or cell != old.cell) and not (cost > 0 and cost + theirs > self.stocks[unit.owner]):
                continue
            if old.since < self.time:
                new = Task(Order(NONE, -1), self.time, -1, None, 0)
                continue
            wait = min(old.lasting, new.lasting)
            both = Task(Order(NONE, wait), self.time, wait, None, 0)
            if not self.by_turns or self.conflicts % 2 == 1:
                self.tasks[other] = dataclasses.replace(both)
            if not self.by_turns or self.conflicts % 2 == 0:
                new = both
            self.conflicts += self.by_turns
        self.tasks[unit] = new

    def task(self, unit: Unit, order: Order) -> Task:
        cell = None
        if order.what in (MOVE, PRODUCE):
            dx, dy = STEPS[order.parameter]
            cell = unit.x + dx, unit.y + dy
        cost = self.types[order.made]["cost"] if order.what == PRODUCE else 0
        return Task(order, self.time, self.lasting(unit, order), cell, cost)

    # ------------------------------------------------------------ the cycle

    def cycle(self) -> bool:
        self.time += 1
        ready = [(unit, task) for unit, task in self.tasks.items() if task.since + task.lasting <= self.time]
        for unit, task in ready:
            self.tasks.pop(unit, None)
            self.happen(unit, task.order)
        return self.over()

    def happen(self, unit: Unit, order: Order) -> None:
        if order.what == NONE:
            return
        if order.what == ATTACK:
            hit = self.at(order.x, order.y)
            if hit is not None:
                hit.hits -= unit.kind["minDamage"]
                if hit.hits <= 0:
                    self.remove(hit)
            return
        dx, dy = STEPS[order.parameter]
        x, y = unit.x + dx, unit.y + dy
        there = self.at(x, y)
        if order.what == MOVE:
            unit.x, unit.y = x, y
        elif order.what == HARVEST and there and there.kind["isResource"] and unit.load == 0:
            unit.load, there.load = 1, there.load - 1
            if there.load <= 0:
                self.remove(there)
        elif order.what == RETURN and there and there.kind["isStockpile"] and unit.load > 0:
            self.stocks[unit.owner] += unit.load
            unit.load = 0
        elif order.what == PRODUCE:
            kind = self.types[order.made]
            self.last_number += 1
            if self.stocks[unit.owner] >= kind["cost"]:
                self.stocks[unit.owner] -= kind["cost"]
                self.units.append(Unit(self.last_number, kind, unit.owner, x, y, kind["hp"], 0))

    def remove(self, unit: Unit) -> None:
        self.units.remove(unit)
        self.tasks.pop(unit, None)

    # ------------------------------------------------------------ in the words of the recordings

    def units_told(self) -> list[list]:
        return [[unit.number, unit.kind["name"], unit.owner, unit.x, unit.y, unit.hits, unit.load]
                for unit in self.units]

    def tasks_told(self) -> list[list]:
        return [[unit.number, task.since, *told(task.order)] for unit, task in self.tasks.items()]


def told(order: Order) -> list:
    return [order.what, order.parameter, order.x, order.y, order.made]
