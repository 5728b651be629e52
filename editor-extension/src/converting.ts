/** Shows the hooks of a file as those of another agent, and what gets lost. */

import * as vscode from "vscode";
import { conversions, type ConvertedHooks } from "../shared/methods";
import { complain } from "./refusals";
import type { Server } from "./server/server";

export function registerConverting(server: Server): vscode.Disposable {
  return vscode.commands.registerCommand("hookwright.convertHooks", async (argument?: { readonly uri?: string }) => {
    try {
      await convert(server, argument?.uri ?? vscode.window.activeTextEditor?.document.uri.toString());
    } catch (error) {
      complain(error);
    }
  });
}

async function convert(server: Server, uri: string | undefined): Promise<void> {
  const client = uri === undefined ? undefined : await server.running();
  if (client === undefined) return;
  const title = vscode.l10n.t("Convert the hooks in this file for another agent");
  const items = conversions.map((it) => ({ label: it.title, description: it.path, ...it }));
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  if (chosen === undefined) return;
  const { dialect, format } = chosen;
  const found = await client.sendRequest<ConvertedHooks>("hookwright/convert", { uri, dialect, format });
  await open(format, found.text);
  const { losses } = found;
  const [first] = losses;
  if (first === undefined) return;
  const all = vscode.l10n.t("Show What Is Lost");
  const message = first.error
    ? vscode.l10n.t("Do not use the converted file yet ({0}): {1}", losses.length, first.message)
    : vscode.l10n.t("Some things could not be converted ({0}): {1}", losses.length, first.message);
  const shown = first.error
    ? vscode.window.showErrorMessage(message, all)
    : vscode.window.showWarningMessage(message, all);
  if ((await shown) !== all) return;
  const lines = losses.map(
    (it) => `- ${it.error ? "**Error:** " : ""}${it.pointer === "" ? "" : `\`${it.pointer}\`: `}${it.message}`,
  );
  await open("markdown", `# ${chosen.label}\n\n${lines.join("\n")}\n`);
}

async function open(language: string, content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}
