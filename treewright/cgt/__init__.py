"""Combinatorial game theory: games {L|R}, their order and sums, thermographs, and the heaps of Heap-Go."""
