/** Tells the user why something was not done, unless it was their own choice. */

import * as vscode from "vscode";
import { CANCELLED, codeOf, isDeclined, NOT_AGREED, UNSUPPORTED, unsupported, UNTRUSTED } from "./errors";

/** What the connection says of itself: an answer will not come, or nothing can be asked. */
const GONE: readonly unknown[] = [-32097, -32096];

export function complain(error: unknown): undefined {
  const code = codeOf(error);
  if (code === UNTRUSTED && !vscode.workspace.isTrusted) return refuse();
  if (isDeclined(error) || isCancelled(error)) return undefined;
  if (code === NOT_AGREED || code === UNSUPPORTED || code === UNTRUSTED) {
    void vscode.window.showWarningMessage(wordsOf(error));
    return undefined;
  }
  void vscode.window.showErrorMessage(wordsOf(error));
  return undefined;
}

/** Whether anything can be run here; if not, the user is told why. */
export function mayRun(): boolean {
  if (!vscode.workspace.isTrusted) refuse();
  else if (process.platform === "win32") void vscode.window.showWarningMessage(unsupported(vscode.l10n));
  else return true;
  return false;
}

export function refuse(): undefined {
  const manage = vscode.l10n.t("Manage Workspace Trust");
  void vscode.window.showWarningMessage(untrusted(), manage).then((chosen) => {
    if (chosen === manage) void vscode.commands.executeCommand("workbench.trust.manage");
  });
  return undefined;
}

/** Why nothing came of a firing, in a sentence. */
export function wordsOf(error: unknown): string {
  // In a trusted workspace it is another project that is not, and the server names it.
  if (codeOf(error) === UNTRUSTED && !vscode.workspace.isTrusted) return untrusted();
  if (codeOf(error) === UNSUPPORTED) return unsupported(vscode.l10n);
  if (isDeclined(error)) return vscode.l10n.t("Nothing was fired, because you did not agree to the command.");
  if (isCancelled(error)) return vscode.l10n.t("Cancelled.");
  if (GONE.includes(codeOf(error))) return vscode.l10n.t("The hookwright server stopped before it answered.");
  return error instanceof Error ? error.message : String(error);
}

function untrusted(): string {
  return vscode.l10n.t("Nothing was fired: hooks run commands, and this workspace is not trusted.");
}

export function isCancelled(error: unknown): boolean {
  return codeOf(error) === CANCELLED || error instanceof vscode.CancellationError;
}
