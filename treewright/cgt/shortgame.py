"""Games {L|R}: their sums, their order, their incentives (Kao, Wu, Yen & Shan, "Incentive Learning in Monte Carlo Tree
Search", 2013, equations 1 to 9; Conway, "On Numbers and Games").

    G = {G^L | G^R}                                                  (1)
    0 = { | }                                                        (2)
    -G = {-G^R | -G^L}                                               (3)
    G + H = {G^L + H, G + H^L | G^R + H, G + H^R}                    (4)
    G >= H  if  G - H >= 0                                           (5)
    G >= 0  if  no x in G^R has x <= 0                               (6)
    G == H  if  G >= H and H >= G                                    (7)
    left incentives  G^L - G, right incentives  G - G^R              (8, 9)

A game is a tree whose ends are numbers. There is one object for one tree: `G is H` asks whether two games are the same
tree, which costs nothing, and `G == H` whether they are worth the same, equation 7. So {0|2} == 1, but is not 1.

What is found out about a game is kept with it, under the numbers that games get as they are made: no hash of a tree is
ever taken, so none can collide.
"""

import functools
import itertools
import math
import threading
import weakref
from collections.abc import Callable, Iterable
from fractions import Fraction
from numbers import Rational
from typing import Any, TypeVar

from treewright.cgt import numbers
from treewright.cgt.thermograph import Thermograph
from treewright.core.errors import Refused

Exact = int | Rational
Settled = tuple[Fraction | None, Fraction, Fraction]
"""The number that a game equals, or None, and the stops of Left and of Right."""

DEEPEST = 200
"""The most moves that a game may last: its order is found by recursion."""
SHOWN_LEAVES = 64
"""A game with more leaves is written with its upper branches only."""
SHOWN_DEPTH = 3

_made: "weakref.WeakValueDictionary[object, ShortGame]" = weakref.WeakValueDictionary()
_making = threading.RLock()
_serial = itertools.count()


Worth = TypeVar("Worth")


def _with_a_game(operator: Callable[[Any, Any], Worth]) -> Callable[[Any, Any], Worth]:
    """An operator that takes a number for a game, and leaves anything else to the other side."""
    @functools.wraps(operator)
    def applied(self: "ShortGame", other: Any) -> Any:
        if not isinstance(other, ShortGame):
            if not isinstance(other, Rational):
                return NotImplemented
            other = number(other)
        return operator(self, other)

    return applied


