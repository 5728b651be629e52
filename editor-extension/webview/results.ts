/** The results of a firing: how it was decided, the messages, the changes, and the notes. */

import type { Difference, ShownChange, ShownResult, Told } from "../shared/shown";
import { diffLines, isDiff } from "../shared/diff";
import { button, h } from "./dom";
import { count, fill, nameOf } from "../shared/format";
import { prose, section, textOf, type Page } from "./page";
import type { Firing } from "../shared/firings";
import { shown } from "../shared/text";

export function fold(page: Page, firing: Firing, result: ShownResult): Node | undefined {
  if (result.fold.length === 0) return undefined;
  const items = result.fold.map((it) => {
    const index = firing.runs.findIndex((run) => run.step.hook.id === it.hook);
    const run = firing.runs[index];
    const who = run === undefined ? page.words.rule : `${index + 1}. ${nameOf(run.step.hook)}`;
    const effect = it.effect === "" ? undefined : h("span", { class: "effect" }, ...prose(it.effect));
    const says = it.says === "" ? undefined : h("span", { class: "says" }, ...prose(it.says));
    const kind = it.hook === null ? "rule" : it.decides ? "decides" : undefined;
    return h("li", { class: kind }, h("span", { class: "who" }, who), says, effect);
  });
  return section("fold", page.words.fold, h("ol", {}, ...items));
}

export function told(page: Page, { recorded }: Firing, result: ShownResult): readonly Node[] {
  const { words } = page;
  const audiences = [
    [words.toAgent, result.told.filter((it) => it.to === "agent")],
    [words.toUser, result.told.filter((it) => it.to === "user")],
  ] as const;
  // Not all of it is recorded, so it cannot be said that there was nothing.
  const known = audiences.filter(([, every]) => !recorded || every.length > 0);
  return known.map(([title, every]) => section("told", title, ...entries(page, every)));
}

function entries(page: Page, every: readonly Told[]): readonly Node[] {
  if (every.length === 0) return [h("p", { class: "none" }, page.words.toldNothing)];
  return every.map((it) =>
    h(
      "div",
      { class: "message", "data-level": it.level },
      h("span", { class: "level" }, page.words[it.level]),
      textOf(page, it.text, page.words[it.level]),
    ),
  );
}

export function changes(page: Page, firing: Firing, result: ShownResult): readonly (Node | undefined)[] {
  const { words } = page;
  const { inputDiff, updatedInput, rewritten, changes: files, changesLeftOut } = result;
  const input =
    inputDiff === null
      ? updatedInput && section("input", words.inputReplaced, textOf(page, updatedInput, words.inputReplaced, "json"))
      : section("input", words.inputChanged, diffOf(page, inputDiff.text, words.inputChanged, inputDiff.leftOut));
  const more =
    changesLeftOut === 0 ? undefined : h("p", { class: "more" }, fill(words.moreFiles, count(changesLeftOut)));
  const drawn = files.map((it) => change(page, firing, it));
  if (firing.scratch && drawn.length === 0) drawn.push(h("p", { class: "none" }, words.noFiles));
  const changed = drawn.length === 0 ? undefined : section("files", words.files, ...drawn, more);
  const read = rewritten && section("rewritten", words.rewritten, textOf(page, rewritten, words.rewritten, "json"));
  return [input ?? undefined, read ?? undefined, changed];
}

function change(page: Page, firing: Firing, { path, kind, diff }: ShownChange): HTMLElement {
  const head = h(
    "summary",
    {},
    h("span", { class: "badge" }, page.words[kind]),
    " ",
    h("span", { class: "path" }, shown(path)),
  );
  return h(
    "details",
    { open: true, class: "change", "data-kind": kind },
    head,
    isDiff(diff.text) ? compare(page, firing, path) : undefined,
    diffOf(page, diff.text, path, diff.leftOut),
  );
}

function compare(page: Page, { id }: Firing, path: string): HTMLElement {
  return button(page.words.openDiff, () => page.post({ kind: "compare", id, path }), {
    class: "link compare",
    "aria-label": `${page.words.openDiff}: ${path}`,
  });
}

function diffOf(page: Page, diff: string, label: string, leftOut: number): HTMLElement {
  if (!isDiff(diff)) return h("p", { class: "none" }, shown(diff));
  // The name of the file is shown above it.
  const lines = diffLines(diff).filter((it) => it.kind !== "file");
  const drawn = lines.map((it) => h("span", { class: `line ${it.kind}` }, shown(it.text)));
  const more = leftOut === 0 ? undefined : h("p", { class: "more" }, fill(page.words.leftOut, count(leftOut)));
  return h("div", {}, h("pre", { class: "diff", tabindex: 0, role: "region", "aria-label": label }, ...drawn), more);
}

export function notes(page: Page, every: readonly string[]): Node | undefined {
  if (every.length === 0) return undefined;
  const items = every.map((it) => h("li", {}, ...prose(it)));
  return section("notes", page.words.notes, h("ul", {}, ...items));
}

/** What came out otherwise than when it was recorded; undefined if nothing was compared. */
export function differences(page: Page, { differences: every }: ShownResult): Node | undefined {
  const { words } = page;
  if (every === undefined) return undefined;
  if (every.length === 0) return section("differences", words.differences, h("p", { class: "none" }, words.sameAgain));
  const head = [words.what, words.then, words.now].map((it) => h("th", { scope: "col" }, it));
  const rows = every.map((it) => row(it));
  return section(
    "differences",
    words.differences,
    h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)),
  );
}

function row({ what, hook, then, now }: Difference): HTMLElement {
  const name = hook === undefined ? what : `${nameOf(hook)}: ${what}`;
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, said(then)), h("td", {}, said(now)));
}

function said(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return shown(typeof value === "string" ? value : JSON.stringify(value));
}
