"""The first frames: nothing counts before `initialize`, and that one is answered with the standard library alone."""

from __future__ import annotations

from hookwright.lsp.capabilities import initialize_result
from hookwright.lsp.outbox import Outbox
from hookwright.lsp.wire import (
    INVALID_PARAMS,
    SERVER_NOT_INITIALIZED,
    FrameParser,
    Malformed,
    error_message,
    read_some,
    request_id,
    result_message,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.shapes import Message


class Greeting:
    """The answered `initialize`, and what was already read behind it."""

    __slots__ = ("initialize", "parser", "rest")

    def __init__(self, initialize: Message, parser: FrameParser, rest: list[Message | Malformed]) -> None:
        self.initialize = initialize
        self.parser = parser
        self.rest = rest


def greet(fd: int, outbox: Outbox) -> Greeting | None:
    """Waits for `initialize` and answers it; None where `exit` or the end of the input comes first."""
    parser = FrameParser()
    while data := read_some(fd):
        items = parser.feed(data)
        for index, item in enumerate(items):
            if isinstance(item, Malformed):
                outbox.send(error_message(None, item.code, item.reason))
            elif item.get("method") == "exit":
                return None
            elif _is_initialize(item, outbox):
                outbox.send(result_message(item["id"], initialize_result(item["params"])))
                return Greeting(item, parser, items[index + 1 :])
    return None


def _is_initialize(message: Message, outbox: Outbox) -> bool:
    if "method" not in message or "id" not in message:
        return False
    asked_by = request_id(message)
    if message["method"] != "initialize" or asked_by is None:
        outbox.send(error_message(asked_by, SERVER_NOT_INITIALIZED, "The first request must be `initialize`"))
        return False
    if not isinstance(message.get("params"), dict):
        outbox.send(error_message(asked_by, INVALID_PARAMS, "`initialize` needs an object as its params"))
        return False
    return True
