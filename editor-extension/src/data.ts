/** Which files are hookwright's own data on this machine: nothing else in their folder is, nor anything in a project. */

import * as path from "node:path";

export type Kind = "journal" | "consents" | "copies" | "recording" | "readings";

const PATTERNS: Readonly<Record<Kind, RegExp>> = {
  journal: /^journal\.sqlite3([-.].*)?$/,
  consents: /^consents\.sqlite3([-.].*)?$/,
  copies: /^scratch$/,
  recording: /^recording\.json$/,
  readings: /^readings$/,
};
const KINDS = Object.keys(PATTERNS) as readonly Kind[];

export interface Entry {
  readonly kind: Kind;
  readonly path: string;
}

/** The data among the names in the state folder. */
export function entriesOf(folder: string, names: readonly string[]): readonly Entry[] {
  return KINDS.flatMap((kind) =>
    names.filter((it) => PATTERNS[kind].test(it)).map((it) => ({ kind, path: path.join(folder, it) })),
  );
}

/** The state folder as the server chooses it, where no server can be asked. */
export function stateFolder(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
  platform: string,
): string {
  const { HOOKWRIGHT_STATE_DIR: named = "", XDG_STATE_HOME: base = "", LOCALAPPDATA: local = "" } = environment;
  if (named !== "") return path.resolve(named);
  if (path.isAbsolute(base)) return path.join(base, "hookwright");
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "hookwright");
  if (platform === "win32") return path.join(local || path.join(home, "AppData", "Local"), "hookwright");
  return path.join(home, ".local", "state", "hookwright");
}
