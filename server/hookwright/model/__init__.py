"""The vocabulary: what dialects, hooks, runs and outcomes are made of; values only."""
