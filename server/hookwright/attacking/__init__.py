"""Attacks a guard: sends it variants of what it is meant to stop, and harmless calls that only look like them."""
