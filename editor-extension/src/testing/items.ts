/** The items of the Test Explorer as plain data: hook files with their hooks by event and group, and hook test files. */

import { fileURLToPath } from "node:url";
import type { ConfiguredHook, HookTree, Range, TestCase, TestFile } from "../methods";

export interface Item {
  /** Stays the same for as long as the same thing stands in the same place. */
  readonly id: string;
  readonly kind: "hooks" | "event" | "group" | "hook" | "tests" | "test";
  readonly label: string;
  readonly description: string;
  readonly uri: string;
  readonly range: Range | undefined;
  readonly error: string | undefined;
  readonly children: readonly Item[];
  readonly hook?: PlacedHook;
  readonly test?: TestCase;
}

export interface PlacedHook {
  readonly configured: ConfiguredHook;
  readonly event: string;
  readonly projectDir: string;
}

/** How a file is called, and where things stand in its text; `matcher` is the user's word for one. */
export interface Files {
  readonly matcher: string;
  label(path: string): string;
  ranges(path: string): ReadonlyMap<string, Range>;
}

interface Known extends PlacedHook {
  readonly dialect: string;
}

/** One item for each file, in the order in which files have their say; hooks that are switched off have none. */
export function hookItems(tree: HookTree, files: Files): readonly Item[] {
  const every = new Map<string, Known>();
  for (const { title, projectDir, events } of tree.dialects) {
    for (const event of events) {
      for (const configured of event.hooks.filter((it) => it.parked === null)) {
        const id = idOf(configured.uri, configured.hook.pointer);
        if (!every.has(id)) every.set(id, { configured, event: event.name, projectDir, dialect: title });
      }
    }
  }
  const byFile = grouped([...every.values()], (it) => it.configured.uri);
  return [...byFile].map(([uri, hooks]) => fileItem(uri, hooks, files));
}

function fileItem(uri: string, hooks: readonly Known[], files: Files): Item {
  const path = hooks[0]?.configured.hook.source ?? pathOf(uri);
  const ranges = files.ranges(path);
  const events = [...grouped(hooks, (it) => it.event)].map(([name, own]) => eventItem(uri, name, own, files, ranges));
  const description = [...new Set(hooks.map((it) => it.dialect))].join(", ");
  return { ...item("hooks", uri, "", files.label(path), events), description };
}

type Ranges = ReadonlyMap<string, Range>;

function eventItem(uri: string, name: string, hooks: readonly Known[], files: Files, ranges: Ranges): Item {
  const groups = grouped(hooks, (it) => it.configured.group);
  const pointer = parent(hooks[0]?.configured.group ?? "");
  const children = [...groups].flatMap(([group, own]) => groupItems(uri, group, own, files, ranges));
  return { ...item("event", uri, pointer, name, children), range: ranges.get(pointer) };
}

/** Where a dialect's groups are its hooks, there is no level between. */
function groupItems(
  uri: string,
  pointer: string,
  hooks: readonly Known[],
  files: Files,
  ranges: Ranges,
): readonly Item[] {
  const [first] = hooks;
  if (first?.configured.hook.pointer === pointer) return hooks.map((it) => hookItem(it, it.configured.matcher));
  const children = hooks.map((it) => hookItem(it, ""));
  const label = first?.configured.matcher ?? "*";
  return [{ ...item("group", uri, pointer, label, children), range: ranges.get(pointer), description: files.matcher }];
}

function hookItem({ configured, event, projectDir }: Known, matcher: string): Item {
  const { hook, uri, range } = configured;
  const label = hook.name ?? (hook.command.trim().split("\n", 1)[0] || hook.type);
  const description = configured.skippedBecause ?? (matcher === "*" ? "" : matcher);
  return {
    ...item("hook", uri, hook.pointer, label, []),
    range,
    description,
    hook: { configured, event, projectDir },
  };
}

/** One item for each file of hook tests; tests of the same name are told apart by which of them it is. */
export function testItems(every: readonly TestFile[], files: Files): readonly Item[] {
  return every.map(({ uri, tests, problems }) => {
    const seen = new Map<string, number>();
    const children = tests.map((test) => {
      const count = (seen.get(test.name) ?? 0) + 1;
      seen.set(test.name, count);
      const place = { line: test.line, character: 0 };
      const plain = item("test", uri, `${test.name}#${count}`, test.name, []);
      return { ...plain, range: { start: place, end: place }, description: test.event, test };
    });
    const error = problems.map((it) => `${it.line + 1}: ${it.message}`).join("\n") || undefined;
    return { ...item("tests", uri, "", files.label(pathOf(uri)), children), error };
  });
}

/** Every hook and test at and below items, in their order. */
export function leaves(items: readonly Item[]): readonly Item[] {
  return items.flatMap((it) => (it.hook !== undefined || it.test !== undefined ? [it] : leaves(it.children)));
}

export function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}

function item(kind: Item["kind"], uri: string, place: string, label: string, children: readonly Item[]): Item {
  const id = idOf(uri, place);
  return { id, kind, label, description: "", uri, range: undefined, error: undefined, children };
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
