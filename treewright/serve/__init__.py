"""Queries and answers as lines of JSON, for programs in whatever language: one schema, one server, two doors."""
