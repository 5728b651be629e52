/** The rows of the Hooks view as plain data: dialects if there are several, what is wrong, events and their hooks. */

import type { ConfiguredDialect, ConfiguredEvent, ConfiguredHook, HookTree } from "../../shared/methods";
import { below, isAbsolute, nameOf } from "../paths";

interface Row {
  /** Stays the same as long as the thing stays in its place, so that an open row stays open. */
  readonly id: string;
  readonly children: readonly Node[];
}

export interface DialectNode extends Row {
  readonly kind: "dialect";
  readonly title: string;
  /** The folder's name where several folders are open. */
  readonly folder: string;
}

export interface ProblemNode extends Row {
  readonly kind: "problem";
  readonly text: string;
  /** Its file, relative to the project's folder if it is there; empty if it is not about a file. */
  readonly file: string;
  readonly place: { readonly path: string; readonly line: number; readonly character: number } | null;
  /** Whether it is the reason why none of the dialect's hooks run. */
  readonly off: boolean;
}

export interface EventNode extends Row {
  readonly kind: "event";
  readonly name: string;
  readonly order: ConfiguredEvent["order"];
  readonly on: number;
  readonly off: number;
}

export interface HookNode extends Row {
  readonly kind: "hook";
  readonly event: string;
  readonly configured: ConfiguredHook;
  /** Its place among those of its event that are switched on, from 1; 0 where it is switched off. */
  readonly place: number;
  /** Whether hooks of several scopes are shown, so that it has to be told whose it is. */
  readonly scoped: boolean;
}

export type Node = DialectNode | ProblemNode | EventNode | HookNode;

export function nodesOf(tree: HookTree): readonly Node[] {
  const shown = tree.dialects.filter((it) => it.events.length > 0 || it.problems.length > 0);
  const scoped = new Set(hooksOf(shown).map((it) => it.hook.scope)).size > 1;
  const [only, ...others] = shown;
  const alone = only !== undefined && others.length === 0;
  if (alone && !isPlugin(only)) return unlike(childrenOf(only, scoped));
  const folders = new Set(shown.map((it) => it.projectDir)).size > 1;
  return unlike(shown.map((it) => dialectNode(it, scoped, folders)));
}

/** How many hooks there are, and how many of them are switched off. */
export function counts(tree: HookTree): { readonly all: number; readonly off: number } {
  const every = new Map(hooksOf(tree.dialects).map((it) => [`${it.uri} ${it.parked ?? it.hook.pointer}`, it]));
  return { all: every.size, off: [...every.values()].filter(isOff).length };
}

export function isOff(configured: ConfiguredHook): boolean {
  return configured.parked !== null;
}

/** The rows of hooks, in the order in which they are shown. */
export function hookNodes(nodes: readonly Node[]): readonly HookNode[] {
  return nodes.flatMap((it) => (it.kind === "hook" ? [it] : hookNodes(it.children)));
}

/** The row that a row is in; undefined if it is in none. */
export function parentOf(nodes: readonly Node[], wanted: Node): Node | undefined {
  for (const it of nodes) {
    if (it.children.some((child) => child.id === wanted.id)) return it;
    const found = parentOf(it.children, wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The current pointer of a hook that may have moved in its file; undefined if it is gone. */
export function pointerNow(tree: HookTree, { event, configured }: HookNode): string | undefined {
  const own = tree.dialects.flatMap((it) => it.events.filter(({ name }) => name === event).flatMap((it) => it.hooks));
  const alike = own.filter((it) => !isOff(it) && sameHook(it, configured)).map((it) => it.hook.pointer);
  return alike.find((it) => it === configured.hook.pointer) ?? alike[0];
}

/** Of two hooks in a file that are the same in all of this, it does not matter which is meant. */
export function sameHook(one: ConfiguredHook, other: ConfiguredHook): boolean {
  const told = ({ matcher, timeoutMs, hook: { source, name, type, command } }: ConfiguredHook): string =>
    JSON.stringify([source, matcher, timeoutMs, name, type, command]);
  return told(one) === told(other);
}

function hooksOf(dialects: readonly ConfiguredDialect[]): readonly ConfiguredHook[] {
  return dialects.flatMap((it) => it.events.flatMap((event) => event.hooks));
}

function dialectNode(dialect: ConfiguredDialect, scoped: boolean, folders: boolean): DialectNode {
  const folder = folders ? nameOf(dialect.projectDir) : "";
  return { kind: "dialect", id: idOf(dialect), title: dialect.title, folder, children: childrenOf(dialect, scoped) };
}

function childrenOf(dialect: ConfiguredDialect, scoped: boolean): readonly Node[] {
  const id = idOf(dialect);
  const problems = dialect.problems.map((it) => problemNode(dialect, it, false));
  const events = dialect.events.map((it) => eventNode(id, it, scoped));
  const because = dialect.enabled ? null : dialect.disabledBecause;
  return [...(because === null ? [] : [problemNode(dialect, because, true)]), ...problems, ...events];
}

/** A file, its line and column, and what is said of it: a path may have spaces, and begins with a drive on Windows. */
const PLACED = /^((?:[A-Za-z]:)?[\\/][^:\n]*|[^\s:]+)(?::(\d+))?(?::(\d+))?: ([^]+)$/;

function problemNode(dialect: ConfiguredDialect, said: string, off: boolean): ProblemNode {
  const { projectDir } = dialect;
  const [, path = "", line = "", column = "", words = said] = PLACED.exec(said) ?? [];
  const short = below(projectDir, path);
  const place = isAbsolute(path) ? { path, line: Number(line || 1) - 1, character: Number(column || 1) - 1 } : null;
  return { kind: "problem", id: `${idOf(dialect)}!${said}`, text: words, file: short, place, off, children: [] };
}

function eventNode(above: string, { name, order, hooks }: ConfiguredEvent, scoped: boolean): EventNode {
  const id = `${above}/${name}`;
  const off = hooks.filter(isOff).length;
  let place = 0;
  const children = hooks.map((configured): HookNode => {
    const own = `${id}/${configured.parked ?? configured.hook.id}`;
    const at = isOff(configured) ? 0 : (place += 1);
    return { kind: "hook", id: own, event: name, configured, place: at, scoped, children: [] };
  });
  return { kind: "event", id, name, order, on: hooks.length - off, off, children };
}

/** A plugin has the dialect of its agent, which the project's own hooks and other plugins have as well. */
function idOf({ projectDir, id, title }: ConfiguredDialect): string {
  return `${projectDir}/${id}/${title}`;
}

/** Its title names it, so it is always shown. */
function isPlugin(dialect: ConfiguredDialect): boolean {
  return hooksOf([dialect]).some((it) => it.hook.scope === "plugin");
}

/** Rows of the same name, as two problems of the same words may be, are shown once: ids have to differ. */
function unlike(nodes: readonly Node[]): readonly Node[] {
  const seen = new Set<string>();
  const once = (among: readonly Node[]): readonly Node[] =>
    among.flatMap((it): readonly Node[] => {
      if (seen.has(it.id)) return [];
      seen.add(it.id);
      return [{ ...it, children: once(it.children) }];
    });
  return once(nodes);
}
