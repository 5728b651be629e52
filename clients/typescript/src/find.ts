/** Where a server is looked for: as the editor extension does it. */

import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, relative } from "node:path";

export interface Place {
  readonly projectDir: string;
  /** Whether programs of the project may be started. */
  readonly trusted: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The paths that are looked at, in order; nothing in a project that is not trusted is one of them. */
export function candidates(place: Place, environment: Environment, home: string, windows: boolean): readonly string[] {
  const path = (environment.PATH ?? "").split(delimiter).filter((it) => isAbsolute(it));
  const tools = [environment.UV_TOOL_BIN_DIR, environment.PIPX_BIN_DIR, environment.XDG_BIN_HOME];
  const folders = [
    ...(place.trusted ? [join(place.projectDir, ".venv", windows ? "Scripts" : "bin")] : []),
    ...path.filter((it) => place.trusted || !isWithin(it, place.projectDir)),
    ...tools.filter((it) => it !== undefined && it !== ""),
    join(home, ".local", "bin"),
  ];
  const name = windows ? "hookwright.exe" : "hookwright";
  return [...new Set(folders.map((it) => join(it ?? "", name)))];
}

/** The first server that is there; undefined if there is none. */
export function find(place: Place): string | undefined {
  return candidates(place, process.env, homedir(), process.platform === "win32").find(isProgram);
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !/^\.\.[\\/]/.test(way);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
