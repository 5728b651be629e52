/** The parts of an attack on the page: the table of the calls, the holes, and what happens where a guard cannot decide. */

import type { ShownAttack } from "../shared/attacks";
import type { AttackResult, Circumstance, Hole, Row, Tried } from "../shared/methods";
import { fill } from "../shared/format";
import { allow, button, h } from "./dom";
import { prose, reachable, section, type Page } from "./page";

/** What the usual calls do: of others it is said. */
const SHELL = "Bash";

export function table(page: Page, result: AttackResult): HTMLElement {
  const { words } = page;
  const titles = [words.tried, words.stoppedCalls, words.passedCalls, words.notAsked, words.falseAlarm];
  const head = [words.calls, ...titles].map((it) => h("th", { scope: "col" }, it));
  const body = h("tbody", {}, ...result.rows.map((it) => row(page, it)));
  return section("calls", words.calls, h("table", {}, h("thead", {}, h("tr", {}, ...head)), body));
}

/** Of harmless calls, those that were stopped are the false alarms. */
function row({ words }: Page, { danger, seed, tried, stopped, passed, notAsked }: Row): HTMLElement {
  const harmless = danger === "";
  const name = harmless ? words.harmless : `${danger}: ${seed}`;
  const counts = harmless ? ["–", "–", "–", stopped] : [stopped, passed, notAsked, "–"];
  const isBad = (index: number): boolean => (harmless ? index === 3 && stopped > 0 : index === 1 && passed > 0);
  const cells = counts.map((it, index) => h("td", { "data-tone": isBad(index) ? "bad" : undefined }, String(it)));
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, String(tried)), ...cells);
}

/** Holes or false alarms, each by its smallest call, with a button that makes a hook test of it. */
export function faults(
  page: Page,
  attack: ShownAttack,
  every: readonly Hole[],
  title: string,
  why: string,
): HTMLElement | undefined {
  if (every.length === 0) return undefined;
  const left = every.map((it) => it.number).filter((it) => it >= 0 && !attack.tests.includes(it));
  const all =
    left.length > 1
      ? button(page.words.allTests, () => page.post({ kind: "attackTests", numbers: left }), {
          class: "link",
          "aria-label": `${page.words.allTests}: ${title}`,
        })
      : undefined;
  const items = every.map((it) => h("li", { class: "card" }, ...fault(page, attack, it, why)));
  return section("faults", title, all && h("p", { class: "acts" }, all), h("ol", { class: "hooks" }, ...items));
}

function fault(page: Page, attack: ShownAttack, hole: Hole, why: string): readonly (Node | undefined)[] {
  const { words } = page;
  const made = attack.tests.includes(hole.number);
  const make = (): void => {
    if (!made) page.post({ kind: "attackTests", numbers: [hole.number] });
  };
  const test = button(made ? words.testMade : words.createTest, make, {
    class: "link",
    "aria-label": `${made ? words.testMade : words.createTest}: ${hole.text}`,
  });
  allow(test, !made);
  const acts = h("span", { class: "acts" }, hole.number < 0 ? undefined : test);
  const more = hole.others === 0 ? undefined : h("p", { class: "more" }, fill(words.moreLikeIt, hole.others));
  return [h("header", {}, call(hole), does(hole), acts), reasons(page, hole, why), more];
}

function call({ text }: Tried): HTMLElement {
  return h("h3", {}, h("pre", { class: "wrapped", ...reachable(text, text) }, text));
}

function does(it: Tried): Node | undefined {
  return it.does === SHELL ? undefined : h("span", { class: "badge" }, it.does);
}

function reasons({ words }: Page, hole: Hole, why: string): HTMLElement {
  const lines = [...new Set(hole.why)].map((it) => h("li", {}, ...prose(it)));
  const list = h("dl", {}, h("dt", {}, why), h("dd", {}, h("ul", {}, ...lines)));
  if (hole.said !== "") list.append(h("dt", {}, words.guardSays), h("dd", {}, ...prose(hole.said)));
  return list;
}

export function unasked(page: Page, { notAsked }: AttackResult): HTMLElement | undefined {
  if (notAsked.length === 0) return undefined;
  const { words } = page;
  const items = notAsked.map((it) =>
    h("li", { class: "card" }, h("header", {}, call(it), does(it)), reasons(page, it, words.whyDangerous)),
  );
  const title = fill(words.unasked, notAsked.length);
  return h("details", { class: "more" }, h("summary", {}, title), h("ol", { class: "hooks" }, ...items));
}

export function circumstances(page: Page, result: AttackResult): HTMLElement | undefined {
  if (result.circumstances.length === 0) return undefined;
  const rows = result.circumstances.map((it) => circumstance(page, it));
  return section("undecided", page.words.undecided, h("table", {}, h("tbody", {}, ...rows)));
}

function circumstance({ words }: Page, { name, refuses, isFault, how }: Circumstance): HTMLElement {
  const came = refuses ? words.refuses : words.letsPass;
  const said = refuses || how === "" ? came : `${came} (${how})`;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, ...prose(name)),
    h("td", { "data-tone": isFault ? "bad" : undefined }, said),
  );
}

export function allCalls(page: Page, { calls }: AttackResult): HTMLElement {
  const { words } = page;
  const said: Readonly<Record<string, string>> = {
    stopped: words.stoppedCalls,
    passed: words.passedCalls,
    "not asked": words.notAsked,
    "false alarm": words.falseAlarm,
    "left alone": words.leftAlone,
  };
  const isBad = (it: Tried): boolean => it.verdict === "passed" || it.verdict === "false alarm";
  const rows = calls.map((it) =>
    h(
      "tr",
      {},
      h("td", { class: "verdict-of", "data-tone": isBad(it) ? "bad" : undefined }, said[it.verdict] ?? it.verdict),
      h("td", {}, h("code", {}, it.text), does(it)),
      h("td", {}, ...prose([...new Set(it.why)].join(" "))),
    ),
  );
  const summary = h("summary", {}, fill(words.everyCall, calls.length));
  return h("details", { class: "more" }, summary, h("table", {}, h("tbody", {}, ...rows)));
}
