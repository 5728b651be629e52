"""Asks a guard, before an attack, what it is meant to stop, and what of that it lets pass or stops by mistake."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hookwright.attacking.asking.acts import with_acts
from hookwright.attacking.asking.beside_list import with_files_beside_the_list
from hookwright.attacking.asking.bounds import with_bounds
from hookwright.attacking.asking.branch_names import with_names_of_branches
from hookwright.attacking.asking.by_branch import with_forms, without_allowed_elsewhere
from hookwright.attacking.asking.by_client import with_clients
from hookwright.attacking.asking.by_name import with_targets
from hookwright.attacking.asking.by_server import with_statements
from hookwright.attacking.asking.by_variable import with_variable_before
from hookwright.attacking.asking.choice import require_answers, require_choice
from hookwright.attacking.asking.covering import covered
from hookwright.attacking.asking.deleting import with_folder, with_kept_files
from hookwright.attacking.asking.excepting import with_exceptions
from hookwright.attacking.asking.instructions import with_instructions
from hookwright.attacking.asking.known_dangers import with_known_dangers
from hookwright.attacking.asking.listing import with_list
from hookwright.attacking.asking.masked import without_masks
from hookwright.attacking.asking.messages import with_messages
from hookwright.attacking.asking.moving import with_moves
from hookwright.attacking.asking.narrowing import with_rules_of_files
from hookwright.attacking.asking.near_files import with_dead_entries, with_folders, with_names_of_secrets
from hookwright.attacking.asking.only_deleted import without_what_is_only_kept
from hookwright.attacking.asking.other_branch import Branches, branches, with_seeds
from hookwright.attacking.asking.probing import with_own_patterns
from hookwright.attacking.asking.recipes import with_scripts
from hookwright.attacking.asking.searching import searched
from hookwright.attacking.asking.shut import shut
from hookwright.attacking.asking.staged_changes import Gate, keep_staged, staged_gate, without_unclean
from hookwright.attacking.asking.staged_files import with_staged_files
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.asking.unreached_rules import with_rules
from hookwright.attacking.asking.written import with_contents
from hookwright.attacking.forms.model import Variant
from hookwright.attacking.forms.ordinary import ordinary
from hookwright.attacking.own.advice import with_recommended
from hookwright.attacking.texts.meant import Meant, require_aims

_ASKED = (
    with_list,
    with_own_patterns,
    with_known_dangers,
    with_statements,
    with_variable_before,
    with_clients,
    without_what_is_only_kept,
    with_kept_files,
    with_folder,
    with_staged_files,
    with_names_of_branches,
    with_rules,
    with_instructions,
    with_rules_of_files,
    with_files_beside_the_list,
    with_contents,
    with_bounds,
    with_folders,
    with_targets,
    without_masks,
    with_names_of_secrets,
    with_dead_entries,
    with_scripts,
    with_exceptions,
)


class Aimed(Struct, frozen=True, kw_only=True):
    """What an attack is about: the aims, the branch of each call, and what a commit needs to pass.

    `usual` are harmless calls that no aim is about.  The guard refuses the `alarms`, which are harmless, and lets the
    `covers` pass, which do harm.
    """

    meant: Meant
    on: Branches
    gate: Gate | None
    usual: Sequence[Variant]
    alarms: Sequence[Variant]
    covers: Sequence[Variant]
    notes: Sequence[str]


async def aimed(trial: Trial, meant: Meant, count: int | None, room: tuple[int | None, int | None]) -> Aimed:
    """What an attack with `count` calls is about; the copies are then as the calls need them.

    There is `room` for so many alarms and so many covers: what is not sent afterwards need not be searched.  Raises
    UsageError if the guard refuses every call, fails on each, or is meant to stop nothing that is known.
    """
    await require_choice(trial)
    gate = await staged_gate(trial)
    if gate is not None:
        gate = await keep_staged(trial, meant, gate)
    notes = await shut(trial)
    gate = gate or await staged_gate(trial)
    on = await branches(trial)
    meant, *here_and_there = with_forms(await with_acts(trial, meant, on), trial.guard, on)
    for asked in _ASKED:
        meant = await asked(trial, meant)
    meant = await without_allowed_elsewhere(trial, meant, on)
    meant = await with_messages(trial, meant, on)
    if not meant.aims:
        require_answers(trial)
    require_aims(meant, trial.guard.dangers)
    if gate is not None and gate.kept is not None:
        meant = without_unclean(meant)
    meant = with_recommended(meant, trial.guard.texts)
    usual = tuple(ordinary(trial.guard.texts))
    of_alarms, of_covers = room
    alarms = await searched(trial, meant, usual, count) if of_alarms != 0 else []
    on = await with_seeds(on, trial, meant.aims, *here_and_there)
    meant, on, moved = await with_moves(trial, meant, on)
    return Aimed(
        meant=meant,
        on=on,
        gate=gate,
        usual=usual,
        alarms=[*moved, *alarms],
        covers=await covered(trial, meant.aims, on.put, of_covers),
        notes=[*(gate.notes() if gate is not None else ()), *notes, *on.notes()],
    )
