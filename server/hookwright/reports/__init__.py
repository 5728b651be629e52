"""Markdown, plain text and JSON about hooks and their runs."""
