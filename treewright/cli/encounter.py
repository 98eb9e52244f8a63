"""An encounter at the terminal: persons and agents at one table, and what is said while they play."""

from treewright.agents import language
from treewright.agents.agent import Agent
from treewright.agents.human import Human
from treewright.cli.live import thinking_aloud
from treewright.cli.person import Keyboard, Left, Person, TakeBack
from treewright.cli.screen import console, table
from treewright.cli.sitting import Sitting
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.stream import branch
from treewright.core.thinking import Stop

HINTED_ROWS = 5


class Encounter:
    """The agent named by `text` at every seat but the person's; nobody but agents where `mine` is None."""

    def __init__(self, game: Game, text: str, mine: int | None, seed: int):
        self.game, self.text = game, text
        agents = [language.agent("human()" if seat == mine else text) for seat in range(game.players)]
        self.persons = [seat for seat, agent in enumerate(agents) if isinstance(agent, Human)]
        if self.persons:
            keyboard = Keyboard()
            for seat in self.persons:
                whose = "your" if self.alone else f"player {seat + 1}'s"
                agents[seat] = Human(Person(keyboard, self.hint, whose))
        self.adviser: Agent | None = None
        self.sitting = Sitting(game, agents, seed)

    @property
    def alone(self) -> bool:
        """Is there one person, who can be called you?"""
        return len(self.persons) == 1

    # ------------------------------------------------------------ the game

    def play(self) -> None:
        """Until the game is over or a person leaves."""
        seats = ", ".join(self.introduced(seat) for seat in range(self.game.players))
        print(f"{self.game}: {seats}; seed {self.sitting.seed}\n")
        self.draw()
        try:
            while not self.sitting.s.over:
                self.turn()
        except Left:
            moves = self.sitting.moves() or "nothing"
            print(f"left before move {len(self.sitting.actions) + 1}; so far: {moves}")
        else:
            print(self.outcome())

    def turn(self) -> None:
        """One action, or one taken back."""
        s, mover = self.sitting.s, int(self.sitting.s.to_move)
        try:
            action = self.asked(mover)
        except TakeBack:
            self.take_back()
            return
        if Stop.raised_for_all:
            raise Left
        text = self.game.describe(s, action)
        self.sitting.play(action)
        if mover not in self.persons:
            print(f"{self.name(mover)} plays {text}{self.found(mover)}")
        print()
        self.draw()

    def asked(self, mover: int) -> int:
        """The action of the player to move, whose search is shown."""
        if mover < 0 or mover in self.persons:
            return self.sitting.ask()
        with thinking_aloud(self.sitting.agents[mover]):
            return self.sitting.ask()

    def take_back(self) -> None:
        if self.sitting.take_back(self.persons):
            print(f"back at move {len(self.sitting.actions) + 1}\n")
            self.draw()
        else:
            print("there is nothing to take back")

    def hint(self) -> None:
        """What the agent thinks of the person's position."""
        self.adviser = self.adviser or language.agent(self.text)
        if isinstance(self.adviser, Human):
            raise Refused("there is no agent at the table that could give a hint")
        sitting, adviser = self.sitting, self.adviser
        adviser.begin(self.game, int(sitting.s.to_move), branch(sitting.seed, 0, len(sitting.actions)))
        adviser.see(sitting.positions[-1])
        with thinking_aloud(adviser):
            action = adviser.choose()
        found = adviser.result()
        if found is not None:
            console.print(table(found.cells()[: HINTED_ROWS + 1]))
        print(f"{adviser} would play {self.game.describe(sitting.s, action)}")

    # ------------------------------------------------------------ what is said

    def name(self, seat: int) -> str:
        """Who sits there; by the number of the seat where the name alone would not tell."""
        if seat < 0:
            return "chance"
        if seat in self.persons:
            return "you" if self.alone else f"player {seat + 1}"
        agent = str(self.sitting.agents[seat])
        return agent if self.persons and self.game.players == 2 else f"{agent} (player {seat + 1})"

    def introduced(self, seat: int) -> str:
        if seat in self.persons:
            return f"you are player {seat + 1}" if self.alone else f"player {seat + 1} is a person"
        return f"{self.sitting.agents[seat]} is player {seat + 1}"

    def draw(self) -> None:
        print(f"{self.game.show(self.sitting.s).rstrip()}\n", flush=True)

    def found(self, mover: int) -> str:
        """How a search came to its move, in brackets."""
        result = self.sitting.agents[mover].result() if mover >= 0 else None
        if result is None:
            return ""
        row = next(row for row in result.rows if row.action == result.choice)
        sure = f"proven {row.proven:+g}" if row.proven is not None else f"mean {row.mean:+.3f}"
        return f" ({result.simulations:,} simulations in {result.seconds:.2f} s, {sure})"

    def outcome(self) -> str:
        """Who won; with the scores where there is more to them than that."""
        scores = [float(score) for score in self.sitting.s.score]
        first = [self.name(seat) for seat, score in enumerate(scores) if score == max(scores)]
        if len(first) == len(scores):
            said = "a draw"
        elif len(first) > 1:
            said = f"{' and '.join(first)} share the first place"
        else:
            said = "you win" if first == ["you"] else f"{first[0]} wins"
        if all(score in (-1, 0, 1) for score in scores):
            return said
        shown = ", ".join(f"{self.name(seat)} {score:g}" for seat, score in enumerate(scores))
        return f"{said}; score: {shown}"
