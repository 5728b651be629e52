/** What `python --version` says, and what to say to somebody whose Python does not do. */

import type { L10n } from "../shared/l10n";

export const OLDEST = [3, 11] as const;

export interface Python {
  readonly command: string;
  readonly version: readonly [number, number];
}

export type Need = "python" | "newer-python" | "server";

/** The version out of `Python 3.12.1`; undefined where it is not one. */
export function readVersion(said: string): readonly [number, number] | undefined {
  const match = /Python (\d+)\.(\d+)/.exec(said);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}

export function isNewEnough(python: Python): boolean {
  const [major, minor] = python.version;
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** What is missing where no server was found. */
export function missing(pythons: readonly Python[]): Need {
  if (pythons.length === 0) return "python";
  return pythons.some(isNewEnough) ? "server" : "newer-python";
}

const MOST_NAMED = 3;

/** The interpreters with their versions for a message, the newest first. */
export function triedWords(l10n: L10n, pythons: readonly Python[]): string {
  const sorted = [...pythons].sort((a, b) => b.version[0] - a.version[0] || b.version[1] - a.version[1]);
  const named = sorted.slice(0, MOST_NAMED).map((it) => `${it.command} (${it.version.join(".")})`);
  const more = sorted.length - named.length;
  return more > 0 ? l10n.t("{0} and {1} more", named.join(", "), more) : named.join(", ");
}
