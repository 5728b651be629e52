/** Which hooks an event would run, and why: nothing has run for it. */

import type { ExplainedHook, HookExplanation } from "../shared/methods";
import type { Explained } from "../shared/messages";
import { button, h } from "./dom";
import { fill, nameOf } from "../shared/format";
import { prose, section, textOf, type Page } from "./page";

export class ExplanationView {
  readonly root = h("main", { class: "explanation", tabindex: -1, hidden: true });
  private shown: Explained | undefined;

  constructor(
    private readonly page: Page,
    private readonly close: () => void,
  ) {}

  /** Shows it; undefined: there is none to be shown. `others`: there are firings to go back to. */
  update(explained: Explained | undefined, others: boolean): void {
    this.root.hidden = explained === undefined;
    if (explained === this.shown) return;
    this.shown = explained;
    if (explained === undefined) this.root.replaceChildren();
    else this.draw(explained.explanation, others);
  }

  private draw(it: HookExplanation, others: boolean): void {
    const { words } = this.page;
    const { uri, pointer } = it;
    const back = others ? button(words.backToFirings, () => this.close(), { class: "link" }) : undefined;
    this.root.setAttribute("aria-label", fill(words.explained, it.event));
    this.root.replaceChildren(
      h(
        "header",
        { class: "heading" },
        h("div", {}, h("h1", {}, fill(words.explained, it.event)), where(this.page, it)),
      ),
      h(
        "div",
        { class: "line", role: "status" },
        h("strong", { class: "verdict" }, count(this.page, it)),
        " ",
        words.nothingRan,
      ),
      it.withheld === undefined ? "" : h("p", { class: "none withheld" }, words.withheld),
      section("would", words.wouldRun, list(this.page, it.matched)),
      it.skipped.length > 0 ? section("would", words.wouldNotRun, list(this.page, it.skipped)) : "",
      section(
        "stdin",
        words.payload,
        textOf(this.page, { text: JSON.stringify(it.payload, undefined, 2), leftOut: 0 }, words.payload, "json"),
      ),
      h(
        "p",
        { class: "buttons" },
        button(words.fire, () => this.page.post({ kind: "fireAt", uri, pointer })),
        back,
      ),
    );
  }
}

function where({ words }: Page, { dialectTitle, sample }: HookExplanation): HTMLElement {
  const payload = sample === null ? words.ownPayload : fill(words.sample, sample.name);
  const described = sample === null || sample.description === "" ? "" : ` (${sample.description})`;
  return h("p", { class: "where" }, `${dialectTitle} · ${payload}${described}`);
}

function count({ words }: Page, { matched }: HookExplanation): string {
  if (matched.length === 0) return words.noHooks;
  return matched.length === 1 ? words.oneWould : fill(words.manyWould, matched.length);
}

function list(page: Page, every: readonly ExplainedHook[]): HTMLElement {
  if (every.length === 0) return h("p", { class: "none" }, page.words.noHooks);
  return h("ol", { class: "hooks" }, ...every.map((it, index) => item(page, it, index + 1)));
}

function item(page: Page, it: ExplainedHook, number: number): HTMLElement {
  const { words } = page;
  const { uri, range, hook, matcher, asked, because } = it;
  const { line, character } = range.start;
  const name = `${number}. ${nameOf(hook)}`;
  const goTo = button(name, () => page.post({ kind: "reveal", uri, line, character }), {
    class: "link hook",
    "aria-label": `${words.goTo}: ${name}`,
  });
  const facts = h("dl", {});
  facts.append(h("dt", {}, words.scope), h("dd", {}, hook.scope));
  if (matcher !== "") facts.append(h("dt", {}, words.matcher), h("dd", {}, h("code", {}, matcher)));
  if (because.length > 0) facts.append(h("dt", {}, words.why), h("dd", {}, ...prose(because.join("; "))));
  return h(
    "li",
    { class: asked ? "card asked" : "card" },
    h("h3", {}, goTo),
    asked ? h("p", { class: "none" }, words.asked) : "",
    facts,
  );
}