class ShortGame:
    """A game that ends after so many moves whoever moves: a number, or options of Left and of Right, which are sets.

    `ShortGame([5], [-3])` is {5|-3}. Games take the signs + - >= <= > < == and `3 * G`, with games and with numbers.
    Not all games are in order: G <| H, "less than or confused with", is `not G >= H`, and `G.confused(H)` is neither.
    """

    __slots__ = ("__weakref__", "_at_least", "_canonical", "_left", "_negative", "_right", "_settled",
                 "_shifts", "_sums", "_thermograph", "depth", "leaf", "leaves", "serial")

    leaf: Any                   # a fraction or None
    """The number that this game is; None if it has branches."""
    depth: int
    """How many moves there are at most on the way to a leaf."""
    leaves: int
    """How many ends the tree has, counted with their repetitions."""
    serial: int
    """How many games were made before it."""
    _left: Any                  # a tuple of games; None in a number until it is asked for
    _right: Any
    _negative: "ShortGame | None"
    _sums: "dict[int, ShortGame]"
    _shifts: "dict[Fraction, ShortGame]"
    _at_least: dict[int, bool]
    _settled: Any
    _thermograph: Thermograph | None
    _canonical: "ShortGame | None"

    def __new__(cls, left: "Iterable[ShortGame | Exact]" = (),
                right: "Iterable[ShortGame | Exact]" = ()) -> "ShortGame":
        """Equation 1. The options of a number make that number: `ShortGame()` is 0, `ShortGame([0], [1])` is 1/2."""
        lefts, rights = _once(left), _once(right)
        value = _number_with(lefts, rights)
        if value is not None:
            return number(value)
        key = frozenset(g.serial for g in lefts), frozenset(g.serial for g in rights)
        return _one(key, None, lefts, rights)

    @property
    def left(self) -> "tuple[ShortGame, ...]":
        """Where Left can move to. A number has options, too, when it is asked for them."""
        if self._left is None:
            self._unfold()
        return self._left

    @property
    def right(self) -> "tuple[ShortGame, ...]":
        """Where Right can move to."""
        if self._right is None:
            self._unfold()
        return self._right

    def _unfold(self) -> None:
        left, right = numbers.options(self.leaf)
        self._left, self._right = tuple(map(number, left)), tuple(map(number, right))

    # ------------------------------------------------------------ the group

    def __neg__(self) -> "ShortGame":
        """Equation 3."""
        if self._negative is None:
            if self.leaf is not None:
                self._negative = number(-self.leaf)
            else:
                self._negative = ShortGame([-x for x in self.right], [-x for x in self.left])
        return self._negative

    @_with_a_game
    def __add__(self, other: "ShortGame") -> "ShortGame":
        """Equation 4, without moves in numbers: numbers are added in the usual way, and a number is added to all ends
        of a game that does not equal one (Conway's translation theorem)."""
        if self.leaf is not None:
            return other._translated(self.leaf)
        if other.leaf is not None:
            return self._translated(other.leaf)
        _refuse_longer(self.depth + other.depth)
        one, two = (self, other) if self.serial <= other.serial else (other, self)
        if two.serial not in one._sums:
            one._sums[two.serial] = ShortGame([*(x + two for x in one.left), *(one + x for x in two.left)],
                                              [*(x + two for x in one.right), *(one + x for x in two.right)])
        return one._sums[two.serial]

    def _translated(self, by: Fraction) -> "ShortGame":
        if by == 0:
            return self
        if self.number is not None:
            return number(self.number + by)
        if by not in self._shifts:
            self._shifts[by] = ShortGame([x._translated(by) for x in self.left],
                                         [x._translated(by) for x in self.right])
        return self._shifts[by]

    __radd__ = __add__

    @_with_a_game
    def __sub__(self, other: "ShortGame") -> "ShortGame":
        return self + -other

    @_with_a_game
    def __rsub__(self, other: "ShortGame") -> "ShortGame":
        return other + -self

    def __rmul__(self, copies: int) -> "ShortGame":
        """So many copies of the game."""
        if not isinstance(copies, int):
            return NotImplemented
        one = self if copies >= 0 else -self
        return sum([one] * (abs(copies) - 1), one) if copies else number(0)

    # ------------------------------------------------------------ the order

    @_with_a_game
    def __ge__(self, other: "ShortGame") -> bool:
        """Equations 5 and 6."""
        return at_least(self, other)

    @_with_a_game
    def __le__(self, other: "ShortGame") -> bool:
        return at_least(other, self)

    @_with_a_game
    def __gt__(self, other: "ShortGame") -> bool:
        return at_least(self, other) and not at_least(other, self)

    @_with_a_game
    def __lt__(self, other: "ShortGame") -> bool:
        return at_least(other, self) and not at_least(self, other)

    @_with_a_game
    def __eq__(self, other: "ShortGame") -> bool:
        """Equation 7."""
        return at_least(self, other) and at_least(other, self)

    def __hash__(self) -> int:
        """Equal games have equal thermographs, so this fits `==`; a number has the hash of the number."""
        return hash(self.mean if self.number is not None else (self.mean, self.temperature))

    def confused(self, other: "ShortGame | Exact") -> bool:
        """Neither at least as large nor at most as large: whoever moves first in the difference wins."""
        return not self >= other and not self <= other

    # ------------------------------------------------------------ what it is worth

    @property
    def number(self) -> Fraction | None:
        """The number that this game equals, if there is one."""
        return _settled(self)[0]

    @property
    def left_stop(self) -> Fraction:
        """The number that play ends with if Left begins and both play well."""
        return _settled(self)[1]

    @property
    def right_stop(self) -> Fraction:
        """The number that play ends with if Right begins and both play well."""
        return _settled(self)[2]

    @property
    def left_incentives(self) -> "tuple[ShortGame, ...]":
        """What each move of Left gains him, as a game: equation 8."""
        return tuple(x - self for x in self.left)

    @property
    def right_incentives(self) -> "tuple[ShortGame, ...]":
        """What each move of Right gains him: equation 9."""
        return tuple(self - x for x in self.right)

    @property
    def thermograph(self) -> Thermograph:
        """Both walls and the mast."""
        if self._thermograph is None and self.number is not None:
            self._thermograph = Thermograph.of_number(self.number)
        elif self._thermograph is None:
            for x in (*self.left, *self.right):
                _ = x.thermograph
            self._thermograph = Thermograph.over([x.thermograph for x in self.left],
                                                 [x.thermograph for x in self.right])
        return self._thermograph

    @property
    def mean(self) -> Fraction:
        """What a copy is worth among many."""
        return self.thermograph.mean

    @property
    def temperature(self) -> Fraction:
        """What a move is worth, roughly."""
        return self.thermograph.temperature

    @property
    def canonical(self) -> "ShortGame":
        """The simplest tree among all that are equal to this one: without options that are dominated or reversible.
        Games are equal if and only if their canonical forms are the same."""
        if self._canonical is None and self.number is not None:
            self._canonical = number(self.number)
        elif self._canonical is None:
            for x in (*self.left, *self.right):
                _ = x.canonical
            self._canonical = _simplified(self)
        return self._canonical

    # ------------------------------------------------------------ as text

    def __repr__(self) -> str:
        """`{5|-3}`, as it can be read again; branches of a large game are left out: `...`."""
        return _written(self, DEEPEST if self.leaves <= SHOWN_LEAVES else SHOWN_DEPTH)

    def __reduce__(self) -> Any:
        """A copy is the same object, one from a file the same tree."""
        return (number, (self.leaf,)) if self.leaf is not None else (ShortGame, (self.left, self.right))


