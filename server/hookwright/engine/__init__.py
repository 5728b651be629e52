"""Dynamic execution: plan, run, fold; nothing here judges a file."""
