/** Provides the rows of the Hooks view, and refreshes them only when they have changed. */

import * as vscode from "vscode";
import type { Hooks } from "../server/hooks";
import type { HookTree } from "../../shared/methods";
import { OneAtATime } from "../queue";
import type { Server } from "../server/server";
import { itemOf } from "./item";
import { nodesOf, parentOf, type Node } from "./nodes";

export class Rows implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  nodes: readonly Node[] = [];
  private readonly changed = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly drawn = new vscode.EventEmitter<readonly Node[]>();
  /** There are other rows than before. */
  readonly onDidDraw = this.drawn.event;
  private readonly queue = new OneAtATime(() => this.ask());
  private first: Promise<void> | undefined;
  private stale = false;

  /** `shown` is called with every new tree. */
  constructor(
    private readonly hooks: Hooks,
    private readonly server: Server,
    private readonly shown: (tree: HookTree | undefined) => void,
  ) {}

  getTreeItem(node: Node): vscode.TreeItem {
    return itemOf(node);
  }

  getParent(node: Node): Node | undefined {
    return parentOf(this.nodes, node);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return [...node.children];
    this.first ??= this.queue.run();
    await this.first;
    return [...this.nodes];
  }

  /** Settles when the rows are what the hooks were when this was called, or newer. */
  refresh(): Promise<void> {
    return this.queue.run();
  }

  /** The same after a change made here, which may come before the server has told of it, or be taken back by then. */
  askAgain(): Promise<void> {
    this.hooks.forget();
    return this.queue.run();
  }

  /** A box was clicked: the editor shows it changed, whatever the hook is, until the rows are refreshed. */
  clicked(): void {
    this.stale = true;
  }

  /** Draws a row as it was, whatever the user has clicked on it. */
  drawAgain(node: Node): void {
    this.changed.fire(node);
  }

  dispose(): void {
    this.changed.dispose();
    this.drawn.dispose();
  }

  /** While the server restarts, the rows stay as they are. */
  private async ask(): Promise<void> {
    const tree = await this.hooks.tree();
    if (tree === undefined && this.server.wanted) return;
    const nodes = tree === undefined ? [] : nodesOf(tree);
    this.shown(tree);
    if (!this.stale && JSON.stringify(nodes) === JSON.stringify(this.nodes)) return;
    this.stale = false;
    this.nodes = nodes;
    this.changed.fire(undefined);
    this.drawn.fire(nodes);
  }
}
