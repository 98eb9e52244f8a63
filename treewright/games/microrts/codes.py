"""What one unit can be told to do, as a number from 0 to 64 that means the same in every cell.

    0         wait
    1 .. 4    move up, right, down, left
    5 .. 8    harvest there
    9 .. 12   return what is carried there
    13 .. 36  produce a Base there, a Barracks, a Worker, a Light, a Heavy, a Ranged
    37 .. 64  attack one of the 28 cells within a distance of 3, the four neighbours first
"""

NONE, MOVE, HARVEST, RETURN, PRODUCE, ATTACK = range(6)
"""The six kinds of action, numbered as microRTS does."""
FIRST = (0, 1, 5, 9, 13, 37)
"""The first code of each kind."""
WAIT = 0
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Up, right, down, left."""
LONGEST_REACH = 3
AROUND = tuple(sorted(((x, y) for y in range(-LONGEST_REACH, LONGEST_REACH + 1)
                       for x in range(-LONGEST_REACH, LONGEST_REACH + 1)
                       if 0 < x * x + y * y <= LONGEST_REACH * LONGEST_REACH),
                      key=lambda step: (step not in STEPS, STEPS.index(step) if step in STEPS else 0)))
"""The cells within reach of a Ranged, as steps; the four neighbours first."""
CODES = FIRST[ATTACK] + len(AROUND)
KIND = tuple(max(kind for kind in range(6) if FIRST[kind] <= code) for code in range(CODES))
"""The kind of each code."""


def step_of(code: int) -> tuple[int, int]:
    """How far right and down the cell lies that an action aims at; (0, 0) for waiting."""
    if code == WAIT:
        return 0, 0
    return AROUND[code - FIRST[ATTACK]] if KIND[code] == ATTACK else STEPS[(code - 1) % 4]


def made_by(code: int) -> int:
    """The type of unit that an action produces."""
    return 1 + (code - FIRST[PRODUCE]) // 4
