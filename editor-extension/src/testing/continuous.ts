/** Runs what a saved file concerns again, for as long as the user has that switched on in the Test Explorer. */

import * as vscode from "vscode";
import { concernedBy } from "./selection";
import type { Explorer } from "./explorer";
import type { Runner } from "./runner";

export class Continuous implements vscode.Disposable {
  private readonly requests = new Set<vscode.TestRunRequest>();
  private readonly saving = vscode.workspace.onDidSaveTextDocument((it) => this.saved(it.uri));
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly explorer: Explorer,
    private readonly runner: Runner,
  ) {}

  begin(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    this.requests.add(request);
    token.onCancellationRequested(() => this.requests.delete(request));
  }

  dispose(): void {
    this.saving.dispose();
    this.requests.clear();
  }

  /** One after the other, as two that run the same hook at once may disturb each other. */
  private saved(uri: vscode.Uri): void {
    if (this.requests.size === 0 || uri.scheme !== "file") return;
    this.last = this.last.then(() => this.again(uri.fsPath)).catch(() => undefined);
  }

  private async again(path: string): Promise<void> {
    await this.explorer.refresh(true);
    const concerned = concernedBy(this.explorer.roots, path);
    for (const request of this.requests) {
      const wanted = this.runner.wanted(request);
      const items = concerned.filter((it) => wanted.includes(it)).flatMap((it) => this.explorer.shownAs(it) ?? []);
      if (items.length === 0) continue;
      await this.runner.run(new vscode.TestRunRequest(items, request.exclude, request.profile, true, true), "fire");
    }
  }
}
