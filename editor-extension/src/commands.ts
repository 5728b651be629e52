/** The commands of the palette and of the lenses. */

import * as vscode from "vscode";
import { ExecuteCommandRequest, ResponseError } from "vscode-languageclient/node";
import { serverCommands, type FireParams } from "./methods";
import type { Server } from "./server";

const UNTRUSTED = -32010;
const NOT_AGREED = -32011;
const CANCELLED = -32800;

const PLACED = new Set(["hookwright.fire", "hookwright.fireScratch", "hookwright.explain"]);
const FIRING = new Set(["hookwright.fire", "hookwright.fireScratch"]);

export function registerCommands(server: Server): vscode.Disposable {
  const own = serverCommands.map((name) =>
    vscode.commands.registerCommand(name, (argument?: object) => execute(server, name, argument)),
  );
  return vscode.Disposable.from(...own);
}

async function execute(server: Server, name: string, argument: object | undefined): Promise<unknown> {
  const given = argument ?? (PLACED.has(name) ? atCursor() : {});
  if (given === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Open a hook file, and put the cursor on a hook."));
    return undefined;
  }
  if (FIRING.has(name) && !vscode.workspace.isTrusted) return refuse();
  const client = await server.running();
  if (client === undefined) return undefined;
  const params = { command: name, arguments: [given] };
  try {
    return await withProgress(name, (token) => client.sendRequest(ExecuteCommandRequest.type, params, token));
  } catch (error) {
    return complain(error);
  }
}

function atCursor(): FireParams | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

/** Hooks may run for long: those are shown with a button that ends them. */
function withProgress<T>(name: string, task: (token: vscode.CancellationToken) => Thenable<T>): Thenable<T> {
  if (!FIRING.has(name)) return task(new vscode.CancellationTokenSource().token);
  const title = name === "hookwright.fire" ? vscode.l10n.t("Firing hooks") : vscode.l10n.t("Firing hooks on a copy");
  const shown = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(shown, (_, token) => task(token));
}

function complain(error: unknown): undefined {
  const code = error instanceof ResponseError ? error.code : undefined;
  if (code === UNTRUSTED) return refuse();
  if (code === NOT_AGREED || code === CANCELLED || error instanceof vscode.CancellationError) return undefined;
  void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  return undefined;
}

function refuse(): undefined {
  const manage = vscode.l10n.t("Manage Workspace Trust");
  const message = vscode.l10n.t("Nothing was fired: hooks run commands, and this workspace is not trusted.");
  void vscode.window.showWarningMessage(message, manage).then((chosen) => {
    if (chosen === manage) void vscode.commands.executeCommand("workbench.trust.manage");
  });
  return undefined;
}
