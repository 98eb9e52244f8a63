"""`treewright play GAME AGENT`: a person in the terminal against an agent."""

import random
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from treewright.core.game import Game


def play(
    game: Annotated[str, typer.Argument(help="A game, such as 'connect_four' or mygame.py.")],
    agent: Annotated[str, typer.Argument(help="The agent to play against; `treewright agents` lists them.")],
    seat: Annotated[str, typer.Option(help="Your seat: 1, 2 or random.")] = "1",
    seed: Annotated[int | None, typer.Option(
        min=0, help="The same seed gives the same game; drawn if not given.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch the agent play against itself.")] = False,
) -> int:
    """Play against an agent; `help` at the prompt lists what you can say besides moves."""
    from treewright.agents import language
    from treewright.agents.human import Human
    from treewright.cli.encounter import Encounter
    from treewright.cli.screen import say_what_compiles

    played, known = language.game(game), random.SystemRandom().randrange(10**6) if seed is None else seed
    mine = None if watch else seat_of(seat, played, known)
    opponent = language.agent(agent)
    if not isinstance(opponent, Human):
        opponent.refuse(played)
    say_what_compiles()
    Encounter(played, agent, mine, known).play()
    return 0


def seat_of(text: str, game: "Game", seed: int) -> int:
    """The person's seat, counted from 0."""
    from treewright.core.errors import Refused

    seats = [str(1 + seat) for seat in range(game.players)]
    if text == "random":
        return random.Random(seed).randrange(game.players)
    if text not in seats:
        raise Refused(f"--seat must be {', '.join(seats)} or random, not {text}")
    return seats.index(text)
