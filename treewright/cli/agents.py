"""`treewright agents`: the agents and the parts they are put together from, all of them or one in full."""

from typing import Annotated, Any

import typer

NAME_WIDTH, DEFAULT_WIDTH, PAGE = 18, 11, 80


def agents(
    name: Annotated[str | None, typer.Argument(
        help="An agent or a part to show in full: uct, tactical.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> int:
    """List the agents, rules and playouts with their parameters, or show one in full."""
    from treewright.cli.screen import print_json

    if name is not None:
        described = one(name)
        print_json(described) if json else print(in_full(described))
        return 0
    every = listed()
    print_json(every) if json else print(as_page(every))
    return 0


def one(name: str) -> dict[str, Any]:
    """What is behind a name: an agent, or else a part."""
    from treewright.agents.registry import AGENTS, GAMES, PARTS, PLAYERS, find
    from treewright.cli.catalogue import docstrings
    from treewright.core.errors import Refused

    bare = name.partition("(")[0].strip()
    if bare in GAMES:
        raise Refused(f"{bare} is a game, not an agent: see treewright games {bare}")
    made = find(bare, {**PARTS, **AGENTS}, "agent or part")
    kinds = ["an agent"] if bare in AGENTS or bare in PLAYERS else []
    kinds += [_kind(find(bare, PARTS, "part"))] if bare in PARTS else []
    docs = [{"of": about, "text": doc} for about, doc in docstrings(made)]
    return {**entry(bare, made), "kinds": kinds, "documentation": docs}


def entry(name: str, made: Any) -> dict[str, Any]:
    """A name, a sentence, and the parameters."""
    import dataclasses

    from treewright.cli.catalogue import parameters, summary

    taken = [dataclasses.asdict(one) for one in parameters(made)]
    return {"name": name, "summary": summary(made), "parameters": taken}


def listed() -> dict[str, list[dict[str, Any]]]:
    """Everything by kind. What all searches and all rules take stands in entries of its own."""
    from treewright.agents.registry import AGENTS, PARTS, PLAYERS, find
    from treewright.agents.search import Search

    parts = {name: find(name, PARTS, "part") for name in PARTS}
    kinds = {name: _kind(made) for name, made in parts.items()}
    rules = [entry(name, made) for name, made in parts.items() if kinds[name] == "a selection rule"]
    shared = [one for one in rules[0]["parameters"] if all(one in rule["parameters"] for rule in rules[1:])]
    for rule in rules:
        rule["parameters"] = [one for one in rule["parameters"] if one not in shared]
    every_search = entry("search", Search)
    every_search["parameters"] += shared
    others = [entry(name, find(name, AGENTS, "agent")) for name in AGENTS if name not in parts and name != "search"]
    taken = [one["name"] for one in every_search["parameters"]]
    for other in others:
        if _searches(find(other["name"], AGENTS, "agent")):
            other["parameters"] = [one for one in other["parameters"] if one["name"] not in taken]
    return {
        "agents": others
        + [entry(name, parts[name]) for name in PLAYERS],
        "rules": rules, "search": [every_search],
        "playouts": [entry(name, made) for name, made in parts.items() if kinds[name] == "a playout policy"],
        "parts": [entry(name, made) for name, made in parts.items()
                  if kinds[name] not in ("a selection rule", "a playout policy")],
    }


def _searches(made: Any) -> bool:
    """Does a function make an agent that takes what every search does?"""
    import inspect

    from treewright.agents.search import Search

    returned = inspect.signature(made).return_annotation
    return isinstance(returned, type) and issubclass(returned, Search)


def _kind(made: type) -> str:
    from treewright.agents.kinds import NAMES

    return next(words for kind, words in NAMES.items() if issubclass(made, kind))


TITLES = {
    "rules": "Agents that search, each by a selection rule: uct(c=2, simulations=1000). "
             "A rule is also a part: search(select=uct(c=2), simulations=1000).",
    "search": "What search(...) takes, and what each of them takes as well (but for select)",
    "agents": "Other agents",
    "playouts": "Playout policies: uct(playout=tactical(), simulations=1000)",
    "parts": "Leaves (leaf=...), learners (learner=...) and preferences",
}


def as_page(every: dict[str, list[dict[str, Any]]]) -> str:
    """All of it as text."""
    import textwrap

    said = []
    for kind, title in TITLES.items():
        entries = "\n".join(in_short(one) for one in every[kind])
        said.append(f"{textwrap.fill(title, PAGE - 2)}\n\n{entries}")
    return "\n\n".join(said)


def in_short(described: dict[str, Any]) -> str:
    """A name with its sentence, and a line for each parameter."""
    lines = _columns(f"  {described['name']}", described["summary"], NAME_WIDTH)
    for one in described["parameters"]:
        default = "required" if one["default"] is None else one["default"]
        given = f"    {one['name']}".ljust(NAME_WIDTH) + f" {default}"
        lines += _columns(given, one["meaning"], NAME_WIDTH + DEFAULT_WIDTH)
    return "\n".join(lines)


def _columns(left: str, right: str, width: int) -> list[str]:
    """Two columns, the right one folded; what is too long on the left has a line to itself."""
    import textwrap

    folded = textwrap.wrap(right, PAGE - 2 - width) or [""]
    if len(left) >= width:
        folded.insert(0, "")
    lines = [left.ljust(width) + folded[0], *(" " * width + line for line in folded[1:])]
    return [line.rstrip() for line in lines if line.strip()]


def in_full(described: dict[str, Any]) -> str:
    """One of them as a page of text: parameters first, then all that its docstrings say."""
    from treewright.cli.catalogue import refilled

    title = f"{described['name']}: {' and '.join(described['kinds'])}"
    parameters = in_short({**described, "name": title, "summary": ""})
    documents = [f"{one['of']}\n\n{refilled(one['text'])}" for one in described["documentation"]]
    return "\n\n".join([parameters, *documents])
