"""`hookwright serve`: the engine for agents, as plain JSON-RPC 2.0, one JSON object a line."""
