/** What the Test Explorer says of a request that the server has refused. */

import type { L10n } from "../../shared/l10n";
import { CANCELLED, codeOf, isDeclined, NOT_AGREED, UNTRUSTED } from "../codes";
import { errored, skipped, type Verdict } from "./verdict";

export function failureVerdict(l10n: L10n, error: unknown): Verdict {
  const code = codeOf(error);
  if (code === NOT_AGREED) {
    const declined = l10n.t("Nothing was fired, as you did not agree to its command.");
    return skipped(isDeclined(error) ? declined : messageOf(error));
  }
  if (code === UNTRUSTED) {
    return skipped(l10n.t("Nothing was fired: hooks run commands, and this workspace is not trusted."));
  }
  if (code === CANCELLED) return skipped(l10n.t("Cancelled."));
  return errored(messageOf(error));
}

/** Whether the user has not said yes: those who do not answer once are not asked for each of the others. */
export function isRefusal(error: unknown): boolean {
  return codeOf(error) === NOT_AGREED;
}

/** What is said of those that would have come after one that the user said no to: he is not asked for each of them. */
export function leftOutVerdict(l10n: L10n): Verdict {
  return skipped(l10n.t("Not run: you did not agree to a command before it, which ended the whole run."));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
