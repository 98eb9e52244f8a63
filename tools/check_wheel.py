"""Build the wheel and play with it as a user would: installed elsewhere, read-only, with an empty cache.

    python tools/check_wheel.py          # what `make dist` runs
    python tools/check_wheel.py --borrow # dependencies from this environment instead of new ones: nothing is fetched

1. The wheel holds every file of treewright/ (maps, JSON, text) and nothing else of the repository.
2. A match is played from a fresh environment outside of the repository whose files cannot be written, and
   leaves no file there: compiled code goes to the user's cache folder.
3. The same match in a second process compiles nothing.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
AGENTS = ("uct(simulations=200)", "rave(simulations=200)")
MATCH = ("match", *AGENTS, "--game", "connect_four", "--games", "4")

# Plays in the installed package, and tells at the end what Numba compiled on the way.
PLAY = """
import sys
from numba.core import event

with event.install_recorder("numba:compile") as recorder:
    from treewright.cli.main import run
    code = run(sys.argv[1:])
print("exit code", code)
print("package", sys.modules["treewright"].__file__)
for _, met in recorder.buffer:
    if met.is_start:
        print("compiled", met.data["dispatcher"].py_func.__qualname__)
"""


def build(folder: Path) -> Path:
    """The wheel, made from a source distribution, both left in `folder`."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("*.whl")
    return wheel


def check_contents(wheel: Path) -> None:
    """The wheel holds the package as it lies in the repository."""
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    wanted = {file.relative_to(ROOT).as_posix() for file in files_below(ROOT / "treewright")}
    if held != wanted:
        sys.exit(f"{wheel.name} lacks {sorted(wanted - held)} and should not hold {sorted(held - wanted)}")


def files_below(folder: Path) -> dict[Path, tuple[int, int]]:
    """Every file with its size and time, except for what Python itself compiles."""
    return {file: (file.lstat().st_size, file.lstat().st_mtime_ns) for file in folder.rglob("*")
            if not file.is_dir() and file.suffix != ".pyc"}


def set_writable(folder: Path, writable: bool) -> None:
    """Let the files and folders below be written, or not."""
    for place in (folder, *folder.rglob("*")):
        if not place.is_symlink():
            mode = place.stat().st_mode
            place.chmod(mode | 0o200 if writable else mode & ~0o222)


def user(home: Path) -> dict[str, str]:
    """The environment of somebody who has just arrived: nothing in it leads back to the repository."""
    ours = ("TREEWRIGHT_", "NUMBA_", "XDG_", "PYTHON", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    own = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
    return kept | own | {"COLUMNS": "160", "MPLBACKEND": "agg"}


def play(python: Path, home: Path) -> tuple[str, list[str]]:
    """Play the match; what was printed, and the names of the functions that were compiled."""
    done = subprocess.run([python, "-c", PLAY, *MATCH], cwd=home, env=user(home), text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    printed = done.stdout
    if done.returncode or "\nexit code 0\n" not in printed:
        sys.exit(f"the match failed:\n{printed}")
    if not all(agent in printed for agent in AGENTS):
        sys.exit(f"the match ended without a table of both agents:\n{printed}")
    if f"\npackage {python.parents[1]}{os.sep}" not in printed:
        sys.exit(f"the package was not the installed one:\n{printed}")
    return printed, re.findall("^compiled (.*)$", printed, re.MULTILINE)


def install(wheel: Path, place: Path, borrow: bool) -> Path:
    """A fresh environment with the wheel in it; returns its Python."""
    venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, *(["--no-deps"] if borrow else []), wheel], check=True)
    if borrow:
        # A path in such a file is searched, but what lies there is not asked for further paths: the repository, which
        # this environment has installed for editing, is not among them.
        (site,) = (place / "lib").glob("python*/site-packages")
        (site / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return python


def main() -> None:
    """Build, install, play twice; leave with a sentence at the first thing that is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--borrow", action="store_true")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the wheel goes")
    given = parser.parse_args()
    wheel = build(given.dist)
    check_contents(wheel)
    with tempfile.TemporaryDirectory(prefix="treewright-") as temporary:
        place, home = Path(temporary).resolve() / "venv", Path(temporary).resolve() / "home"
        home.mkdir()
        python = install(wheel, place, given.borrow)
        cache = Path(subprocess.run(
            [python, "-c", "import platformdirs; print(platformdirs.user_cache_dir('treewright'))"],
            env=user(home), check=True, text=True, stdout=subprocess.PIPE).stdout.strip())
        set_writable(place, False)
        try:
            before = files_below(place)
            printed, compiled = play(python, home)
            if not compiled:
                sys.exit("the first match compiled nothing: something of the environment was not fresh")
            kept = set(files_below(cache))
            if not kept or home not in cache.parents:
                sys.exit(f"no compiled code was kept below {cache}")

            _, compiled_again = play(python, home)
            if compiled_again:
                sys.exit(f"the second match compiled again: {', '.join(compiled_again)}")
            if new := set(files_below(cache)) - kept:
                sys.exit(f"the second match kept more compiled code: {sorted(map(str, new))}")
            if touched := [str(file) for file, _ in set(files_below(place).items()) ^ set(before.items())]:
                sys.exit(f"the matches wrote into the environment: {sorted(set(touched))}")
        finally:
            set_writable(place, True)
    print(printed[:printed.index("exit code 0")].rstrip())
    print(f"{wheel.name} plays from a read-only environment; "
          f"the first match kept {len(kept)} files in the user's cache, the second compiled nothing")


if __name__ == "__main__":
    main()
