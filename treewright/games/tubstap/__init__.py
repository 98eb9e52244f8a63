"""TUBSTAP: a turn-based strategy game in which two armies fight on a map, one unit after the other."""
