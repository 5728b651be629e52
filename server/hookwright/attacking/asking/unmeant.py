"""After an attack: the seeds that a guard's text shows, and of which the guard stops no form."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from hookwright.attacking.asking.results import Tried, Verdict
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.lengths import shown
from hookwright.attacking.forms.model import SHELL, Variant
from hookwright.attacking.own.aims import OWN_PATTERNS
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.shown import shows, tells

_Key = tuple[str, str]
"""The name of a danger, and of one of its seeds."""
_MOST_NAMED = 6
"""How many seeds the note names."""


def without_the_unmeant(
    meant: Meant,
    tried: Sequence[Tried],
    by_accident: Mapping[_Key, str] = MappingProxyType({}),
    rules: Collection[str] = (),
) -> tuple[Meant, list[Tried]]:
    """The same without the seeds that let every form pass, where the guard stops others and only its text names these.

    Those are left out, too, of which it stops forms only `by_accident`; a note names one of the forms of each.  Those
    stay that one of the `rules` is called after, which stand in a list whose other rules refuse: such a rule never
    matches.

    A note says so: a rule may never match, or the text may only mention them.  Seeds whose signs alone do not tell, and
    those that an own pattern shows which the guard stops, need no note.  Those stay to which the guard gives an answer
    that the agent does not know, such as a decision of another name.  Calls of other seeds that only show one of these
    seeds are left out, too.
    """
    known = {(aim.name, seed.name): seed for aim in meant.aims for seed in aim.seeds}
    stops = {_key(it) for it in tried if it.verdict is Verdict.STOPPED and _tells(it.variant, known)}
    passes = {_key(it) for it in tried if it.verdict is Verdict.PASSED}
    own = [seed.command for (danger, _), seed in known.items() if danger == OWN_PATTERNS]
    named = {OWN_PATTERNS, *(aim.name for aim in meant.aims if aim.is_named)}
    covered = {key for key, it in known.items() if key not in stops and any(shows(it, text) for text in own)}
    unstopped = {key for key in known if key[0] not in named} - stops - covered
    if not stops:
        unstopped = {key for key in unstopped if known[key].asked} if len(known) > _asked(known) else set()
    uncertain = {key for key in unstopped if known[key].asked}
    said = {_key(it) for it in tried if it.verdict is Verdict.PASSED and it.failed}
    promised = {key for key in unstopped if any(shows(known[key], it) for it in rules)}
    silent = (unstopped & passes) - uncertain - said - promised if meant.by_text else set()
    unmeant = {key: it for key, it in known.items() if key in covered | uncertain | silent | by_accident.keys()}
    kept = [it for it in tried if _is_meant(it.variant, unmeant, known)]
    notes = (*_note({key: it for key, it in unmeant.items() if key in silent}), *_on_accidents(by_accident))
    aims = [
        replace(aim, seeds=tuple(it for it in aim.seeds if (aim.name, it.name) not in unmeant)) for aim in meant.aims
    ]
    return replace(meant, aims=tuple(it for it in aims if it.seeds), notes=(*meant.notes, *notes)), kept


def _on_accidents(by_accident: Mapping[_Key, str]) -> tuple[str, ...]:
    return tuple(
        f"the guard stops `{shown(form)}` by a rule about something else, as it stops that for any file, so"
        f" `{danger}: {seed}` was left out; `--danger '{danger}: {seed}'` shows what passes"
        for (danger, seed), form in by_accident.items()
    )


def _asked(known: Mapping[_Key, Seed]) -> int:
    return sum(it.asked for it in known.values())


def _tells(it: Variant, known: Mapping[_Key, Seed]) -> bool:
    seed = known.get((it.danger, it.seed))
    # What a tool writes into a file has the text that does harm, and nothing else that another rule could be about.
    return seed is None or (seed.anywhere and it.does != SHELL) or tells(seed, it.text, known.values())


def _key(it: Tried) -> _Key:
    return it.variant.danger, it.variant.seed


def _is_meant(it: Variant, unmeant: Mapping[_Key, Seed], known: Mapping[_Key, Seed]) -> bool:
    key = (it.danger, it.seed)
    beside = [seed for (danger, _), seed in unmeant.items() if danger == it.danger]
    is_beside = any(shows(seed, it.text) for seed in beside) and not shows(known[key], it.text)
    return key not in unmeant and not is_beside


def _note(silent: Mapping[_Key, Seed]) -> tuple[str, ...]:
    """What the guard's text names, with a call that passes, and how to attack it anyway."""
    if not silent:
        return ()
    names = [f"`{danger}: {seed}` (such as `{shown(it.command)}`)" for (danger, seed), it in silent.items()]
    more = [f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
    listed = [*names[:_MOST_NAMED], *more]
    what = " and ".join(filter(None, (", ".join(listed[:-1]), listed[-1])))
    (danger, seed), _ = next(iter(silent.items()))
    note = (
        f"the text of the guard also names {what}, but the guard let every form of that pass: either its rule never"
        f" matches, or it is not meant to refuse that. `--danger '{danger}: {seed}'` shows what passes"
    )
    return (note,)
