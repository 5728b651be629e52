/** Shows the log, also in a window that is not wholly there yet. */

import * as vscode from "vscode";

const TRIES = 20;
const PAUSE_MS = 500;

/** Shows it until it is seen: while a window starts, the editor forgets to show what it was asked for. */
export async function showLog(log: vscode.LogOutputChannel): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    log.show();
    if (isSeen() || (await isSeenSoon())) return;
  }
}

function isSeen(): boolean {
  return vscode.window.visibleTextEditors.some((it) => it.document.uri.scheme === "output");
}

function isSeenSoon(): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (seen: boolean): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve(seen);
    };
    const timer = setTimeout(() => done(isSeen()), PAUSE_MS);
    const listener = vscode.window.onDidChangeVisibleTextEditors(() => isSeen() && done(true));
  });
}
