"""What a mistake in a key does to the hooks that the key belongs to."""

from __future__ import annotations

from hookwright.config.runnable import readable_hooks
from hookwright.config.view import HookFile, once_per_file
from hookwright.model.reaction import Severity
from hookwright.text import Route


def weight_of_key(file: HookFile, route: Route) -> Severity:
    """How much a wrong value at the route matters: it is an error unless all hooks beside or around it run without it.

    The Hooks view says that a hook never runs for the same reasons.
    """
    owner = route[:-1]
    hooks = [it.route for _, it in file.hooks if it.route[: len(owner)] == owner]
    return Severity.WARNING if hooks and _running(file).issuperset(hooks) else Severity.ERROR


@once_per_file
def _running(file: HookFile) -> frozenset[Route]:
    return frozenset(it.route for it in readable_hooks(file)[0]) if file.void is None else frozenset()
