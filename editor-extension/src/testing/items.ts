/** The items of the Test Explorer as plain data: hook files with their hooks by event and group, and hook test files. */

import type { ConfiguredHook, HookTree, Range, TestCase, TestFile } from "../../shared/methods";
import { pathOf } from "../paths";

export interface Item {
  /** Stays the same as long as the thing stays in its place. */
  readonly id: string;
  readonly kind: "hooks" | "event" | "group" | "hook" | "tests" | "test";
  /** Complete by itself, because a screen reader would read a description instead of the label. */
  readonly label: string;
  readonly uri: string;
  readonly range: Range | undefined;
  readonly error: string | undefined;
  readonly children: readonly Item[];
  readonly hook?: PlacedHook;
  readonly test?: TestCase;
  /** Whether it tests hooks on an event that has guards. */
  readonly guarded?: boolean;
}

/** Whether it is a guard, a test of one, or has such in it. */
export function canAttack(item: Item): boolean {
  const { hook, guarded, children } = item;
  return hook?.configured.guard?.canAttack === true || guarded === true || children.some(canAttack);
}

/** The events with hooks that can be attacked. */
export function guardedEvents(tree: HookTree): ReadonlySet<string> {
  const events = tree.dialects.flatMap((it) => it.events);
  return new Set(events.filter((it) => it.hooks.some(({ guard }) => guard?.canAttack)).map((it) => it.name));
}

export interface PlacedHook {
  readonly configured: ConfiguredHook;
  readonly event: string;
  readonly projectDir: string;
}

/** What files and matchers are called in the user's language, and where things are in a file's text. */
export interface Files {
  matcher(text: string): string;
  label(path: string): string;
  ranges(path: string): ReadonlyMap<string, Range>;
}

/** One item for each file, in the order in which files have their say; hooks that never run have none. */
export function hookItems(tree: HookTree, files: Files): readonly Item[] {
  const every = new Map<string, PlacedHook>();
  for (const { projectDir, events } of tree.dialects) {
    for (const event of events) {
      for (const configured of event.hooks.filter(isTried)) {
        const id = idOf(configured.uri, configured.hook.pointer);
        if (!every.has(id)) every.set(id, { configured, event: event.name, projectDir });
      }
    }
  }
  const byFile = grouped([...every.values()], (it) => it.configured.uri);
  return [...byFile].map(([uri, hooks]) => fileItem(uri, hooks, files));
}

/** Those of a file that cannot be read at the moment keep their items, and with them their results. */
function isTried({ parked, canFire, skippedBecause }: ConfiguredHook): boolean {
  return parked === null && (canFire || skippedBecause === null);
}

function fileItem(uri: string, hooks: readonly PlacedHook[], files: Files): Item {
  const path = hooks[0]?.configured.hook.source ?? pathOf(uri);
  const ranges = files.ranges(path);
  const events = [...grouped(hooks, (it) => it.event)].map(([name, own]) => eventItem(uri, name, own, files, ranges));
  return item("hooks", uri, "", files.label(path), events);
}

type Ranges = ReadonlyMap<string, Range>;

function eventItem(uri: string, name: string, hooks: readonly PlacedHook[], files: Files, ranges: Ranges): Item {
  const groups = grouped(hooks, (it) => it.configured.group);
  const pointer = parent(hooks[0]?.configured.group ?? "");
  const named = numbered([...groups].flatMap(([group, own]) => groupItems(uri, group, own, files, ranges)));
  return withRange(item("event", uri, pointer, name, named), ranges.get(pointer));
}

/** What is beside a line can be run from there: of one hook alone, it is enough that this is beside its own. */
function withRange(it: Item, range: Range | undefined): Item {
  return leaves(it.children).length > 1 ? { ...it, range } : it;
}

/** Where a dialect's groups are its hooks, there is no level between. */
function groupItems(
  uri: string,
  pointer: string,
  hooks: readonly PlacedHook[],
  files: Files,
  ranges: Ranges,
): readonly Item[] {
  const [first] = hooks;
  if (first?.configured.hook.pointer === pointer) return hooks.map(hookItem);
  const label = files.matcher(first?.configured.matcher ?? "*");
  return [withRange(item("group", uri, pointer, label, numbered(hooks.map(hookItem))), ranges.get(pointer))];
}

function hookItem(placed: PlacedHook): Item {
  const { hook, uri, range, matcher } = placed.configured;
  const command = hook.name ?? (hook.command.trim().split("\n", 1)[0] || hook.type);
  const label = `${command} — ${placed.event}${matcher === "*" ? "" : ` ${matcher}`}`;
  return { ...item("hook", uri, hook.pointer, label, []), range, hook: placed };
}

/** Of those that would be called the same, all but the first say which of them they are. */
function numbered(items: readonly Item[]): readonly Item[] {
  const seen = new Map<string, number>();
  return items.map((it) => {
    const count = (seen.get(it.label) ?? 0) + 1;
    seen.set(it.label, count);
    return count === 1 ? it : { ...it, label: `${it.label} (${count})` };
  });
}

/** One item for each file of hook tests; tests of the same name are numbered. */
export function testItems(
  every: readonly TestFile[],
  files: Files,
  guarded: ReadonlySet<string> = new Set(),
): readonly Item[] {
  return every.map(({ uri, tests, problems }) => {
    const seen = new Map<string, number>();
    const children = tests.map((test) => {
      const count = (seen.get(test.name) ?? 0) + 1;
      seen.set(test.name, count);
      const place = { line: test.line, character: 0 };
      const plain = item("test", uri, `${test.name}#${count}`, test.name, []);
      return { ...plain, range: { start: place, end: place }, test, guarded: guarded.has(test.event) };
    });
    const error = problems.map((it) => `${it.line + 1}: ${it.message}`).join("\n") || undefined;
    return { ...item("tests", uri, "", files.label(pathOf(uri)), numbered(children)), error };
  });
}

/** Every hook and test at and below items, in their order. */
export function leaves(items: readonly Item[]): readonly Item[] {
  return items.flatMap((it) => (it.hook !== undefined || it.test !== undefined ? [it] : leaves(it.children)));
}

function item(kind: Item["kind"], uri: string, place: string, label: string, children: readonly Item[]): Item {
  const id = idOf(uri, place);
  return { id, kind, label, uri, range: undefined, error: undefined, children };
}

function idOf(uri: string, place: string): string {
  return `${uri}#${place}`;
}

function parent(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

export function grouped<T>(every: readonly T[], key: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const one of every) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
  return found;
}
