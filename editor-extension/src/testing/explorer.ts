/** Keeps the Test Explorer's items as the server's hooks and hook tests are; items that stay keep their results. */

import { homedir } from "node:os";
import * as vscode from "vscode";
import type { Hooks } from "../server/hooks";
import type { Range, TestFile } from "../../shared/methods";
import { withTilde } from "../paths";
import { OneAtATime } from "../queue";
import type { Server } from "../server/server";
import { canAttack, guardedEvents, hookItems, leaves, testItems, type Files, type Item } from "./items";
import { rangesOf } from "./ranges";

/** What can be fired on a copy: hook tests say so themselves. */
export const HOOK = new vscode.TestTag("hook");
/** What can be attacked: guards, their tests, and what has such in it. */
export const GUARD = new vscode.TestTag("guard");

export class Explorer {
  roots: readonly Item[] = [];
  private readonly items = new Map<string, Item>();
  private readonly shown = new Map<string, vscode.TestItem>();
  private readonly queue = new OneAtATime(() => this.ask());
  private tests: readonly TestFile[] = [];
  private stale = true;

  constructor(
    private readonly controller: vscode.TestController,
    private readonly server: Server,
    private readonly hooks: Hooks,
  ) {}

  /** Settles when the items are what they were when this was called, or newer; `tests`: their files have changed. */
  refresh(tests = false): Promise<void> {
    if (tests) this.stale = true;
    return this.queue.run();
  }

  item(id: string): Item | undefined {
    return this.items.get(id);
  }

  shownAs(item: Item): vscode.TestItem | undefined {
    return this.shown.get(item.id);
  }

  /** While no server runs, the items stay as they are: there are no hook files, or it is restarting. */
  private async ask(): Promise<void> {
    const tree = await this.hooks.tree();
    if (tree === undefined) return;
    if (this.stale) await this.askTests();
    const sources = tree.dialects.flatMap((it) =>
      it.events.flatMap((event) => event.hooks.map((it) => it.hook.source)),
    );
    const files = await filesOf(new Set(sources));
    this.roots = [...hookItems(tree, files), ...testItems(this.tests, files, guardedEvents(tree))];
    const before = new Map(this.items);
    this.items.clear();
    this.show(this.controller.items, this.roots, before);
    for (const id of this.shown.keys()) if (!this.items.has(id)) this.shown.delete(id);
    const guards = leaves(this.roots).filter(canAttack);
    void vscode.commands.executeCommand(
      "setContext",
      "hookwright.guards",
      guards.map((it) => it.id),
    );
  }

  /** Files that change while they are being asked for are asked for again; so are all, where the server went away. */
  private async askTests(): Promise<void> {
    this.stale = false;
    const client = await this.server.present().catch(() => undefined);
    const found = await client?.sendRequest<TestFile[]>("hookwright/tests", {}).catch(() => undefined);
    if (found === undefined) this.stale = true;
    else this.tests = found;
  }

  private show(among: vscode.TestItemCollection, items: readonly Item[], before: ReadonlyMap<string, Item>): void {
    const wanted = new Set(items.map((it) => it.id));
    for (const [id] of among) if (!wanted.has(id)) among.delete(id);
    for (const [index, item] of items.entries()) {
      const shown = among.get(item.id) ?? this.added(among, item);
      if (!alike(before.get(item.id), item)) dress(shown, item);
      shown.sortText = String(index).padStart(6, "0");
      this.items.set(item.id, item);
      this.shown.set(item.id, shown);
      this.show(shown.children, item.children, before);
    }
  }

  private added(among: vscode.TestItemCollection, item: Item): vscode.TestItem {
    const shown = this.controller.createTestItem(item.id, item.label, vscode.Uri.parse(item.uri));
    dress(shown, item);
    among.add(shown);
    return shown;
  }
}

function dress(shown: vscode.TestItem, item: Item): void {
  shown.label = item.label;
  shown.range = item.range === undefined ? undefined : rangeOf(item.range);
  shown.error = item.error;
  const isTest = item.kind === "tests" || item.kind === "test";
  shown.tags = [...(isTest ? [] : [HOOK]), ...(canAttack(item) ? [GUARD] : [])];
}

function alike(one: Item | undefined, other: Item): boolean {
  if (one === undefined) return false;
  const bare = (it: Item): string => JSON.stringify([it.label, it.range, it.error, canAttack(it)]);
  return bare(one) === bare(other);
}

export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

async function filesOf(paths: ReadonlySet<string>): Promise<Files> {
  const ranges = new Map<string, ReadonlyMap<string, Range>>();
  for (const path of paths) ranges.set(path, rangesOf(await textOf(vscode.Uri.file(path))));
  return {
    matcher: (text) => vscode.l10n.t("matcher {0}", text),
    label: (path) => withTilde(vscode.workspace.asRelativePath(path), homedir()),
    ranges: (path) => ranges.get(path) ?? new Map<string, Range>(),
  };
}

async function textOf(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return "";
  }
}
