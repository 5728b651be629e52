"""Fires the hooks at a place of a file through the real engine, and says what came of it."""
