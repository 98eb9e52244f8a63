"""What the paper prints: Table I, "R^L match rate (percent) (default policy: MAXI)" (Kao, Wu, Yen & Shan 2013)."""

SIZES = (3, 4, 5, 6, 7)
"""So many heaps of so many counters."""
POWERS = (1, 2, 3)
"""Simulations: the number of counters to this power."""
GAMES = 100
""""Each session runs 100 random games.\""""

TABLE_ONE = {
    (3, 1): 66.56, (3, 2): 88.26, (3, 3): 89.30,
    (4, 1): 62.51, (4, 2): 84.98, (4, 3): 93.68,
    (5, 1): 61.48, (5, 2): 81.27, (5, 3): 93.63,
    (6, 1): 60.77, (6, 2): 78.70, (6, 3): 91.59,
    (7, 1): 60.38, (7, 2): 75.90, (7, 3): 89.87,
}
"""By size and power."""
