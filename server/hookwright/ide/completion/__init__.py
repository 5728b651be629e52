"""Completion in hook files."""
