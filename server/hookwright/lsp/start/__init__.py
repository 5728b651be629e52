"""How a session is started, runs and ends."""
