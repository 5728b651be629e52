"""What a hook sends away: the event to a web service, or what it gives a tool of a server by URL."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from hookwright.config.servers import Server
from hookwright.engine.http_hooks import Allowed, headers_of, sent_variables
from hookwright.engine.plan import Plan
from hookwright.host import Host
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType, Performer


class Sent(Struct, frozen=True, kw_only=True):
    """`what` is sent to the URL, with these headers; nothing is where it is empty.

    `variables` are those of the user whose values go along, each with the place that it has there.
    """

    what: str = ""
    url: str = ""
    headers: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)

    def lines(self) -> tuple[str, ...]:
        """It in words: the variables first, each on a line of its own."""
        if not self.what:
            return ()
        headers = f", and the headers {', '.join(self.headers)}" if self.headers else ""
        named = (f"sends `${name}` to {self.url}, in {place}" for name, place in self.variables.items())
        return (*named, f"sends {self.what}{headers}")


def sent_by(hook: Hook, kind: HookType, server: Server | None, plan: Plan, host: Host) -> Sent:
    """What a hook sends away; `server` is the one whose tool it is, if any."""
    if server is not None:
        if server.command:
            return Sent()
        what = "what the hook gives the tool"
        return Sent(what=what, url=server.url, headers=tuple(server.headers), variables=server.sent)
    if kind.by is not Performer.HTTP:
        return Sent()
    allowed = Allowed(plan.urls, plan.variables)
    headers = headers_of(hook, kind, host.environ, allowed)
    named = {name: _header(it) for name, it in sent_variables(hook, kind, allowed).items()}
    return Sent(what="the event", url=hook.body, headers=tuple(headers), variables=named)


def _header(names: str) -> str:
    return f"the headers {names}" if ", " in names else f"the header {names}"
