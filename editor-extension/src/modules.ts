/** Has the editor's Python tools find `hookwright.modules`, once the user says so. */

import * as path from "node:path";
import * as vscode from "vscode";
import type { ModuleTypes } from "../shared/methods";
import { complain } from "./refusals";
import type { Server } from "./server/server";

const OFFERED = "hookwright.moduleTypes.offered";
const MODULE = { scheme: "file", pattern: "**/.pi/hooks/*.py" };
const COMMAND = "hookwright.addModuleTypes";

export function registerModules(server: Server, memory: vscode.Memento): vscode.Disposable {
  const offer = (document: vscode.TextDocument): void => void offerOnce(server, memory, document);
  vscode.workspace.textDocuments.forEach(offer);
  return vscode.Disposable.from(
    vscode.commands.registerCommand(COMMAND, () => addTypes(server)),
    vscode.workspace.onDidOpenTextDocument(offer),
  );
}

/** Only if there is a tool that would not find them; whatever the answer, the user is not asked again there. */
async function offerOnce(server: Server, memory: vscode.Memento, document: vscode.TextDocument): Promise<void> {
  if (vscode.languages.match(MODULE, document) === 0 || memory.get(OFFERED) === true) return;
  if (!vscode.workspace.isTrusted || !hasAnalysis() || (await isThere(server))) return;
  await memory.update(OFFERED, true);
  const { l10n } = vscode;
  const add = l10n.t("Add to Workspace Settings");
  const asked = l10n.t(
    "Python tools do not find hookwright.modules here. Add its folder to python.analysis.extraPaths?",
  );
  if ((await vscode.window.showInformationMessage(asked, add, l10n.t("No"))) === add) await addTypes(server);
}

async function addTypes(server: Server): Promise<void> {
  try {
    const folder = await folderOf(server);
    if (folder === undefined) return;
    const { l10n } = vscode;
    if (!hasAnalysis() || vscode.workspace.workspaceFolders === undefined) {
      const copy = l10n.t("Copy Path");
      const message = l10n.t("Add this folder to the paths of your Python tools: {0}", folder);
      if ((await vscode.window.showInformationMessage(message, copy)) === copy)
        await vscode.env.clipboard.writeText(folder);
      return;
    }
    const before = extraPaths();
    if (before.includes(folder))
      return void vscode.window.showInformationMessage(l10n.t("It is already there: {0}", folder));
    const { Workspace } = vscode.ConfigurationTarget;
    await vscode.workspace.getConfiguration("python.analysis").update("extraPaths", [...before, folder], Workspace);
    void vscode.window.showInformationMessage(l10n.t("Added to python.analysis.extraPaths: {0}", folder));
  } catch (error) {
    complain(error);
  }
}

/** The folder that `hookwright` is imported from. */
async function folderOf(server: Server): Promise<string | undefined> {
  const client = await server.running();
  return client && (await client.sendRequest<ModuleTypes>("hookwright/moduleTypes", {})).path;
}

async function isThere(server: Server): Promise<boolean> {
  const folder = await folderOf(server).catch(() => undefined);
  return folder === undefined || extraPaths().some((it) => path.resolve(it) === path.resolve(folder));
}

function extraPaths(): readonly string[] {
  const found: unknown = vscode.workspace.getConfiguration("python.analysis").get("extraPaths");
  return Array.isArray(found) ? found.filter((it) => typeof it === "string") : [];
}

/** Whether an extension brings the setting. */
function hasAnalysis(): boolean {
  return vscode.workspace.getConfiguration("python.analysis").inspect("extraPaths")?.defaultValue !== undefined;
}
