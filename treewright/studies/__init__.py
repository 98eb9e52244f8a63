"""Studies: one room for each paper, with its conditions, its published numbers, its claims, its tables and figures."""
