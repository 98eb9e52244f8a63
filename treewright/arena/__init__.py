"""Referee, matches, intervals: what says that one agent is stronger than another, and how sure that is."""
