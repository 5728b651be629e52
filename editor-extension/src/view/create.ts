/** Makes the first hook file of a project, with a guard and its test; none that is there is overwritten. */

import * as vscode from "vscode";
import { starters, type AddedGuards } from "../../shared/methods";
import type { Server } from "../server/server";

type Starter = (typeof starters)[number];

export async function createHookFile(server: Server): Promise<void> {
  const folder = await chosenFolder();
  if (folder === undefined) return;
  const starter = await chosenStarter();
  if (starter === undefined) return;
  const uri = vscode.Uri.joinPath(folder.uri, ...starter.path.split("/"));
  const isThere = await exists(uri);
  if (!isThere && (await addGuards(server, folder, starter))) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    return;
  }
  await createStarter(uri, starter, isThere);
}

/** The guard is written by the server, which sets the bits with which scripts can be run; whether it was. */
async function addGuards(server: Server, folder: vscode.WorkspaceFolder, starter: Starter): Promise<boolean> {
  if (!vscode.workspace.isTrusted || folder.uri.scheme !== "file") return false;
  const client = await server.running();
  const params = { projectDir: folder.uri.fsPath, dialect: starter.dialect };
  const added = await client?.sendRequest<AddedGuards>("hookwright/addGuards", params).catch((error: unknown) => {
    void vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  });
  return added !== undefined;
}

/** A hook file alone, where nobody may write scripts yet, or a guard is not to be had. */
async function createStarter(uri: vscode.Uri, starter: Starter, isThere: boolean): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(starter.text) });
  if (!isThere && !(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showErrorMessage(vscode.l10n.t("Could not create {0}.", starter.path));
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== starter.text) {
    void vscode.window.showInformationMessage(vscode.l10n.t("{0} already exists and was not changed.", starter.path));
  }
  await vscode.window.showTextDocument(document);
}

/** The folder that is meant; asks if there are several. */
export async function chosenFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const every = vscode.workspace.workspaceFolders ?? [];
  if (every.length > 1) return vscode.window.showWorkspaceFolderPick();
  if (every.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t("Open a folder first."));
  return every[0];
}

async function chosenStarter(): Promise<Starter | undefined> {
  const items = starters.map((it) => ({ label: it.title, description: it.path, starter: it }));
  const placeHolder = vscode.l10n.t("Select an agent");
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.starter;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
