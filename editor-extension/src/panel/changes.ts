/** What hooks changed in a copy, in the editor's own diff. */

import * as path from "node:path";
import * as vscode from "vscode";
import { isDiff } from "../../shared/diff";
import type { FileChange } from "../../shared/methods";
import { sidesOf, type Sides } from "./patch";

const SCHEME = "hookwright-change";

export class ChangedFiles implements vscode.Disposable {
  private readonly changes = new Map<string, readonly FileChange[]>();
  private readonly sides = new Map<string, Sides>();
  private readonly registered: vscode.Disposable;

  constructor() {
    const provideTextDocumentContent = (uri: vscode.Uri): string => {
      const sides = this.sides.get(key(uri));
      return (uri.query.startsWith("before") ? sides?.before : sides?.after) ?? "";
    };
    this.registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent });
  }

  keep(id: string, changes: readonly FileChange[]): void {
    this.changes.set(id, changes);
  }

  /** Forgets all firings but these; what is open stays as it is. */
  keepOnly(ids: readonly string[]): void {
    for (const it of this.changes.keys()) if (!ids.includes(it)) this.changes.delete(it);
  }

  async open(id: string, name: string, hookFile: vscode.Uri): Promise<void> {
    const change = this.changes.get(id)?.find((it) => it.path === name);
    if (change === undefined) return;
    if (!isDiff(change.diff)) {
      void vscode.window.showInformationMessage(change.diff);
      return;
    }
    const at = (side: string): vscode.Uri => vscode.Uri.from({ scheme: SCHEME, path: `/${id}/${name}`, query: side });
    const before = change.kind === "created" ? "" : await textOf(hookFile, name);
    this.sides.set(key(at("before")), sidesOf(before, change.diff));
    const title = vscode.l10n.t("{0} (before and after, on a copy)", path.basename(name));
    await vscode.commands.executeCommand("vscode.diff", at("before"), at("after"), title, {
      viewColumn: vscode.ViewColumn.One,
      preview: true,
    });
  }

  dispose(): void {
    this.registered.dispose();
  }
}

function key(uri: vscode.Uri): string {
  return uri.path;
}

/** The file as it is in the workspace, which the hooks of a copy have left alone. */
async function textOf(hookFile: vscode.Uri, name: string): Promise<string | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(hookFile)?.uri;
  if (folder === undefined) return undefined;
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name)).then(undefined, () => undefined);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
