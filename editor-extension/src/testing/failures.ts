/** What the Test Explorer says of a request that the server has refused. */

import { errored, skipped, type Verdict, type Words } from "./verdict";

const UNTRUSTED = -32010;
const NOT_AGREED = -32011;
const CANCELLED = -32800;

export function failureVerdict(l10n: Words, error: unknown): Verdict {
  const code = codeOf(error);
  if (code === NOT_AGREED) return skipped(l10n.t("Nothing was fired, as you did not agree to its command."));
  if (code === UNTRUSTED) {
    return skipped(l10n.t("Nothing was fired: hooks run commands, and this workspace is not trusted."));
  }
  if (code === CANCELLED) return skipped(l10n.t("Cancelled."));
  return errored(error instanceof Error ? error.message : String(error));
}

/** Whether the user was asked, and has said no. */
export function isRefusal(error: unknown): boolean {
  return codeOf(error) === NOT_AGREED;
}

/** What is said of those that would have come after one that the user said no to: he is not asked for each of them. */
export function leftOutVerdict(l10n: Words): Verdict {
  return skipped(l10n.t("Not run: you did not agree to a command before it, which ended the whole run."));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
