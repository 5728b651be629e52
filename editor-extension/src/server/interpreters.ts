/** The Python interpreters of a machine: which are asked, what their answers say, and whether one can run the server. */

import type { L10n } from "../../shared/words";
import { folderOf, join } from "../paths";
import { expandHome, startFolders, type Facts, type Launch } from "./resolve";

/** `bundled/bundle.json`: what `uname -m` says on its machines, and how the native modules of its Pythons end. */
export interface Manifest {
  readonly machine: string;
  readonly suffixes: readonly string[];
}

/** The manifest out of its text; undefined if there is none. */
export function readManifest(text: string): Manifest | undefined {
  return text === "" ? undefined : (JSON.parse(text) as Manifest);
}

export interface Interpreter {
  readonly path: string;
  readonly machine: string;
  readonly suffix: string;
}

/** What an interpreter is asked; a Python that is too old for it does not answer. */
export const QUESTION =
  'import _imp, os, sys; print(sys.executable, os.uname().machine, *_imp.extension_suffixes()[:1], sep="\\n")';

/** The answer; undefined if it cannot be read. For a shim, the interpreter behind it answers. */
export function readInterpreter(said: string): Interpreter | undefined {
  const [path = "", machine = "", suffix = ""] = said.trimEnd().split(/\r?\n/);
  return path !== "" && suffix.startsWith(".") ? { path, machine, suffix } : undefined;
}

/** Whether it finds a native module of its own in the bundle: of its version, its C library and its machine. */
export function runs(manifest: Manifest, it: Interpreter): boolean {
  return manifest.suffixes.includes(it.suffix) && manifest.machine === it.machine;
}

/** What decides which interpreters may be asked. */
export type Where = Pick<Facts, "trusted" | "interpreters" | "folders" | "home" | "path" | "windows">;

const NAMES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];

/** The interpreters that may run it, the likeliest first: those that settings name, then those of PATH. */
export function interpreters(where: Where, isFile: (path: string) => boolean): readonly string[] {
  const named = where.interpreters.map((it) => expandHome(it, where.home));
  const folders = startFolders(where);
  const files = where.windows ? ["python.exe"] : NAMES;
  const found = files.flatMap((name) => folders.map((it) => join(it, name)));
  return [...new Set([...named, ...found])].filter(isFile);
}

export const OLDEST = [3, 11] as const;

export interface Python {
  readonly command: string;
  readonly version: readonly [number, number];
}

export type Need = "python" | "newer-python" | "server";

/** The version out of `Python 3.12.1`; undefined if it is not one. */
export function readVersion(said: string): readonly [number, number] | undefined {
  const match = /Python (\d+)\.(\d+)/.exec(said);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}

export function isNewEnough(python: Python): boolean {
  const [major, minor] = python.version;
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Why a server does not run with the Python that a setting names. */
export type Unused = "no-file" | "no-python" | "too-old" | "no-server";

/** `found` is what the named file said of its version; undefined if the server runs with it. */
export function whyUnused(
  named: string,
  isFile: boolean,
  found: Python | undefined,
  launch: Launch,
): Unused | undefined {
  if (launch.origin === "setting") return undefined;
  if (!isFile) return "no-file";
  if (found === undefined) return "no-python";
  if (!isNewEnough(found)) return "too-old";
  const beside = launch.command === named || folderOf(launch.command) === folderOf(named);
  return launch.origin === "bundled" || beside ? undefined : "no-server";
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
