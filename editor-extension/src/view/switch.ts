/** Switches hooks off and on, in their files: a file that had no changes is saved again. */

import * as vscode from "vscode";
import { complain } from "../refusals";
import type { Server } from "../server";
import { isOff, type HookNode } from "./nodes";

/** Whether it was done; where it was not, the user has been told why. */
export async function switchHook(server: Server, { configured }: HookNode): Promise<boolean> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(configured.uri));
    const save = document.isDirty ? undefined : (): Thenable<boolean> => document.save();
    const client = await server.running();
    if (client === undefined) return false;
    const { uri, hook, parked } = configured;
    const [command, argument] = isOff(configured)
      ? ["hookwright.enableHook", { uri, parked }]
      : ["hookwright.disableHook", { uri, pointer: hook.pointer }];
    await client.sendRequest("workspace/executeCommand", { command, arguments: [argument] });
    if ((await save?.()) === false) throw new Error(notSaved(document.uri));
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

function notSaved(uri: vscode.Uri): string {
  return vscode.l10n.t("{0} could not be saved.", vscode.workspace.asRelativePath(uri));
}
