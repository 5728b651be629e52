"""What is said of a converted file: everything that is lost, and whether its hooks still refuse what they refused."""

from __future__ import annotations

from typing import TypedDict

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.view import HookFile
from hookwright.converting.convert import ConvertedFile, Loss, converted_file
from hookwright.engine.plan import Plan
from hookwright.firing.refusals import Compared, compare, plans_for, plans_there
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope


class LossJson(TypedDict):
    """A loss as programs read it; `error`: the new file must not be used as it is."""

    pointer: str
    message: str
    error: bool


class Verdict(Struct, frozen=True):
    """The losses, the errors among them first, and a sentence on what was tried."""

    losses: tuple[Loss, ...]
    tried: str

    @property
    def is_error(self) -> bool:
        """Whether the new file must not be used as it is."""
        return any(it.error for it in self.losses)


class Trial(Struct, frozen=True):
    """The two files whose hooks are to run, and the project that they run in."""

    before: HookFile
    after: HookFile
    project: str
    host: Host

    def runs(self) -> list[tuple[Plan, HookFile]]:
        """Everything that runs, with the file that it comes from; empty if no hook can refuse anything."""
        own = plans_for(self.before, self.after.dialect, self.project, self.host)
        there = plans_there(own, self.before.dialect, self.after, self.project, self.host)
        return [*((plan, self.before) for _, plan in own), *((plan, self.after) for plan in there)]

    async def compared(self) -> Compared:
        """Runs them."""
        return await compare(self.before, self.after, self.project, self.host)


def trial_of(file: HookFile, found: ConvertedFile, new: Dialect, project: str, host: Host) -> Trial:
    """The trial of a file that was converted; `project` is where its hooks run."""
    # The hooks of a plugin become those of the project that its folder is.
    leaves_plugin = file.scope is Scope.PLUGIN and found.place.scope is not Scope.PLUGIN
    after = converted_file(file, new, found.place, found.text)
    return Trial(file, after, file.project if leaves_plugin else project, host)


def verdict(found: ConvertedFile, trial: Trial, compared: Compared | str) -> Verdict:
    """What is said of the file; `compared` is why its hooks were not tried, if they were not."""
    if isinstance(compared, str):
        return Verdict(_sorted(found.losses), f"not tried: {compared}")
    old, new = trial.before.dialect, trial.after.dialect
    lost = {it.pointer for it in compared.let_through}
    kept = compared.refusing - lost
    # What was tried goes before what the text of a script seemed to say.
    losses = [replace(it, error=it.error and it.pointer not in kept) for it in found.losses]
    for it in compared.let_through:
        what = f"the hook refuses the sample `{it.sample}` of `{it.event}` in {old.title}, and nothing does"
        losses.append(Loss(it.pointer, f"{what} in {new.title}: {it.why}", error=True))
    tried = f"tried: of {compared.tried} sample events, {old.title}'s hooks refuse {compared.refused}"
    if not compared.refused:
        return Verdict(_sorted(losses), f"{tried}, so this does not show whether the new file refuses anything")
    end = "" if compared.in_time else "; there was no time for the others"
    verb = "does not refuse" if lost else "refuses"
    return Verdict(_sorted(losses), f"{tried}; the new file {verb} all of them{end}")


def losses_json(losses: tuple[Loss, ...]) -> list[LossJson]:
    """The losses as programs read them."""
    return [{"pointer": it.pointer, "message": it.message, "error": it.error} for it in losses]


def _sorted(losses: list[Loss] | tuple[Loss, ...]) -> tuple[Loss, ...]:
    return tuple(sorted(losses, key=lambda it: not it.error))
