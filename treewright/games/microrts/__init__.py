"""microRTS: the rules and what belongs to them, one idea per file."""
