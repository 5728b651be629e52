"""A section of a spec, laid out on the disk: what probes look at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace
from tests.markers import Block, Section
from tests.probes.disk import SpecDisk
from tests.probes.linting import scripted_linter

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.check_scripts import check_script
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Rule, ScriptChange, Subject
from hookwright.analysis.samples.files import SampleFile, sample_file
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.script_uses import script_runs, script_subjects
from hookwright.analysis.settings import FILE_NAME
from hookwright.analysis.settings.file import NO_SETTINGS, Settings, read_settings
from hookwright.config.loading import files_beside
from hookwright.config.read import read_for
from hookwright.config.view import HookFile
from hookwright.host import Host
from hookwright.readers.case import Ground
from hookwright.readers.choice import readers
from hookwright.scripts.library import ScriptLibrary
from hookwright.syntax.edit import apply
from hookwright.text import Edit
from hookwright.workflows.file_writing import change_script as apply_change

EXECUTABLE, CRLF, OPEN = "executable", "crlf", "open"
"""What follows the language of a block whose file has its x bits, lines as on Windows, or may be written by all."""


@dataclass(frozen=True, slots=True)
class Case:
    """One section, with its files written below `project` and `home`."""

    section: Section
    project: Path
    home: Path

    @property
    def elsewhere(self) -> Path:
        """The folder that stands for the rest of the machine, where scripts are created."""
        return self.project.parent / "elsewhere"

    def path(self, block: Block) -> Path:
        """Where the file of an input block lies; a path below `~/` is in the home folder."""
        assert block.path is not None
        if block.path.startswith("~/"):
            return self.home / block.path[2:]
        return self.project / block.path

    def hook_file(self, block: Block, text: str | None = None) -> HookFile | None:
        """The input block as its dialect reads it (or another text in its place); None where it is no hook file."""
        path = str(self.path(block))
        found = readers(path, block.text, str(self.project), str(self.home))
        if not found:
            return None
        # One whose dialect is only guessed is fixed here too.
        ground = Ground.PLACE if found[0].ground.is_placed else None
        return replace(read_for(path, block.text if text is None else text, found), ground=ground)

    def hook_files(self) -> list[tuple[Block, HookFile]]:
        """The input blocks that are hook files."""
        found = [(block, self.hook_file(block)) for block in self.section.inputs]
        return [(block, file) for block, file in found if file is not None]

    def diagnostics(self, file: HookFile) -> tuple[Diagnostic, ...]:
        """What the rules say; a rule that raises fails the test.  The PATH is `~/bin`, where there is one."""
        earlier, later = files_beside(file, Host({}, str(self.home)))
        target = self.settings.versions.get(file.dialect.id, "")
        subject = Subject(file, str(self.project), self._disk, earlier, later, scripted_linter(self.section), target)
        return check_file(subject, on_defect=_raise)

    def scripts(self) -> list[tuple[Block, ScriptSubject]]:
        """The input blocks that are scripts which hooks of the section run."""
        runs = [it for _, file in self.hook_files() for it in script_runs(Subject(file, str(self.project), self._disk))]
        found = script_subjects(runs, ScriptLibrary(), self._disk)
        blocks = {str(self.path(block).resolve()): block for block in self.section.inputs}
        return [(blocks[path], it) for it in found if (path := str(Path(it.path).resolve())) in blocks]

    def script_diagnostics(self, script: ScriptSubject) -> tuple[Diagnostic, ...]:
        """What the rules say of a script; a rule that raises fails the test."""
        return check_script(script, on_defect=_raise)

    @property
    def _disk(self) -> SpecDisk:
        programs = self.home / "bin"
        return SpecDisk(RealDisk(str(self.home), str(programs) if programs.is_dir() else ""), self.elsewhere)

    @property
    def settings(self) -> Settings:
        """What the section's `hookwright.json` says; of it, diagnostics heed the versions of agents alone."""
        texts = (it.text for it in self.section.inputs if self.path(it).name == FILE_NAME)
        return next((read_settings(it, str(self.project)).settings for it in texts), NO_SETTINGS)

    def cursor(self) -> tuple[HookFile, int]:
        """The hook file that has the cursor, and its offset."""
        for block, file in self.hook_files():
            if block.cursor is not None:
                return file, block.cursor
        raise AssertionError("the section has no cursor")

    def settings_cursor(self) -> tuple[str, int] | None:
        """The text of the settings file, and the offset of the cursor in it; None where none has one."""
        for block in self.section.inputs:
            if block.cursor is not None and self.path(block).name == FILE_NAME:
                return block.text, block.cursor
        return None

    def sample_cursor(self) -> tuple[str, int, SampleFile] | None:
        """The text of the sample, the offset of the cursor in it, and what its place says; None where none has one."""
        for block in self.section.inputs:
            sample = sample_file(str(self.path(block)))
            if block.cursor is not None and sample is not None:
                return block.text, block.cursor, sample
        return None


def lay_out(section: Section, project: Path, home: Path) -> Case:
    """Write the section's files."""
    case = Case(section, project, home)
    for block in section.inputs:
        path = case.path(block)
        path.parent.mkdir(parents=True, exist_ok=True)
        words = block.argument.split() if path.suffix != ".json" else []
        path.write_text(block.text.replace("\n", "\r\n") if CRLF in words else block.text, encoding="utf-8")
        path.chmod((0o755 if EXECUTABLE in words else 0o644) | (0o002 if OPEN in words else 0))
    return case


def edited(file: HookFile, edits: tuple[Edit, ...]) -> str:
    """The file's text after the edits."""
    return apply(file.tree.text, edits)


def change_script(case: Case, change: ScriptChange) -> Path:
    """Do to the script what a fix wants, and answer its path; nothing is written outside of the case's folders."""
    path = Path(change.path)
    if not any(path.is_relative_to(it) for it in (case.project, case.home)):
        path = Path(f"{case.elsewhere}{change.path}")
    apply_change(replace(change, path=str(path)))
    return path


def _raise(rule: Rule, error: Exception) -> None:
    raise AssertionError(f"{rule.name} failed") from error
