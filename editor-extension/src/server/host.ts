/** Answers what the server asks of the user and of the models, and shows its reports (E7). */

import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { fitsDialog } from "../../shared/dialogs";
import type { Models, Prompt } from "../models/models";
import { cut, MOST_OPTIONS, Rate } from "./limits";

const QUESTION = "hookwright-question";

interface Question {
  readonly title: string;
  readonly message: string;
  /** `run` asks whether commands may be run, anything else comes from a module. */
  readonly kind?: string;
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

interface KeyOf {
  readonly provider: string;
  /** The file of the module that asks. */
  readonly module?: string;
}

type Token = vscode.CancellationToken;

export function answerRequests(client: LanguageClient, models: Models, log: vscode.LogOutputChannel): void {
  // The editor has one such box, and opening a second would answer the first.
  let boxes: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(ask: () => Thenable<T | undefined>, token: Token): Promise<T | null> => {
    const answer = boxes.then(async () => (token.isCancellationRequested ? null : ((await ask()) ?? null)));
    boxes = answer.catch(() => undefined);
    return answer;
  };
  const rate = new Rate();
  client.onRequest("hookwright/ui/confirm", (it: Question) => confirm(it));
  client.onRequest("hookwright/ui/select", (it: Choice, token: Token) => inTurn(() => select(it, token), token));
  client.onRequest("hookwright/ui/input", (it: Blank, token: Token) => inTurn(() => input(it, token), token));
  client.onNotification("hookwright/ui/notify", (it: Note) => {
    if (rate.allows()) void notify(it);
    else log.info(`a module says: ${cut(it.message)}`);
  });
  client.onRequest("hookwright/model/list", () => models.list());
  client.onRequest("hookwright/model/apiKey", async ({ provider, module }: KeyOf, token: Token) => {
    return (await models.apiKey(provider, module ?? "", token)) ?? null;
  });
  client.onRequest("hookwright/model/complete", async (it: Prompt, token: Token) => ({
    text: await models.complete(it, token),
  }));
}

/** Whether the user says yes; the server has made every character of the message visible. */
async function confirm({ title, message, kind }: Question): Promise<boolean> {
  const yes = kind === "run" ? vscode.l10n.t("Run") : vscode.l10n.t("Yes");
  if (fitsDialog(message)) {
    return (await vscode.window.showWarningMessage(cut(title), { modal: true, detail: message }, yes)) === yes;
  }
  const provideTextDocumentContent = (): string => `${title}\n\n${message}\n`;
  const registered = vscode.workspace.registerTextDocumentContentProvider(QUESTION, { provideTextDocumentContent });
  try {
    // Another question gets another document: what was shown before does not change under the reader's eyes.
    const uri = vscode.Uri.from({ scheme: QUESTION, path: "/hookwright.txt", query: randomUUID() });
    await vscode.window.showTextDocument(uri, { preview: true });
    const asked = vscode.l10n.t("{0} The editor shows all of it.", cut(title));
    return (await vscode.window.showWarningMessage(asked, yes, vscode.l10n.t("Cancel"))) === yes;
  } finally {
    registered.dispose();
  }
}

function select({ title, options }: Choice, token: Token): Thenable<string | undefined> {
  // What comes back is the option itself, however much of it is shown.
  const items = options.slice(0, MOST_OPTIONS).map((option) => ({ label: cut(option), option }));
  const shown = { title: cut(title), ignoreFocusOut: true };
  return vscode.window.showQuickPick(items, shown, token).then((chosen) => chosen?.option);
}

function input({ title, placeholder }: Blank, token: Token): Thenable<string | undefined> {
  const shown = { title: cut(title), placeHolder: cut(placeholder ?? ""), ignoreFocusOut: true };
  return vscode.window.showInputBox(shown, token);
}

function notify({ message, level }: Note): Thenable<unknown> {
  if (level === "error") return vscode.window.showErrorMessage(cut(message));
  if (level === "warning") return vscode.window.showWarningMessage(cut(message));
  return vscode.window.showInformationMessage(cut(message));
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
