/** Says what is missing where no server was found, which interpreters were tried, and how the server is installed. */

import * as vscode from "vscode";
import type { Where } from "./interpreters";
import { isFile, pythons, versionOf } from "./machine";
import { missing, OLDEST, triedWords, whyUnused, type Python } from "./interpreters";
import { expandHome, type Launch } from "./resolve";

export interface Guidance {
  readonly message: string;
  /** For the log: each interpreter that was tried, and those that settings name and that are not there. */
  readonly tried: readonly string[];
}

export async function guidanceFor(where: Where): Promise<Guidance> {
  const found = await pythons(where);
  const named = where.interpreters.map((it) => expandHome(it, where.home));
  const gone = named.filter((it) => !isFile(it));
  const tried = [
    ...found.map(({ command, version }) => `${command} (Python ${version.join(".")})`),
    ...gone.map((it) => `${it} (named in the settings; not an executable file)`),
  ];
  return { message: messageFor(found, gone), tried };
}

/** Leads to how a server is installed, or chosen. */
export async function guide({ message }: Guidance): Promise<void> {
  const install = vscode.l10n.t("How to Install");
  const choose = vscode.l10n.t("Choose a Server");
  const log = vscode.l10n.t("Show Log");
  const chosen = await vscode.window.showWarningMessage(message, install, choose, log);
  if (chosen === install) await vscode.commands.executeCommand("hookwright.openWalkthrough");
  else if (chosen === choose) await openServerSettings();
  else if (chosen === log) await vscode.commands.executeCommand("hookwright.showLog");
}

/** Why the server that is started does not run with the Python of `hookwright.server.python`; undefined if it does. */
export async function unusedPython(setting: string, home: string, launch: Launch): Promise<string | undefined> {
  if (setting === "") return undefined;
  const named = expandHome(setting, home);
  const there = isFile(named);
  const python = there ? await versionOf(named) : undefined;
  const { l10n } = vscode;
  switch (whyUnused(named, there, python, launch)) {
    case "no-file":
      return l10n.t("The setting hookwright.server.python names {0}, which is not an executable file.", named);
    case "no-python":
      return l10n.t("The setting hookwright.server.python names {0}, which is not a Python interpreter.", named);
    case "too-old":
      return l10n.t(
        "The setting hookwright.server.python names {0}, which is Python {1}. The server needs {2} or newer.",
        ...[named, (python?.version ?? []).join("."), OLDEST.join(".")],
      );
    case "no-server":
      return l10n.t("The setting hookwright.server.python names {0}, but hookwright is not installed there.", named);
    case undefined:
      return undefined;
  }
}

/** Says it once, with the server that is used instead and the way to the setting. */
export async function warnOfSetting(why: string, launch: Launch): Promise<void> {
  const open = vscode.l10n.t("Open Settings");
  const message = `${why} ${vscode.l10n.t("Using {0} instead.", launch.command)}`;
  if ((await vscode.window.showWarningMessage(message, open)) === open) await openServerSettings();
}

export function openServerSettings(): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", "hookwright.server");
}

function messageFor(found: readonly Python[], gone: readonly string[]): string {
  const [first] = gone;
  if (first !== undefined) {
    return vscode.l10n.t("The Python named in the settings is not an executable file: {0}.", first);
  }
  const oldest = OLDEST.join(".");
  const tried = triedWords(vscode.l10n, found);
  switch (missing(found)) {
    case "python":
      return vscode.l10n.t("Agent Hooks needs Python {0} or newer, but found none on the PATH.", oldest);
    case "newer-python":
      return vscode.l10n.t("Agent Hooks needs Python {0} or newer. Tried: {1}.", oldest, tried);
    case "server":
      return vscode.l10n.t("The hookwright server is not installed for any Python here. Tried: {0}.", tried);
  }
}
