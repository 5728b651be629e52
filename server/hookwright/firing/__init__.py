"""Fires the hooks at a place in a file through the real engine, and explains the outcome."""
