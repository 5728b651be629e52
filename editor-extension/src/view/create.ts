/** Makes the first hook file of a project, with a hook that can be fired at once; none that is there is touched. */

import * as vscode from "vscode";
import { starters } from "../../shared/methods";

type Starter = (typeof starters)[number];

export async function createHookFile(): Promise<void> {
  const folder = await chosenFolder();
  if (folder === undefined) return;
  const starter = await chosenStarter();
  if (starter === undefined) return;
  const uri = vscode.Uri.joinPath(folder.uri, ...starter.path.split("/"));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(starter.text) });
  if (!(await exists(uri)) && !(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showErrorMessage(vscode.l10n.t("Could not create {0}.", starter.path));
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== starter.text) {
    void vscode.window.showInformationMessage(vscode.l10n.t("{0} already exists and was not changed.", starter.path));
  }
  await vscode.window.showTextDocument(document);
}

async function chosenFolder(): Promise<vscode.WorkspaceFolder | undefined> {
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