def number(value: Exact) -> ShortGame:
    """A whole number, or a fraction with a power of two below, as a game."""
    exact = numbers.dyadic(value)
    return _one(exact, exact, None, None)


def at_least(g: ShortGame, h: ShortGame) -> bool:
    """Is g >= h? The options of Right in g - h are all g^R - h and g - h^L; by (5) and (6), none may be <= 0."""
    if g is h:
        return True
    if g.leaf is not None and h.leaf is not None:
        return g.leaf >= h.leaf
    known = g._at_least.get(h.serial)
    if known is None:
        known = True
        for x in g.right:
            if at_least(h, x):
                known = False
                break
        if known:
            for x in h.left:
                if at_least(x, g):
                    known = False
                    break
        g._at_least[h.serial] = known
    return known


def _one(key: object, leaf: Fraction | None, left: tuple[ShortGame, ...] | None,
         right: tuple[ShortGame, ...] | None) -> ShortGame:
    """The one game with this key; it is made if there is none yet."""
    with _making:
        game = _made.get(key)
        if game is None:
            below = [*(left or ()), *(right or ())]
            game = object.__new__(ShortGame)
            game.depth = numbers.exponent(leaf) if leaf is not None else 1 + max(x.depth for x in below)
            _refuse_longer(game.depth)
            game.leaf, game._left, game._right = leaf, left, right
            game.leaves = 1 if leaf is not None else sum(x.leaves for x in below)
            game.serial = next(_serial)
            game._at_least, game._sums, game._shifts = {}, {}, {}
            game._settled = (leaf, leaf, leaf) if leaf is not None else None
            game._negative = game._thermograph = game._canonical = None
            _made[key] = game
    return game


