/** Which server is started, as a value: nothing here looks at the machine but through what it is given. */

import { folderOf, isAbsolute, isWithin, join } from "../paths";

export interface Facts {
  readonly trusted: boolean;
  /** The setting `hookwright.server.command`, without what an untrusted workspace sets: the editor leaves that out. */
  readonly command: readonly string[];
  /** Interpreters that settings name which an untrusted workspace has no say in, the most particular first. */
  readonly interpreters: readonly string[];
  readonly folders: readonly string[];
  readonly home: string;
  /** The folders of PATH. */
  readonly path: readonly string[];
  /** Where `uv tool` and `pipx` put commands, where the environment says so. */
  readonly toolFolders: readonly string[];
  /** The folder of the server that came with the extension, and an interpreter that can run it. */
  readonly bundled: Bundled | undefined;
  readonly windows: boolean;
}

export interface Bundled {
  readonly folder: string;
  readonly python: string;
}

// Nothing that is installed beside the interpreter, nor what the environment says to Pythons, changes what is imported.
const ALONE = ["-I", "-S"] as const;

export type Origin = "setting" | "bundled" | "interpreter" | "workspace" | "path" | "tool";

export interface Launch {
  readonly origin: Origin;
  readonly command: string;
  readonly args: readonly string[];
}

export type Resolution =
  { readonly found: true; readonly launch: Launch } | { readonly found: false; readonly looked: readonly string[] };

/** The first server that is there; what an untrusted workspace holds is not looked at. */
export function resolve(facts: Facts, isFile: (path: string) => boolean): Resolution {
  const every = candidates(facts);
  const launch = every.find((it) => it.origin === "setting" || isFile(it.command));
  if (launch !== undefined) return { found: true, launch };
  return { found: false, looked: every.map((it) => it.command) };
}

/** Everything that is looked at, in order. */
export function candidates(facts: Facts): readonly Launch[] {
  const [program, ...rest] = facts.command;
  const found: Launch[] = [];
  if (program !== undefined) {
    found.push({ origin: "setting", command: expandHome(program, facts.home), args: rest });
  }
  if (facts.bundled !== undefined) {
    const { folder, python } = facts.bundled;
    found.push({ origin: "bundled", command: python, args: [...ALONE, join(folder, "launch.py"), "lsp"] });
  }
  const add = (origin: Origin, folder: string): void => {
    const command = join(folder, facts.windows ? "hookwright.exe" : "hookwright");
    if (!found.some((it) => it.command === command)) found.push({ origin, command, args: ["lsp"] });
  };
  for (const it of facts.interpreters) add("interpreter", folderOf(expandHome(it, facts.home)));
  if (facts.trusted) {
    for (const it of facts.folders) add("workspace", join(it, ".venv", facts.windows ? "Scripts" : "bin"));
  }
  for (const it of startFolders(facts)) add("path", it);
  for (const it of [...facts.toolFolders, join(facts.home, ".local", "bin")]) add("tool", it);
  return found;
}

/** The folders of PATH from which programs may be started. */
export function startFolders({
  path,
  trusted,
  folders,
}: Pick<Facts, "path" | "trusted" | "folders">): readonly string[] {
  const absolute = path.filter((it) => isAbsolute(it));
  return trusted ? absolute : absolute.filter((it) => !folders.some((folder) => isWithin(it, folder)));
}

export function expandHome(path: string, home: string): string {
  return /^~($|[\\/])/.test(path) ? home + path.slice(1) : path;
}
