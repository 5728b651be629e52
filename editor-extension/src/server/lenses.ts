/**
 * Has VS Code ask for lenses once more, where it may have forgotten to.
 *
 * It waits a quarter of a second before it asks, and forgets to if the text loses the focus in that time. It then shows
 * the lenses of before as plain text, and they do nothing until the text has the focus again.
 */

import * as vscode from "vscode";
import type { Events } from "./events";
import type { Server } from "./server";

/** Longer than VS Code waits and a server takes to answer. */
const AFTER_MS = 1000;

export class Lenses implements vscode.Disposable {
  private readonly listening: vscode.Disposable;
  private soon: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: Server,
    events: Events,
  ) {
    this.listening = vscode.Disposable.from(
      vscode.window.onDidChangeVisibleTextEditors(() => this.askSoon()),
      events.onDidRegister(() => this.askSoon()),
    );
  }

  dispose(): void {
    clearTimeout(this.soon);
    this.listening.dispose();
  }

  private askSoon(): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.server.showLenses(), AFTER_MS);
  }
}
