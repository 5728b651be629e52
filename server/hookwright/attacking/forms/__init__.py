"""The dangers, and the forms of a call: what means the same as a command, and what is harmless but looks like it."""