def _refuse_longer(depth: int) -> None:
    if depth > DEEPEST:
        raise Refused(f"a game may last {DEEPEST} moves, not {depth}")


def _once(options: Iterable[ShortGame | Exact]) -> tuple[ShortGame, ...]:
    """Options as games, each once."""
    games: dict[int, ShortGame] = {}
    for x in options:
        if not isinstance(x, ShortGame | Rational):
            raise Refused("the options of a game are games or exact numbers")
        game = x if isinstance(x, ShortGame) else number(x)
        games[game.serial] = game
    return tuple(games.values())


def _number_with(left: tuple[ShortGame, ...], right: tuple[ShortGame, ...]) -> Fraction | None:
    """The number that has just these options."""
    if len(left) > 1 or len(right) > 1 or any(x.leaf is None for x in (*left, *right)):
        return None
    below, above = [x.leaf for x in left], [x.leaf for x in right]
    value = numbers.simplest(*_interval(below, above), False, False)
    return value if value is not None and numbers.options(value) == (tuple(below), tuple(above)) else None


def _interval(left: list[Fraction], right: list[Fraction]) -> tuple[Any, Any]:
    """The largest of Left's and the least of Right's, endless where there is none."""
    return max(left, default=-math.inf), min(right, default=math.inf)


def _settled(g: ShortGame) -> Settled:
    """What a game ends with. Its options are settled before it, one frame a level, here as elsewhere: Python's stack is
    short."""
    if g._settled is None:
        for x in (*g.left, *g.right):
            _settled(x)
        low, high = _interval([x.right_stop for x in g.left], [x.left_stop for x in g.right])
        value = _number_equal_to(g, low, high)
        g._settled = (None, low, high) if value is None else (value, value, value)
    return g._settled


def _number_equal_to(g: ShortGame, low: Any, high: Any) -> Fraction | None:
    """The simplest number x with all G^L <| x <| all G^R (Conway's simplicity theorem). A number beyond the stop of an
    option has this property, one before it does not, and the stop itself is compared."""
    if low > high:
        return None
    low_belongs = not any(x.right_stop == low and at_least(x, number(low)) for x in g.left)
    high_belongs = not any(x.left_stop == high and at_least(number(high), x) for x in g.right)
    return numbers.simplest(low, high, low_belongs, high_belongs)


def _simplified(g: ShortGame) -> ShortGame:
    """Reversible options are replaced by what they lead to, dominated ones left out."""
    left = _bypassed(g, [x.canonical for x in g.left], 1)
    right = _bypassed(g, [x.canonical for x in g.right], -1)
    return ShortGame([x for x in left if not any(y is not x and at_least(y, x) for y in left)],
                     [x for x in right if not any(y is not x and at_least(x, y) for y in right)])


def _bypassed(g: ShortGame, options: list[ShortGame], side: int) -> list[ShortGame]:
    """If a move of Left (side 1) can be answered so that Right is no worse off than before, Left may as well move on
    from there at once; and likewise for Right (side -1)."""
    kept: dict[int, ShortGame] = {}
    waiting = list(options)
    while waiting:
        x = waiting.pop()
        answers = [y for y in (x.right if side == 1 else x.left) if (at_least(g, y) if side == 1 else at_least(y, g))]
        if answers:
            waiting += answers[0].left if side == 1 else answers[0].right
        else:
            kept[x.serial] = x
    return list(kept.values())


def _written(g: ShortGame, depth: int) -> str:
    """Numbers first, then by the text, so that a tree is always written the same way."""
    if g.leaf is not None:
        return str(g.leaf)
    if depth == 0:
        return "..."
    sides = []
    for options in (g.left, g.right):
        texts = {((x.leaf is None, x.leaf or 0), _written(x, depth - 1)) for x in options}
        sides.append(",".join(text for _, text in sorted(texts)))
    return f"{{{sides[0]}|{sides[1]}}}"
