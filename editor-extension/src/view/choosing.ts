/** Asks which hook is to be fired, in the order in which hooks fire. */

import * as vscode from "vscode";
import { isOff, type HookNode } from "./nodes";
import { description, label } from "./words";

interface Choice extends vscode.QuickPickItem {
  readonly node?: HookNode;
}

export async function chosenHook(nodes: readonly HookNode[]): Promise<HookNode | undefined> {
  const fit = nodes.filter((it) => it.configured.canFire && !isOff(it.configured));
  if (fit.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("There is no hook here that can be fired."));
    return undefined;
  }
  const placeHolder = vscode.l10n.t("Fire which hook?");
  const chosen = await vscode.window.showQuickPick(choices(fit), { placeHolder, matchOnDescription: true });
  return chosen?.node;
}

function choices(nodes: readonly HookNode[]): Choice[] {
  return nodes.flatMap((node, index): Choice[] => {
    const choice = { label: label(node), description: description(vscode.l10n, node), node };
    const before = nodes[index - 1];
    if (before?.event === node.event) return [choice];
    return [{ label: node.event, kind: vscode.QuickPickItemKind.Separator }, choice];
  });
}
