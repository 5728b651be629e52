/** Shows the server's reports. */

import * as vscode from "vscode";

/** Opens a report beside the hook file, drawn; opened before, it is drawn anew. */
export async function showReport(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
  await vscode.commands.executeCommand("markdown.preview.refresh");
}

/** Whether the server asks to show one of its reports, and not a file of the user's. */
export function isReport(uri: vscode.Uri): boolean {
  return /\/hookwright-[^/]+\/[^/]+\.md$/.test(uri.path);
}
