"""The question before a command runs for the first time: what it will run, as far as that can be read, and on what."""
