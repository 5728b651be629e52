/** The states of guards in the user's language, for the Hooks view and the results panel. */

import type { Guards, ShownGuard } from "../shared/attacks";
import type { GuardState, HookTree } from "../shared/methods";
import type { L10n } from "../shared/words";

/** Whether it guards on this machine, and what an attack came to; of another hook, that it does not start. */
export function guardWords(l10n: L10n, guard: GuardState): string {
  if (!guard.isGuard) return l10n.t("does not run here");
  if (guard.attacked === null) return stateWords(l10n, guard.state);
  const { stopped, dangerous } = guard.attacked;
  return l10n.t("{0} ({1} of {2})", stateWords(l10n, guard.state), stopped, dangerous);
}

/** The guards of a tree by the ids of their hooks. */
export function guardsOf(l10n: L10n, tree: HookTree | undefined): Guards {
  const hooks = tree?.dialects.flatMap((it) => it.events.flatMap((event) => event.hooks)) ?? [];
  return Object.fromEntries(
    hooks.flatMap(({ hook, guard }) => (guard === null ? [] : [[hook.id, shown(l10n, guard)] as const])),
  );
}

function shown(l10n: L10n, guard: GuardState): ShownGuard {
  const { state, says, canAttack } = guard;
  return { state, words: guardWords(l10n, guard), says, canAttack };
}

function stateWords(l10n: L10n, state: GuardState["state"]): string {
  switch (state) {
    case "holds":
      return l10n.t("guard holds");
    case "leaks":
      return l10n.t("guard leaks");
    case "dead":
      return l10n.t("guard dead");
    case "unknown":
      return l10n.t("guard unknown");
  }
}
