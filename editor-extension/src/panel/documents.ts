/** What a hook has printed, as a document that can be read and searched. */

import * as vscode from "vscode";
import type { StreamName } from "../../shared/shown";
import type { Printed } from "./printed";

const SCHEME = "hookwright-output";

export class PrintedDocuments implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registered: vscode.Disposable;

  constructor(private readonly printed: Printed) {
    const provideTextDocumentContent = (uri: vscode.Uri): string => this.text(uri);
    const provider = { onDidChange: this.changed.event, provideTextDocumentContent };
    this.registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider);
  }

  /** `number` is the hook's in its plan. */
  async open(dispatchId: string, hook: string, stream: StreamName, number: number): Promise<void> {
    const query = new URLSearchParams({ dispatchId, hook, stream }).toString();
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${number} ${stream}.txt`, query });
    // It may have been opened while the hook still ran.
    this.changed.fire(uri);
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Active, preview: true });
  }

  dispose(): void {
    this.registered.dispose();
    this.changed.dispose();
  }

  private text(uri: vscode.Uri): string {
    const query = new URLSearchParams(uri.query);
    const stream = query.get("stream") === "stderr" ? "stderr" : "stdout";
    return this.printed.text(query.get("dispatchId") ?? "", query.get("hook") ?? "", stream);
  }
}
