"""Games as text: `{5|-3}`, `{{13|3}|{{1|-9}|-13}}`, `{0,1/2|}`, and heaps like `B5 R2 B3`.

A game is a number, or Left's options and Right's between braces: separated by commas, a bar between the two sides.
"""

import re
from fractions import Fraction

from treewright.cgt.heap import Heap
from treewright.cgt.shortgame import DEEPEST, ShortGame, number
from treewright.cgt.thermograph import Thermograph
from treewright.core.errors import Refused

TOKEN = re.compile(r"""\s*(?: (?P<sign>[{|},])
                     |   (?: (?P<number>[+-]?[0-9]+(?:/[0-9]+|\.[0-9]+)?) | (?P<other>\S+?) ) (?=[{|},\s]|$) )""", re.X)
MOST_DIGITS = 12


def thermograph(of: "str | ShortGame | Heap") -> Thermograph:
    """The thermograph of a game, of a heap, or of either as text: `thermograph("B5 R2 B3")`."""
    known = read(of) if isinstance(of, str) else of
    return known.thermograph() if isinstance(known, Heap) else known.thermograph


def read(text: str) -> ShortGame | Heap:
    """A game, if the text begins with a brace or a number, or else a heap."""
    return short_game(text) if re.match(r"\s*[{}|,+\-0-9]", text) else heap(text)


def heap(text: str) -> Heap:
    """`B5 R2 B3`: counters from bottom to top."""
    from treewright.games.heap_go import read_heaps

    heaps = read_heaps(text)
    if len(heaps) > 1:
        raise Refused(f"a thermograph is of one heap, and this text has {len(heaps)}: give one of them")
    return Heap(heaps[0])


def short_game(text: str) -> ShortGame:
    """`{5|-3}`, or a number."""
    return _Reader(text).game()


class _Reader:
    """Reads a game from left to right. `open` has, for each brace that was opened, the options before its bar, once it
    had one, and those since the brace or the bar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[tuple[list[ShortGame] | None, list[ShortGame]]] = []
        self.before = "{"

    def game(self) -> ShortGame:
        done: ShortGame | None = None
        for token in TOKEN.finditer(self.text.strip()):
            if done is not None:
                raise self._wrong(f"{token[0].strip()!r} follows a game that is complete")
            done = self._taken(token)
        if done is None:
            raise self._wrong("a closing brace is missing" if self.open else "there is nothing")
        return done

    def _taken(self, token: re.Match[str]) -> ShortGame | None:
        """The whole game, if this token completes it."""
        if token["other"]:
            raise self._wrong(f"{token['other']!r} is no number")
        mark = "number" if token["number"] else token["sign"]
        self._refuse_after(mark, token[0].strip())
        self.before = mark
        match mark:
            case "number":
                return self._option(self._number(token["number"]))
            case "{":
                if len(self.open) == DEEPEST:
                    raise Refused(f"a game may last {DEEPEST} moves, and this one has more braces in each other")
                self.open.append((None, []))
            case "|":
                self.open[-1] = (self.open[-1][1], [])
            case "}":
                left, right = self.open.pop()
                return self._option(ShortGame(left or (), right))
        return None

    def _refuse_after(self, mark: str, text: str) -> None:
        """A game or a brace needs a brace, a bar or a comma before it; a comma needs a game."""
        begins, ended = mark in ("number", "{"), self.before in ("number", "}")
        if (begins and ended) or (mark == "," and not ended) or (mark in "|}" and self.before == ","):
            raise self._wrong(f"{text!r} cannot follow {'a game' if ended else repr(self.before)}")
        if not begins and not self.open:
            raise self._wrong(f"{text!r} stands outside of braces")
        if mark == "|" and self.open[-1][0] is not None:
            raise self._wrong("there are two bars between the same braces")
        if mark == "}" and self.open[-1][0] is None:
            raise self._wrong("there is no bar between two braces")

    def _option(self, game: ShortGame) -> ShortGame | None:
        """A game is an option of the innermost open brace, or all there is."""
        if not self.open:
            return game
        self.open[-1][1].append(game)
        return None

    def _number(self, text: str) -> ShortGame:
        if sum(map(str.isdigit, text)) > MOST_DIGITS:
            raise Refused(f"a number may have {MOST_DIGITS} digits, not {sum(map(str.isdigit, text))}")
        if re.search("/0+$", text):
            raise Refused(f"{text} divides by 0")
        return number(Fraction(text))

    def _wrong(self, what: str) -> Refused:
        shown = self.text.strip() if len(self.text.strip()) <= 60 else f"{self.text.strip()[:57]}..."
        return Refused(f"{shown!r} is no game, since {what}; write one like {{5|-3}} or {{{{3|1}}|-2}}")
