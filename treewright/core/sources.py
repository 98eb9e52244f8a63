"""What a piece of compiled code depends on, as a digest of sources that never goes stale.

Compiled code is keyed by the syntax of every module that its own module imports, transitively, as far as these lie
in the same package, beside the same file, or in Treewright. Comments, blank lines and docstrings do not count, and
neither do other packages (their versions are part of the cache's folder). Imports are read from the syntax tree, so
nothing is run to learn them; a package that exports names lazily (`_HOME`, as Treewright does) is followed to the
module where each name lives. The same digests tell the arena's store which code a game was played with.
"""

import ast
import hashlib
import importlib.util
import json
import os
import re
import sys
from functools import lru_cache
from pathlib import Path

from treewright.core.places import cache_folder, write_whole

USER_FILE = re.compile(r"^_user_(.+)_[0-9a-f]{8}$")
"""The name of the module that a user's own file becomes; the digits stand for its folder, which is not code."""

Summary = dict[str, object]
_summaries: dict[str, Summary] | None = None
_met_new_text = False


def fingerprint(module: str) -> str:
    """A digest of the module's syntax and of everything in reach that it imports, transitively."""
    pending, met = [module], dict[str, str]()
    while pending:
        name = pending.pop()
        if name in met:
            continue
        place = _file_of(name)
        if place is None:
            met[name] = "absent"
            continue
        syntax, wanted = _read(place)
        met[name] = syntax
        pending.extend(found for want in wanted for found in _in_reach(want, name, module) if found not in met)
    joined = "\n".join(sorted(f"{_title(name)} {met[name]}" for name in met))
    return hashlib.blake2b(joined.encode(), digest_size=10).hexdigest()


def _title(module: str) -> str:
    return USER_FILE.sub(r"\1", module)


def reached(module: str) -> list[str]:
    """The modules that `fingerprint(module)` covers."""
    pending, met = [module], set[str]()
    while pending:
        name = pending.pop()
        if name not in met and (place := _file_of(name)) is not None:
            met.add(name)
            pending.extend(found for want in _read(place)[1] for found in _in_reach(want, name, module))
    return sorted(met)


@lru_cache(None)
def _file_of(module: str) -> Path | None:
    loaded = sys.modules.get(module)
    if loaded is not None:
        file = getattr(loaded, "__file__", None)
    else:
        try:
            spec = importlib.util.find_spec(module)
        except (ImportError, ValueError, AttributeError):
            return None
        file = spec.origin if spec is not None else None
    return Path(file) if file and file.endswith(".py") and os.path.exists(file) else None


@lru_cache(None)
def _exists(module: str) -> bool:
    return _file_of(module) is not None


def _in_reach(want: tuple[str, str], importer: str, root: str) -> list[str]:
    """The modules behind `from module import name` (or `import module`, name ""), if they are ours to watch."""
    module, name = want
    level = len(module) - len(module.lstrip("."))
    if level:
        package = importer.split(".")
        is_package = (file := _file_of(importer)) is not None and file.name == "__init__.py"
        keep = len(package) - level + (1 if is_package else 0)
        module = ".".join(package[:keep] + ([module.lstrip(".")] if module.lstrip(".") else []))
    if not _ours(module, root):
        return []
    home = getattr(sys.modules.get(module), "_HOME", {})
    if name in home:
        return [home[name].partition(":")[0]]
    if name and _exists(f"{module}.{name}"):
        return [f"{module}.{name}"]
    return [] if home else [module]


@lru_cache(None)
def _ours(module: str, root: str) -> bool:
    top = module.partition(".")[0]
    if top in ("treewright", root.partition(".")[0]):
        return True
    place, beside = _file_of(top), _file_of(root)
    if place is None or beside is None or "site-packages" in place.parts:
        return False
    return beside.parent == (place.parent.parent if place.name == "__init__.py" else place.parent)


@lru_cache(None)
def _read(place: Path) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The digest of a file's syntax and what it imports; parsing is remembered on disk by the digest of its bytes."""
    global _summaries, _met_new_text
    text = place.read_bytes()
    raw = hashlib.blake2b(text, digest_size=16).hexdigest()
    if _summaries is None:
        _summaries = _remembered()
    if raw not in _summaries:
        tree = ast.parse(text)
        wanted = sorted(_imports(tree))
        _drop_docstrings(tree)
        syntax = hashlib.blake2b(ast.dump(tree).encode(), digest_size=16).hexdigest()
        _summaries[raw] = {"syntax": syntax, "imports": wanted}
        _met_new_text = True
    summary = _summaries[raw]
    return str(summary["syntax"]), tuple((a, b) for a, b in summary["imports"])  # type: ignore[attr-defined]


def _imports(tree: ast.Module) -> set[tuple[str, str]]:
    found, aliases = set[tuple[str, str]](), dict[str, str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                aliases[item.asname or item.name.partition(".")[0]] = (
                    item.name if item.asname else item.name.partition(".")[0]
                )
                found.add((item.name, ""))
        elif isinstance(node, ast.ImportFrom):
            found.update(("." * node.level + (node.module or ""), item.name) for item in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
            found.add((aliases[node.value.id], node.attr))
    return found


def _drop_docstrings(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                node.body = node.body[1:]


def _remembered() -> dict[str, Summary]:
    try:
        kept = json.loads((cache_folder() / "sources.json").read_text())
        return dict(kept) if isinstance(kept, dict) else {}
    except (OSError, ValueError):
        return {}


def remember() -> None:
    """Keep on disk what was parsed anew in this process (the latest 2,000 texts)."""
    global _met_new_text
    if _met_new_text and _summaries is not None:
        _met_new_text = False
        latest = dict(list({**_remembered(), **_summaries}.items())[-2000:])
        write_whole(cache_folder() / "sources.json", json.dumps(latest).encode())
