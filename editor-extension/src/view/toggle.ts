/** Disables hooks and enables them again, in their files: a file that had no changes is saved. */

import * as vscode from "vscode";
import type { ExecuteCommandParams, LanguageClient } from "vscode-languageclient/node";
import type { DisabledHook, EnableHookParams, HookTree } from "../../shared/methods";
import { complain } from "../refusals";
import type { Server } from "../server/server";
import { isOff, pointerNow, sameHook, type HookNode } from "./nodes";

let last: Promise<unknown> = Promise.resolve();

/**
 * Finds the new row of the hook; undefined if nothing was done, after the user has been told why.
 * `undone` is called where the user takes it back.
 */
export async function switchHook(
  server: Server,
  node: HookNode,
  undone: () => unknown,
): Promise<((it: HookNode) => boolean) | undefined> {
  const { uri } = node.configured;
  const answer = await inTurn(server, uri, (client) => orderOf(client, node));
  if (answer === undefined) return undefined;
  if (isOff(node.configured)) {
    return (it) => it.event === node.event && !isOff(it.configured) && sameHook(it.configured, node.configured);
  }
  const disabled = answer as DisabledHook;
  void offerUndo(server, disabled).then(undone);
  return (it) => it.configured.parked === disabled.parked;
}

/** Says where the text of a hook went that is no longer in its file, and puts it back where the user wants that. */
export async function offerUndo(server: Server, { uri, parked, keptIn }: DisabledHook): Promise<void> {
  const undo = vscode.l10n.t("Undo");
  const place = vscode.workspace.asRelativePath(keptIn);
  const told = vscode.l10n.t("The hook is disabled. Its text was moved to {0}.", place);
  if ((await vscode.window.showInformationMessage(told, undo)) !== undo) return;
  await inTurn(server, uri, () => Promise.resolve(enabling({ uri, parked })));
}

/** What the server answered; undefined if it was not done. One after the other, as each moves the next. */
function inTurn(server: Server, uri: string, order: Order): Promise<unknown> {
  const done = last.then(() => carriedOut(server, uri, order));
  last = done;
  return done;
}

type Order = (client: LanguageClient) => Promise<ExecuteCommandParams>;

async function carriedOut(server: Server, uri: string, order: Order): Promise<unknown> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const save = document.isDirty ? undefined : (): Thenable<boolean> => document.save();
    const client = await server.running();
    if (client === undefined) return undefined;
    const answer: unknown = await client.sendRequest("workspace/executeCommand", await order(client));
    if ((await save?.()) === false) throw new Error(notSaved(document.uri));
    return answer;
  } catch (error) {
    return complain(error);
  }
}

/** Asks the server where the hook is, because the file may have changed since the row was drawn. */
async function orderOf(client: LanguageClient, node: HookNode): Promise<ExecuteCommandParams> {
  const { uri, parked } = node.configured;
  if (parked !== null) return enabling({ uri, parked });
  const pointer = pointerNow(await client.sendRequest<HookTree>("hookwright/hooks", {}), node);
  if (pointer === undefined) throw new Error(vscode.l10n.t("This hook no longer exists."));
  return { command: "hookwright.disableHook", arguments: [{ uri, pointer }] };
}

function enabling(params: EnableHookParams): ExecuteCommandParams {
  return { command: "hookwright.enableHook", arguments: [params] };
}

function notSaved(uri: vscode.Uri): string {
  return vscode.l10n.t("Could not save {0}.", vscode.workspace.asRelativePath(uri));
}
