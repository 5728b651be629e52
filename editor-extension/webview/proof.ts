/** Whether the user's own agent does what the engine says of a firing: a button, then both sides beside each other. */

import type { Proof, ProofSide } from "../shared/methods";
import type { FromPage } from "../shared/messages";
import type { Firing } from "../shared/firings";
import { duration, fill } from "../shared/format";
import { toneOf, type ShownProof } from "../shared/proofs";
import { button, h, sign } from "./dom";
import { prose, textOf, type Page } from "./page";
import { notes } from "./results";
import { TONE_SIGNS } from "./status";

export class ProofView {
  readonly root = h("section", { class: "proof", hidden: true });
  private drawn: string | undefined;
  private shown: ShownProof | undefined;

  constructor(private readonly page: Page) {}

  update(firing: Firing, proof: ShownProof | undefined): void {
    const { plan, recorded, id } = firing;
    this.root.hidden = recorded || !plan.provable;
    if (this.root.hidden || (this.drawn === id && this.shown === proof)) return;
    this.drawn = id;
    this.shown = proof;
    this.root.setAttribute("aria-label", fill(this.page.words.proveIn, plan.dialectTitle));
    this.root.replaceChildren(...this.parts(firing, proof));
  }

  private parts({ id, plan }: Firing, proof: ShownProof | undefined): readonly Node[] {
    const { words } = this.page;
    const post = (message: FromPage): void => this.page.post(message);
    const name = plan.dialectTitle;
    const running = proof !== undefined && proof.result === undefined && proof.failure === undefined;
    if (running) {
      const cancel = button(words.cancel, () => post({ kind: "cancelProof", id }), { class: "secondary" });
      return [status(words, "running", "●", fill(words.proving, name), words.provingHow), buttons(cancel)];
    }
    const prove = button(fill(words.proveIn, name), () => post({ kind: "prove", id }), { class: "secondary" });
    if (proof?.failure !== undefined) {
      const { cancelled, why } = proof.failure;
      return [status(words, "plain", "–", cancelled ? words.proofCancelled : words.noProof, why), buttons(prove)];
    }
    const result = proof?.result;
    if (result === undefined) return [buttons(prove)];
    const copy = button(words.copyIssue, () => post({ kind: "copyIssue", id }), {
      class: "link",
      hidden: result.issue === null,
    });
    const tone = toneOf(result);
    const every = [
      status(words, tone, TONE_SIGNS[tone], words[VERDICTS[tone]], result.answer),
      sides(this.page, result, name),
      differences(this.page, result, name),
      notes(this.page, result.notes),
      buttons(prove, copy),
    ];
    return every.filter((it) => it !== undefined);
  }
}

const VERDICTS = { good: "proofAgrees", bad: "proofDiffers", fault: "noProof" } as const;

function status(words: Page["words"], tone: string, mark: string, verdict: string, reason: string): HTMLElement {
  const line = h("p", { class: "line" }, sign(mark), h("strong", { class: "verdict", "data-long": true }, verdict));
  const said = h("div", { role: "status", "aria-live": "polite" }, line, h("p", { class: "reason" }, ...prose(reason)));
  return h("div", { class: "decision", "data-tone": tone, "aria-label": words.proof }, said);
}

function buttons(...every: readonly HTMLElement[]): HTMLElement {
  return h("p", { class: "buttons" }, ...every);
}

/** A table with the agent on the left and the engine on the right. */
function sides(page: Page, { agentSide, engineSide }: Proof, name: string): HTMLElement {
  const { words } = page;
  const row = (title: string, cell: (side: ProofSide) => readonly (Node | string)[]): HTMLElement =>
    h("tr", {}, h("th", { scope: "row" }, title), h("td", {}, ...cell(agentSide)), h("td", {}, ...cell(engineSide)));
  const head = h(
    "thead",
    {},
    h("tr", {}, h("td", {}), h("th", { scope: "col" }, name), h("th", { scope: "col" }, "hookwright")),
  );
  const body = h(
    "tbody",
    {},
    row(words.became, (it) => [it.words]),
    row(words.hooksThatRan, (it) => ran(page, it)),
    row(words.modelWasTold, (it) => texts(page, it.told, words.modelWasTold)),
    row(words.userWouldSee, (it) => texts(page, it.shown, words.userWouldSee)),
    row(words.took, (it) => [duration(it.durationMs)]),
  );
  return h("table", { class: "sides" }, head, body);
}

function ran({ words }: Page, { fired }: ProofSide): readonly (Node | string)[] {
  if (fired === null) return [words.notSeen];
  if (fired.length === 0) return [words.noHookRan];
  return fired.map((it) => h("p", {}, h("code", {}, it)));
}

function texts(page: Page, every: readonly string[], label: string): readonly (Node | string)[] {
  if (every.length === 0) return ["–"];
  return every.map((text) => textOf(page, { text, leftOut: 0 }, label));
}

function differences(page: Page, { differences: every }: Proof, name: string): HTMLElement | undefined {
  if (every.length === 0) return undefined;
  const { words } = page;
  const items = every.map(({ what, agent, engine }) => {
    const said = (title: string, text: string): HTMLElement =>
      h("div", {}, h("span", { class: "who" }, title), textOf(page, { text, leftOut: 0 }, title));
    return h("li", {}, h("h3", {}, what), said(name, agent), said("hookwright", engine));
  });
  return h(
    "section",
    { "aria-label": words.proofDifferences },
    h("h2", {}, words.proofDifferences),
    h("ul", {}, ...items),
  );
}
