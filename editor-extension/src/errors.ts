/** The codes of errors, the server's and those of the API for other extensions, and what they say of a refusal. */

import type { L10n } from "../shared/words";

export const UNTRUSTED = -32010;
export const NOT_AGREED = -32011;
export const NO_SERVER = -32012;
export const UNSUPPORTED = -32013;
export const INTERNAL = -32603;
export const CANCELLED = -32800;

export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : undefined;
}

/** Whether the user was asked and said no: a question that was not answered is explained by the server. */
export function isDeclined(error: unknown): boolean {
  if (codeOf(error) !== NOT_AGREED) return false;
  const data: unknown = error instanceof Error && "data" in error ? error.data : undefined;
  const isObject = typeof data === "object" && data !== null;
  return !isObject || !("reason" in data) || data.reason === "not agreed";
}

/** What is said where no hook can be run, as on Windows. */
export function unsupported(l10n: L10n): string {
  return l10n.t(
    "Firing hooks needs Linux or macOS. On Windows, open the folder in WSL; everything else works here too.",
  );
}
