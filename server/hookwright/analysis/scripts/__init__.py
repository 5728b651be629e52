"""The scripts that hooks run: where they are named, where they are, and what a new one says."""
