"""Samples that a user keeps in `.hookwright/samples`: where they are, and what is wrong with them."""
