/** What the Test Explorer says of a request that the server has refused. */

import { errored, skipped, type Verdict, type Words } from "./verdict";

const UNTRUSTED = -32010;
const NOT_AGREED = -32011;
const CANCELLED = -32800;

export function failureVerdict(l10n: Words, error: unknown): Verdict {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === NOT_AGREED) return skipped(l10n.t("Nothing was fired, as you did not agree to its command."));
  if (code === UNTRUSTED) {
    return skipped(l10n.t("Nothing was fired: hooks run commands, and this workspace is not trusted."));
  }
  if (code === CANCELLED) return skipped(l10n.t("Cancelled."));
  return errored(error instanceof Error ? error.message : String(error));
}
