/** Switches hooks off and on, in their files: a file that had no changes is saved again. */

import * as vscode from "vscode";
import type { ExecuteCommandParams, LanguageClient } from "vscode-languageclient/node";
import type { HookTree } from "../methods";
import { complain } from "../refusals";
import type { Server } from "../server";
import { isOff, pointerNow, type HookNode } from "./nodes";

let last: Promise<boolean> = Promise.resolve(true);

/** Whether it was done; where it was not, the user has been told why.  One after the other, as each moves the next. */
export function switchHook(server: Server, node: HookNode): Promise<boolean> {
  last = last.then(() => switched(server, node));
  return last;
}

async function switched(server: Server, node: HookNode): Promise<boolean> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(node.configured.uri));
    const save = document.isDirty ? undefined : (): Thenable<boolean> => document.save();
    const client = await server.running();
    if (client === undefined) return false;
    await client.sendRequest("workspace/executeCommand", await orderOf(client, node));
    if ((await save?.()) === false) throw new Error(notSaved(document.uri));
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** The server is asked where the hook stands, as the row may not have been drawn again since the file changed. */
async function orderOf(client: LanguageClient, node: HookNode): Promise<ExecuteCommandParams> {
  const { uri, parked } = node.configured;
  if (isOff(node.configured)) return { command: "hookwright.enableHook", arguments: [{ uri, parked }] };
  const pointer = pointerNow(await client.sendRequest<HookTree>("hookwright/hooks", {}), node);
  if (pointer === undefined) throw new Error(vscode.l10n.t("This hook is no longer there."));
  return { command: "hookwright.disableHook", arguments: [{ uri, pointer }] };
}

function notSaved(uri: vscode.Uri): string {
  return vscode.l10n.t("{0} could not be saved.", vscode.workspace.asRelativePath(uri));
}
