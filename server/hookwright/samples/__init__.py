"""Sample payloads: those that every event has, and those that a user saves in the project."""
