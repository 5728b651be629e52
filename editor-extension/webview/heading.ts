/** Which firing it is, and the way to those before it. */

import { failed } from "./decision";
import { allow, button, h, setText } from "./dom";
import type { PageAct } from "../shared/messages";
import type { Page } from "./page";
import { fill } from "../shared/format";
import type { Firing, State } from "../shared/firings";

export class HeadingView {
  readonly root: HTMLElement;
  private readonly event = h("h1", {});
  private readonly where = h("p", { class: "where" });
  private readonly select = h("select", { id: "earlier" });
  private readonly picker: HTMLElement;
  private drawn = "";
  private readonly test: HTMLButtonElement;
  private readonly jump: HTMLButtonElement;
  private shown: Firing | undefined;

  constructor(
    private readonly page: Page,
    choose: (id: string) => void,
    edit: () => void,
  ) {
    this.select.addEventListener("change", () => choose(this.select.value));
    this.picker = h("p", { class: "pick" }, h("label", { for: "earlier" }, page.words.earlier), this.select);
    const test = button(page.words.createTest, () => this.act("createTest"), { class: "link" });
    const history = button(page.words.history, () => page.post({ kind: "history" }), { class: "link" });
    this.test = test;
    this.jump = button(page.words.editPayload, edit, { class: "link jump" });
    const acts = h("p", { class: "acts" }, test, history, this.jump);
    this.root = h("header", { class: "heading" }, h("div", {}, this.event, this.where), this.picker, acts);
  }

  update(state: State, firing: Firing): void {
    const { words } = this.page;
    const { plan, scratch, recorded } = firing;
    this.shown = firing;
    this.jump.hidden = recorded;
    allow(this.test, firing.result !== undefined);
    setText(this.event, plan.event);
    const place = scratch ? [words.onCopy] : recorded ? [] : [words.inWorkspace];
    const payload =
      plan.sample === null ? words.ownPayload : fill(words.sample, plan.sampleLabels[plan.sample] ?? plan.sample);
    setText(this.where, [plan.dialectTitle, recorded ? words.recorded : payload, ...place].join(" · "));
    this.picker.hidden = state.length < 2;
    // An open list would close if it were replaced.
    const options = state.map((it) => told(this.page, it));
    const key = [...state.map((it) => it.id), ...options].join();
    if (key !== this.drawn) {
      this.drawn = key;
      this.select.replaceChildren(...state.map(({ id }, index) => h("option", { value: id }, options[index])));
    }
    this.select.value = firing.id;
  }

  private act(act: PageAct): void {
    if (this.shown?.result !== undefined) this.page.post({ kind: "act", id: this.shown.id, act });
  }
}

function told(page: Page, { at, plan, result, failure }: Firing): string {
  const came = result?.verdict ?? (failure && failed(page, failure));
  const verdict = came === undefined ? "" : ` · ${came}`;
  return `${new Date(at).toLocaleTimeString()} · ${plan.event}${verdict}`;
}
