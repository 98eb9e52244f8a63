"""Incentive learning, its rivals and its ceiling on Heap-Go and on games that are no sums."""
