"""The engine in a server of its own, for Python agents: the interface of `HookService` over the wire."""
