"""The rules: what a search relies on, each with the phrase by which the report calls it."""

from treewright.core.game import Game
from treewright.core.planes import writes_planes

RULES = {
    "facts": "players, actions, widest, longest and score_range are declared",
    "state": "the state has to_move, over and score, and no unnamed bytes",
    "verbs": "the verbs that the game needs are there, with the contract's parameters",
    "compiles": "every verb compiles",
    "signs": "no uint64 meets a signed integer",
    "runs": "no verb fails, leaves its arrays or goes on for ever",
    "stuck": "whoever is to move has a legal action",
    "legal": "legal actions are distinct numbers from 0 to actions - 1",
    "widest": "never more than `widest` of them",
    "ends": "every game ends within `longest` plies",
    "mover": "a player is to move, or chance where it is declared",
    "chance": "what chance may do has odds above 0 that add up to 1",
    "scores": "scores lie within score_range",
    "zero_sum": "the two scores add up to nothing",
    "spare": "spare bytes stay 0",
    "same": "compiled code and plain Python agree byte by byte",
    "seeds": "the same seed gives the same game",
    "looks": "looking at a state does not change it",
    "copies": "a copy plays on without its original",
    "shared": "the game's own arrays are only read",
    "fair": "any_action is legal, each action as often as the others",
    "wins": "wins agrees with trying every action",
    "observe": "observe says the same compiled and plain, and leaves the state alone",
    "planes": "planes are numbers from -1 to 1 within plane_shape, the same compiled and plain",
    "keys": "positions with equal keys have equal futures, whatever the score",
    "storage": "a state that was stored plays on as before",
    "texts": "every legal action has a text of its own that is read back",
    "drawing": "every state can be drawn",
}


FOLLOWS = {
    "looks": ("same", "keys", "storage"),
    "copies": ("same", "keys", "storage"),
    "seeds": ("same", "storage"),
    "shared": ("storage",),
    "widest": ("fair", "wins", "texts"),
    "legal": ("fair", "wins", "texts"),
}
"""What fails only because another rule does is not told as well: it is looked into again once the other holds."""


def rules_for(game: Game) -> list[str]:
    """The rules that apply to a game."""
    idle = set()
    if not game.chance:
        idle.add("chance")
    if not (game.zero_sum and getattr(game, "players", 2) == 2):
        idle.add("zero_sum")
    if not game.shows_wins:
        idle.add("wins")
    if not (game.hidden or game.veiled):
        idle.add("observe")
    if not writes_planes(game):
        idle.add("planes")
    return [rule for rule in RULES if rule not in idle]
