"""Where compiled code is kept: `TREEWRIGHT_CACHE`, or the user's cache folder; never inside an installation."""

import os
import tempfile
from functools import lru_cache
from pathlib import Path

import platformdirs


@lru_cache(None)
def cache_folder() -> Path:
    """The folder for everything that can be made again."""
    given = os.environ.get("TREEWRIGHT_CACHE")
    return Path(given) if given else Path(platformdirs.user_cache_dir("treewright"))


def write_whole(place: Path, content: bytes) -> bool:
    """Write a file so that other processes see all of it or nothing; False where the folder cannot be written."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=".writing-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, place)
    except OSError:
        return False
    return True
