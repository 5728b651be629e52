"""Code actions on hook files."""
