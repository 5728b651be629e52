"""The shell inside the string: what a command's text says, with every piece's place in it."""
