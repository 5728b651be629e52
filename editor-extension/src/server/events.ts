/** The notifications of the server, as events that survive its restarts. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { RunEvent } from "../../shared/methods";
import { STARTING } from "./connection";

export class Events implements vscode.Disposable {
  private readonly run = new vscode.EventEmitter<RunEvent>();
  private readonly hooks = new vscode.EventEmitter<void>();
  private readonly registered = new vscode.EventEmitter<void>();

  /** A hook has begun, has printed something, or has ended. */
  readonly onDidRun = this.run.event;
  /** Hooks, or how they ended last, may be others now; or the server has come or gone. */
  readonly onDidChangeHooks = this.hooks.event;
  /** The server answers more than before, or in more documents. */
  readonly onDidRegister = this.registered.event;

  /** Passes on what a server says, for as long as there is one. */
  listen(client: LanguageClient): void {
    client.onNotification("hookwright/run", (it: RunEvent) => this.run.fire(it));
    client.onNotification("hookwright/hooksChanged", () => this.hooks.fire());
    client.onDidChangeState(({ newState }: { newState: number }) => {
      if (newState !== STARTING) this.hooks.fire();
    });
  }

  /** What the server asked to be registered now is. */
  register(): void {
    this.registered.fire();
  }

  /** The server has gone for good: what it said no longer holds. */
  left(): void {
    this.hooks.fire();
  }

  dispose(): void {
    this.run.dispose();
    this.hooks.dispose();
    this.registered.dispose();
  }
}
