/** The walkthrough: the way to it, and which of its steps are done. */

import * as vscode from "vscode";
import type { Events } from "./server/events";
import { places } from "./hookfiles";
import type { Status } from "./server/status";
import { isHookFile, settings } from "./vscodeapi";

const STEPS = ["server", "open", "fire"] as const;
type Step = (typeof STEPS)[number];

export function registerWalkthrough(
  context: Pick<vscode.ExtensionContext, "extension" | "globalState">,
  events: Events,
  status: Status,
): vscode.Disposable {
  const ticks = new Ticks(context.globalState);
  const opened = (editor: vscode.TextEditor | undefined): void => {
    if (editor !== undefined && isHookFile(editor.document, places(settings().dialects))) ticks.done("open");
  };
  opened(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.commands.registerCommand("hookwright.openWalkthrough", async () => {
      const category = `${context.extension.id}#start`;
      await vscode.commands.executeCommand("workbench.action.openWalkthrough", category, false);
      await ticks.tellAgain();
    }),
    status.onDidShow((state) => (state === "running" ? ticks.done("server") : undefined)),
    vscode.window.onDidChangeActiveTextEditor(opened),
    events.onDidRun((it) => (it.phase === "finished" ? ticks.done("fire") : undefined)),
    // To extensions, the tab of the walkthroughs has no kind.
    vscode.window.tabGroups.onDidChangeTabs(({ opened: tabs }) =>
      tabs.some((it) => it.input === undefined) ? ticks.tellAgain() : undefined,
    ),
  );
}

/** Which steps are done, in this session or before. */
class Ticks {
  constructor(private readonly memory: vscode.Memento) {}

  done(step: Step): void {
    if (this.isDone(step)) return;
    void this.memory.update(keyOf(step), true);
    void tell(step);
  }

  async tellAgain(): Promise<void> {
    for (const step of STEPS.filter((it) => this.isDone(it))) await tell(step);
  }

  private isDone(step: Step): boolean {
    return this.memory.get(keyOf(step)) === true;
  }
}

/**
 * For a moment only: the editor ticks a step when its context becomes true after the page of the walkthrough was opened,
 * and never where it was true before that.
 */
async function tell(step: Step): Promise<void> {
  for (const done of [true, false]) await vscode.commands.executeCommand("setContext", keyOf(step), done);
}

function keyOf(step: Step): string {
  return `hookwright.done.${step}`;
}
