"""What the user asks of a check: which files, rules and versions of agents, and what is done about findings."""

from __future__ import annotations

import os
import os.path
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from hookwright.analysis.module_rules import MODULE_RULES
from hookwright.analysis.reports.checked import relative
from hookwright.analysis.rule import Rule
from hookwright.analysis.rules import RULES
from hookwright.analysis.run_rules import FILE_AND_RUN_RULES
from hookwright.analysis.settings.failing import fail_on, failing_words
from hookwright.analysis.settings.file import is_version
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.analysis.suggest import nearest
from hookwright.config.discover import sightings
from hookwright.config.plugins import Plugin, plugins_in
from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.errors import UnreadableInput, UsageError
from hookwright.given_files import project_folder, read_text
from hookwright.host import Host
from hookwright.model.failing import FailOn
from hookwright.patterns import late_pattern
from hookwright.readers.search import dialect_in_use
from hookwright.scripts.languages import language_of

_PREFIX = late_pattern(r"HW\d+")
_SHORTEST_PREFIX = len("HW3")


class Fixing(Struct, frozen=True):
    """What is done about findings: `fix` changes files, `show` shows what would be changed; `unsafe` fixes too."""

    fix: bool = False
    show: bool = False
    unsafe: bool = False


class Asked(Struct, frozen=True):
    """What is asked of all files: their dialect, the rules, the agents' versions, by dialect, and the fixes.

    `fail_on` goes before what the projects' settings say.  `committed` are the texts of all settings files, by path, in
    the commit whose settings count in place of those on the disk.  `exclude` are globs of files that are
    left out where they are found in folders.  With `caches`, what is read of scripts is kept for the next check.
    """

    dialect: str | None
    rules: tuple[Rule, ...]
    versions: Mapping[str, str]
    fixing: Fixing
    fail_on: FailOn | None = None
    committed: Mapping[str, str] | None = None
    exclude: tuple[str, ...] = ()
    caches: bool = True

    def projects(self, home: str) -> ProjectSettings:
        """The settings that count, of any folder."""
        if self.committed is None:
            return ProjectSettings(home)
        return ProjectSettings(home, is_file=self.committed.__contains__, texts=self.committed)


def chosen_fail_on(given: tuple[str, ...]) -> FailOn | None:
    """What fails the check, from words with commas between them; None if there are none.

    Raises UsageError for a word that is neither a severity nor a rule.
    """
    words = [it.strip() for text in given for it in text.split(",")]
    known = failing_words()
    for it in words:
        if it not in known:
            meant = nearest(it, known)
            remedy = (
                f"did you mean `{meant}`?" if meant else "name a severity, or a rule: `hookwright rules` lists them"
            )
            raise UsageError(f"`{it}` is not a severity or a rule", remedy)
    return fail_on(words) if words else None


def chosen_rules(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules that are selected, by code or name, and not ignored; raises UsageError for any other name.

    The start of a code, from `HW` and a digit on, stands for every rule whose code begins so.
    """
    every = (*FILE_AND_RUN_RULES, *MODULE_RULES)
    known = {name for rule in every for name in (rule.code, rule.name)}
    known |= {rule.code[:length] for rule in every for length in range(_SHORTEST_PREFIX, len(rule.code))}
    for name in (*select, *ignore):
        if name not in known:
            meant = nearest(name, known)
            remedy = f"did you mean `{meant}`?" if meant else "`hookwright rules` lists them"
            raise UsageError(f"`{name}` is not a rule", remedy)
    rules = (*RULES, *MODULE_RULES)
    return tuple(it for it in rules if (not select or _is_named(it, select)) and not _is_named(it, ignore))


def _is_named(rule: Rule, names: Iterable[str]) -> bool:
    return any(it in (rule.code, rule.name) or (_PREFIX.fullmatch(it) and rule.code.startswith(it)) for it in names)


def chosen_versions(given: tuple[str, ...]) -> dict[str, str]:
    """The versions of `ID=VERSION`, by the ids of dialects; raises UnknownDialect or UsageError."""
    found = dict[str, str]()
    for text in given:
        name, _, version = text.partition("=")
        if not is_version(version):
            raise UsageError(f"`{text}` is not a dialect and a version", "write it as `claude-code=2.1.330`")
        found[by_id(name).id] = version
    return found


class SourceFile(Struct, frozen=True):
    """A file to check: its name, how it is read, whether it can be written, and whether it was found in a folder.

    `stranger` is the agent without a table that it is for.
    """

    path: str
    read: Callable[[], str]
    on_disk: bool = True
    searched: bool = False
    stranger: str | None = None

    def is_script(self, text: str) -> bool:
        """Whether it is a script by its text and its name, which the user has given."""
        return not self.searched and language_of(self.path, text.partition("\n")[0].rstrip("\r")) is not None


def sources_at(path: str, home: str, projects: ProjectSettings, passed: list[str]) -> Iterator[SourceFile]:
    """The file at the path, or every hook file in the folder there; the settings of `projects` may say which are.

    A folder of an agent that cannot be entered is one that cannot be read; other such folders are added to `passed`.
    """
    if not os.path.isdir(path):
        yield SourceFile(path, partial(read_text, path))
        return
    closed: list[str] = []
    for it in sightings(path, home, projects.dialect_of, closed.append):
        name = os.path.normpath(it.path)
        yield SourceFile(name, partial(read_text, it.path), searched=True, stranger=it.stranger)
    for folder in map(os.path.normpath, closed):
        if _is_of_agent(folder):
            yield SourceFile(folder, partial(_refuse_to_enter, folder), searched=True)
        else:
            passed.append(folder)


def _is_of_agent(folder: str) -> bool:
    """Whether a folder, by its name or those above it, is where an agent has its hook files."""
    names = {name for it in OUTLINES for name in it.markers}
    return not names.isdisjoint(os.path.abspath(folder).split(os.sep))


def _refuse_to_enter(folder: str) -> str:
    raise UnreadableInput(f"Cannot enter `{folder}` (permission denied)", "change its permissions")


def plugin_sources(folders: Iterable[str], dialect: str | None, host: Host) -> Iterator[SourceFile]:
    """The files with hooks of the plugins in these folders; raises UsageError if one is not there or has none."""
    for folder in folders:
        path = project_folder(folder, "--plugin-dir")
        marked = [it.dialect for it in plugins_in(path) if it.folder == path]
        table = by_id(dialect) if dialect else next(iter(marked), None) or dialect_in_use(os.getcwd(), host)
        found = Plugin(table, path).hook_files()
        if not found:
            raise UsageError(f"`{folder}` has no hooks of a plugin of {table.title}", "name the plugin's own folder")
        for it in found:
            name = relative(it, os.getcwd())
            yield SourceFile(name, partial(read_text, it))
