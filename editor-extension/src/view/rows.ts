/** Gives the editor the rows of the Hooks view, anew only where they are others than before. */

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

  /** `shown` is told of every tree that there is. */
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

  /** A box was clicked: the editor shows it so, whatever the hook then is, until the rows are drawn anew. */
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

  /** While a server is being started anew, all stays as it is. */
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
