"""Hook modules (`.pi/hooks/*.py`) as text: what they register, and what is wrong with them.  Nothing of them is run."""
