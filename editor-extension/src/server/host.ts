/** Answers what the server asks of the user, and shows its reports. */

import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { fitsDialog } from "../../shared/dialogs";

const QUESTION = "hookwright-question";

interface Question {
  readonly title: string;
  readonly message: string;
}

interface Choice {
  readonly title: string;
  readonly options: readonly string[];
}

interface Blank {
  readonly title: string;
  readonly placeholder?: string;
}

interface Note {
  readonly message: string;
  readonly level: string;
}

export function answerRequests(client: LanguageClient): void {
  client.onRequest("hookwright/ui/confirm", (it: Question) => confirm(it));
  client.onRequest("hookwright/ui/select", async (it: Choice) => (await select(it)) ?? null);
  client.onRequest("hookwright/ui/input", async (it: Blank) => (await input(it)) ?? null);
  client.onNotification("hookwright/ui/notify", (it: Note) => void notify(it));
}

/** Whether the user says yes; the server has made every character of the message visible. */
async function confirm({ title, message }: Question): Promise<boolean> {
  const run = vscode.l10n.t("Run");
  if (fitsDialog(message)) {
    return (await vscode.window.showWarningMessage(title, { modal: true, detail: message }, run)) === run;
  }
  const provideTextDocumentContent = (): string => `${title}\n\n${message}\n`;
  const registered = vscode.workspace.registerTextDocumentContentProvider(QUESTION, { provideTextDocumentContent });
  try {
    // Another question gets another document: what was shown before does not change under the reader's eyes.
    const uri = vscode.Uri.from({ scheme: QUESTION, path: "/hookwright.txt", query: randomUUID() });
    await vscode.window.showTextDocument(uri, { preview: true });
    const asked = vscode.l10n.t("{0} The editor shows all of it.", title);
    return (await vscode.window.showWarningMessage(asked, run, vscode.l10n.t("Cancel"))) === run;
  } finally {
    registered.dispose();
  }
}

function select({ title, options }: Choice): Thenable<string | undefined> {
  return vscode.window.showQuickPick([...options], { title, ignoreFocusOut: true });
}

function input({ title, placeholder }: Blank): Thenable<string | undefined> {
  return vscode.window.showInputBox({ title, placeHolder: placeholder ?? "", ignoreFocusOut: true });
}

function notify({ message, level }: Note): Thenable<unknown> {
  if (level === "error") return vscode.window.showErrorMessage(message);
  if (level === "warning") return vscode.window.showWarningMessage(message);
  return vscode.window.showInformationMessage(message);
}

/** Opens a rendered report beside the hook file; a report that is already open is refreshed. */
export async function showReport(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
  await vscode.commands.executeCommand("markdown.preview.refresh");
}

/** Whether the server asks to show one of its reports, and not a file of the user's. */
export function isReport(uri: vscode.Uri): boolean {
  return /\/hookwright-[^/]+\/[^/]+\.md$/.test(uri.path);
}
