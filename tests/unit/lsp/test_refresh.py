"""News of the hooks come when nothing changes any more, and at the latest after a while."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hookwright.lsp.documents import Document
from hookwright.lsp.kinds import open_document
from hookwright.lsp.options import Options
from hookwright.lsp.refresh import HooksChangedNotifier


class _Clock:
    """A loop whose time only the test moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.told: list[float] = []
        self._timers: list[tuple[float, Callable[[], None]]] = []

    def tell(self) -> None:
        self.told.append(round(self.now, 3))

    def call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        self._timers.append((self.now + seconds, callback))

    def pass_to(self, time: float) -> None:
        while due := sorted((it for it in self._timers if it[0] <= time), key=lambda it: it[0]):
            self._timers.remove(due[0])
            self.now = due[0][0]
            due[0][1]()
        self.now = time


@pytest.fixture
def clock() -> _Clock:
    return _Clock()


@pytest.fixture
def news(clock: _Clock) -> HooksChangedNotifier:
    return HooksChangedNotifier(clock.tell, clock.call_later, lambda it: it(), lambda: clock.now)


def _document(path: str, text: str = '{"hooks": {}}') -> Document:
    return open_document(f"file://{path}", 1, text, Options())


def test_a_change_is_told_after_a_rest(clock: _Clock, news: HooksChangedNotifier) -> None:
    news.changed()
    clock.pass_to(0.1)
    news.changed_elsewhere()
    clock.pass_to(5)

    assert clock.told == [0.3]


def test_who_never_rests_is_told_all_the_same(clock: _Clock, news: HooksChangedNotifier) -> None:
    document = _document("/p/.claude/settings.json")
    for tenth in range(1, 31):
        news.typed(document)
        clock.pass_to(tenth / 10)

    assert clock.told == [1.0, 2.0, 3.0]


def test_documents_without_hooks_are_no_news(clock: _Clock, news: HooksChangedNotifier) -> None:
    news.typed(_document("/p/package.json", '{"name": "x"}'))
    clock.pass_to(5)
    assert clock.told == []

    news.typed(_document("/p/package.json", '{"name": "x"}'))
    news.typed(_document("/p/.claude/settings.json"))
    clock.pass_to(10)
    assert len(clock.told) == 1


def test_there_are_no_news_while_an_answer_is_made(clock: _Clock, news: HooksChangedNotifier) -> None:
    with news.held_back():
        news.changed()
        clock.pass_to(2.1)
        assert clock.told == []
    clock.pass_to(5)

    assert clock.told == [2.2]


def test_news_are_seldom_where_answers_take_long(clock: _Clock, news: HooksChangedNotifier) -> None:
    with news.held_back():
        clock.pass_to(0.25)

    news.changed()
    clock.pass_to(5)

    assert clock.told == [0.75]
