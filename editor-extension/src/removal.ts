/** Removes all of hookwright's data from this machine, once the user has seen what that is; no project is touched. */

import { readdir, rm, rmdir } from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { entriesOf, stateFolder, type Entry, type Kind } from "./data";
import type { Report } from "../shared/methods";
import type { Keys } from "./models/keys";
import type { Server } from "./server/server";

const { l10n } = vscode;

type Context = Pick<vscode.ExtensionContext, "globalState" | "workspaceState" | "globalStorageUri" | "storageUri">;

export async function removeData(server: Server, keys: Keys, context: Context): Promise<void> {
  const folder = await folderOf(server);
  const entries = entriesOf(folder, await readdir(folder).catch(() => []));
  const remove = l10n.t("Remove");
  const detail = [
    ...namesOf(entries, folder),
    l10n.t("what this extension remembers, such as your progress in the walkthrough"),
    l10n.t("the keys of language models, in the editor's secret storage"),
  ];
  const asked = l10n.t("Remove all hookwright data?");
  const note = l10n.t("Hook files, tests and samples in your projects are not touched. This cannot be undone.");
  const shown = `${detail.map((it) => `- ${it}`).join("\n")}\n\n${note}`;
  if ((await vscode.window.showWarningMessage(asked, { modal: true, detail: shown }, remove)) !== remove) return;
  const ran = server.wanted;
  try {
    await server.stop();
    await keys.deleteAll();
    await removeAll(entries, folder, context);
    void vscode.window.showInformationMessage(l10n.t("Removed: {0}.", detail.join("; ")));
  } catch (error) {
    void vscode.window.showErrorMessage(l10n.t("Not everything could be removed: {0}", String(error)));
  }
  if (ran) await server.restart();
}

/** The server knows best, as its command may set the environment. */
async function folderOf(server: Server): Promise<string> {
  const client = await server.present().catch(() => undefined);
  const status = await client?.sendRequest<Report>("hookwright/status", {}).catch(() => undefined);
  const journal = (status?.data["journal"] as { readonly path?: unknown } | undefined)?.path;
  if (typeof journal === "string") return path.dirname(journal);
  return stateFolder(process.env, os.homedir(), process.platform);
}

function namesOf(entries: readonly Entry[], folder: string): readonly string[] {
  const names: Readonly<Record<Kind, string>> = {
    journal: l10n.t("the journal of fired hooks, in {0}", folder),
    consents: l10n.t("the commands that you agreed to, in {0}", folder),
    copies: l10n.t("copies of workspaces that were left behind, in {0}", folder),
    recording: l10n.t("what recording has changed in hook files, in {0}", folder),
    readings: l10n.t("what was read of scripts, in {0}", folder),
  };
  return [...new Set(entries.map((it) => names[it.kind]))];
}

async function removeAll(entries: readonly Entry[], folder: string, context: Context): Promise<void> {
  const stored = [context.globalStorageUri, context.storageUri].flatMap((it) => (it === undefined ? [] : [it.fsPath]));
  for (const it of [...entries.map((it) => it.path), ...stored]) await rm(it, { recursive: true, force: true });
  await rmdir(folder).catch(() => undefined);
  for (const memory of [context.globalState, context.workspaceState]) {
    for (const key of memory.keys()) await memory.update(key, undefined);
  }
}
