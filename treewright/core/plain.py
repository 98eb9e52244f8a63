"""Plain data: what JSON can say."""

import math
from typing import Any


def finite(value: Any) -> Any:
    """The same data with none in the place of numbers that are not finite, which JSON does not have."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(one) for key, one in value.items()}
    return [finite(one) for one in value] if isinstance(value, list | tuple) else value
