/** Writes into a run of the Test Explorer how its items do. */

import * as vscode from "vscode";
import { rangeOf, type Explorer } from "./explorer";
import type { Item } from "./items";
import { forTerminal, verdictText } from "./printed";
import type { Complaint, Verdict } from "./verdict";

export class Reporter {
  private readonly begun = new Set<Item>();
  /** Whether what was printed last has not ended its line. */
  private open = false;

  constructor(
    private readonly run: vscode.TestRun,
    private readonly explorer: Explorer,
  ) {}

  get token(): vscode.CancellationToken {
    return this.run.token;
  }

  get cancelled(): boolean {
    return this.run.token.isCancellationRequested;
  }

  enqueued(item: Item): void {
    this.shown(item, (it) => this.run.enqueued(it));
  }

  started(item: Item): void {
    this.shown(item, (it) => this.run.started(it));
  }

  hasPrinted(item: Item): boolean {
    return this.begun.has(item);
  }

  /** With the item's name before the first of its lines. */
  print(text: string, item?: Item): void {
    if (text === "") return;
    this.open = !text.endsWith("\n");
    if (item === undefined) return this.run.appendOutput(forTerminal(text));
    const head = this.begun.has(item) ? "" : `▶ ${item.label}\n`;
    this.begun.add(item);
    this.run.appendOutput(forTerminal(head + text), undefined, this.explorer.shownAs(item));
  }

  /** On a line of its own, whatever a hook has printed before. */
  printEnd(text: string, item?: Item): void {
    this.print(this.open ? `\n${text}` : text, item);
  }

  /** Reports how the item did, and prints the reason below its output. */
  ended(item: Item, verdict: Verdict, text = verdictText(verdict)): void {
    this.printEnd(text, item);
    this.report(item, verdict);
  }

  report(item: Item, { state, complaints, durationMs }: Verdict): void {
    const messages = complaints.map((it) => message(it, item));
    this.shown(item, (it) => {
      if (state === "passed") this.run.passed(it, durationMs);
      else if (state === "skipped") this.run.skipped(it);
      else this.run[state](it, messages, durationMs);
    });
  }

  private shown(item: Item, use: (it: vscode.TestItem) => void): void {
    const shown = this.explorer.shownAs(item);
    if (shown !== undefined) use(shown);
  }
}

function message({ text, range, expected, actual }: Complaint, item: Item): vscode.TestMessage {
  const compared = expected !== undefined && actual !== undefined;
  const found = compared ? vscode.TestMessage.diff(text, expected, actual) : new vscode.TestMessage(text);
  const there = range ?? item.range;
  if (there !== undefined) found.location = new vscode.Location(vscode.Uri.parse(item.uri), rangeOf(there));
  return found;
}
