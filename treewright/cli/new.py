"""`treewright new mygame.py`: a small game that runs, to be changed into another."""

import keyword
import sys
from pathlib import Path
from typing import Annotated

import typer

SCAFFOLD = '''"""CLASS: the rules of Kayles, to be changed into yours.

`treewright check FILE` says what is wrong with them.
"""

import treewright as tw


class CLASS(tw.Game):
    """Knock down one skittle, or two that stand next to each other. Whoever knocks down the last one wins."""

    pins = 13                    # a constant of this game; those below are facts that every game declares
    players = 2
    actions = 2 * pins - 1       # actions are 0 .. 24: one skittle's number, or 13 + that of the left one of two
    widest = actions             # the most actions that can be legal at once
    longest = pins               # the most moves that a game can last
    score_range = (-1.0, 1.0)    # the least and the largest score of a finished game

    # One bit for each skittle that stands. (More than 31? Take "u8", and np.uint64(...) for all that it meets.)
    # to_move, over and score are part of every state. All fields begin as 0.
    state = tw.record(standing="i4", to_move="i1", over="i1", score=("f4", players))

    # The verbs are compiled: numbers and arrays, no text, and nothing is kept outside of the state `s`.

    def start(self, s, rng):
        s.standing = (1 << self.pins) - 1

    def legal(self, s, actions):
        """Write the legal actions into the list `actions`, and return how many there are."""
        n = 0
        for pin in range(self.pins):
            if s.standing >> pin & 1:
                actions[n] = pin
                n += 1
            if s.standing >> pin & 3 == 3:
                actions[n] = self.pins + pin
                n += 1
        return n

    def play(self, s, action):
        me = s.to_move
        s.standing ^= 1 << action if action < self.pins else 3 << action - self.pins
        s.to_move = 1 - me
        if s.standing == 0:
            s.over = 1
            s.score[me] = 1
            s.score[1 - me] = -1

    # Plain Python from here on: how a person writes an action, and what a state looks like.

    def describe(self, s, action):
        return f"{action + 1}" if action < self.pins else f"{action - self.pins + 1}-{action - self.pins + 2}"

    def show(self, s):
        return " ".join(str(pin + 1) if s.standing >> pin & 1 else "." for pin in range(self.pins))
'''

TAKEN = {"treewright", "numpy", "numba", "scipy"}
"""Names of packages that a game imports, and would hide."""


def new(
    file: Annotated[str, typer.Argument(help="The file to write, such as mygame.py; the game is named after it.")],
) -> int:
    """Write a small game that runs, with comments, to be changed into yours."""
    name = write_game(Path(file).expanduser())
    typed = f"'{file}'" if " " in file else file
    print(f"{file} holds the game {name}. Next:\n"
          f"    treewright check {typed}\n"
          f"    treewright play {typed} \"uct(seconds=1)\"\n"
          f"    treewright match \"uct(simulations=5000)\" \"uct(simulations=500)\" --game {typed} --games 200")
    return 0


def write_game(place: Path) -> str:
    """Write the scaffold to a new file; returns the name of the game's class."""
    name = class_name(place)
    try:
        with place.open("x", encoding="utf-8") as opened:
            opened.write(SCAFFOLD.replace("CLASS", name).replace("FILE", place.name))
    except FileExistsError:
        raise _refused(f"{place} is there already; nothing was written") from None
    except OSError as error:
        raise _refused(f"{place} cannot be written: {error.strerror}") from None
    return name


def class_name(place: Path) -> str:
    """MyGame for my_game.py; names that cannot be one are refused."""
    if place.suffix != ".py":
        raise _refused(f"the file must end in .py, such as {place.stem or 'mygame'}.py, not {place.name or place}")
    if keyword.iskeyword(place.stem):
        raise _refused(f"{place.stem} is a word of Python and cannot be the name of a game; choose another")
    if not place.stem.isidentifier():
        raise _refused(f"{place.stem!r} cannot be the name of a game: use letters, digits and _, such as my_game.py")
    if place.stem in TAKEN or place.stem in sys.stdlib_module_names:
        raise _refused(f"a file {place.name} would hide the module {place.stem} from everything beside it; choose "
                       f"another name")
    name = "".join(word[:1].upper() + word[1:] for word in place.stem.split("_"))
    if not name.isidentifier():
        raise _refused(f"{place.stem!r} makes no name for a class: begin with a letter, such as my_game.py")
    if not place.parent.is_dir():
        raise _refused(f"there is no folder {place.parent}")
    return name


def _refused(sentence: str) -> Exception:
    from treewright.core.errors import Refused
    return Refused(sentence)
