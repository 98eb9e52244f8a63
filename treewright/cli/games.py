"""`treewright games`: every game in a table, or one in full."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from treewright.core.game import Game

NAME_WIDTH, FACT_WIDTHS = 42, (7, 9, 9, 11)


SPECIAL = {"chance": "chance moves", "hidden": "something is hidden"}


def games(
    name: Annotated[str | None, typer.Argument(
        help="A game to show in full: hex, 'hex(5)' or mygame.py.")] = None,
    seed: Annotated[int, typer.Option(
        min=0, help="Of the beginning that is drawn, where a game begins at random.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print the facts as JSON.")] = False,
) -> int:
    """List the games, or show one with its rules, its notation and a drawing."""
    from treewright.agents import language
    from treewright.agents.registry import GAMES
    from treewright.cli.screen import print_json

    if name is not None:
        one = language.game(name)
        described = {**facts(one), **details(one, seed)}
        print_json(described) if json else print(in_full(described))
        return 0
    every = [facts(language.game(known)) for known in GAMES]
    print_json(every) if json else print(as_table(every))
    return 0


def facts(game: "Game") -> dict[str, Any]:
    """What a game declares."""
    from treewright.cli.catalogue import parameters, summary

    return {"name": game.name, "game": str(game), "summary": summary(type(game)),
            "parameters": {one.name: one.default for one in parameters(type(game))},
            "players": game.players, "actions": game.actions, "widest": game.widest, "longest": game.longest,
            "score_range": [float(score) for score in game.score_range], "zero_sum": game.zero_sum,
            "chance": game.chance, "hidden": game.hidden, "bytes": game.state.itemsize}


def details(game: "Game", seed: int) -> dict[str, Any]:
    """Rules, and how the game begins."""
    from treewright.cli.catalogue import docstrings, parameters
    from treewright.core.game import CHANCE
    from treewright.core.record import view

    s, module = view(game.new(seed)), type(game).__module__
    docs = {name: doc for name, doc in docstrings(type(game)) if name in (module, type(game).__name__)}
    return {"rules": [docs[name] for name in (module, type(game).__name__) if name in docs],
            "meanings": {one.name: one.meaning for one in parameters(type(game)) if one.meaning},
            "drawing": game.show(s), "random_beginning": game.new(0).tobytes() != game.new(1).tobytes(),
            "seed": seed, "to_move": "chance" if s.to_move == CHANCE else f"player {s.to_move + 1}",
            "moves": [game.describe(s, action) for action in game.choices(s)]}


def scores(described: dict[str, Any]) -> str:
    return "{:g}..{:g}".format(*described["score_range"])


def signature(described: dict[str, Any]) -> str:
    """`connect_four(columns=7, rows=6)`."""
    taken = ", ".join(name if default is None else f"{name}={default}"
                      for name, default in described["parameters"].items())
    return f"{described['name']}({taken})" if taken else described["name"]


def as_table(every: list[dict[str, Any]]) -> str:
    """A line of facts for each game, and its summary below."""
    import textwrap

    lines = [_line("game", "players", "actions", "longest", "scores")]
    for one in every:
        *above, last = textwrap.wrap(signature(one), NAME_WIDTH - 2, subsequent_indent="    ")
        lines += [*above, _line(last, one["players"], one["actions"], one["longest"], scores(one))]
        lines.append(textwrap.fill(one["summary"], 78, initial_indent="    ", subsequent_indent="    "))
    lines.append(as_line_of_openspiel())
    return "\n".join(lines)


def as_line_of_openspiel() -> str:
    """Games of another library are one name for many."""
    return ("openspiel(game)\n    Games of OpenSpiel that hide nothing: openspiel(breakthrough),\n"
            "    openspiel(\"hex(board_size=7)\"); needs the extra openspiel.")


def _line(name: str, *cells: Any) -> str:
    return name.ljust(NAME_WIDTH) + "".join(str(cell).rjust(width) for cell, width in zip(cells, FACT_WIDTHS))


def in_full(described: dict[str, Any]) -> str:
    """One game as a page of text."""
    from treewright.cli.catalogue import refilled

    by_seed = f"at random, with seed {described['seed']} " if described["random_beginning"] else ""
    parts = [described["game"], *described["rules"],
             f"By default it is {signature(described)}." if described["parameters"] else "",
             *(f"{name}: {said}" for name, said in described["meanings"].items()), _kind(described)]
    beginning = [f"The game begins {by_seed}like this:", described["drawing"].rstrip(),
                 refilled(f"{described['to_move']} may play: {' '.join(described['moves'])}")]
    return "\n\n".join([*(refilled(part) for part in parts if part), *beginning])


def _kind(described: dict[str, Any]) -> str:
    """What kind of game it is, in a line."""
    count, most = described["actions"], described["widest"]
    facts = [f"{described['players']} players",
             f"{count} actions" if count == most else f"{count} actions, {most} at once",
             f"{described['longest']} moves at most", f"scores {scores(described)}"]
    return "; ".join(facts + [words for fact, words in SPECIAL.items() if described[fact]])
