"""A figure that a notebook shows by itself, without `pyplot` and its windows."""

import io
from typing import Any

from matplotlib.figure import Figure

DOTS, PIXELS = 200, 115
"""Dots in an inch of the picture, and pixels that an inch takes on a screen."""


class Drawing(Figure):
    """A figure of matplotlib, complete as it is."""

    def _repr_png_(self) -> tuple[bytes, dict[str, Any]]:
        file = io.BytesIO()
        self.savefig(file, format="png", dpi=DOTS, bbox_inches="tight", pad_inches=0.08, metadata={"Software": None})
        return file.getvalue(), {"width": round(float(self.get_size_inches()[0]) * PIXELS)}
