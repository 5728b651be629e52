/** The plan, drawn: the event, and below it its hooks in the order in which they run, lanes beside each other. */

import type { FiringPlan } from "../shared/methods";
import { CardView } from "./card";
import { h } from "./dom";
import { fill } from "../shared/format";
import { section, type Page } from "./page";
import { isOver, lanes, type Firing } from "../shared/firings";

export class PlanView {
  readonly root: HTMLElement;
  private readonly holder = h("div", { class: "lanes" });
  private cards: readonly CardView[] = [];

  constructor(
    private readonly page: Page,
    firing: Firing,
  ) {
    const order = firing.plan.steps.length > 1 ? h("p", { class: "order" }, orderOf(page, firing.plan)) : undefined;
    this.root = section("plan", page.words.hooks, order, this.holder);
  }

  update(firing: Firing): void {
    if (this.cards.length !== firing.runs.length || firing.runs.length === 0) this.draw(firing);
    this.cards.forEach((it, index) => {
      const run = firing.runs[index];
      if (run !== undefined) it.update(run, isOver(firing), firing.failure);
    });
  }

  tick(now: number): void {
    for (const it of this.cards) it.tick(now);
  }

  private draw(firing: Firing): void {
    const cards: CardView[] = [];
    const drawn = lanes(firing).map((lane, index, { length }) => {
      const steps = lane.map(([number, run]) => {
        const card = new CardView(this.page, firing.id, number, run, firing.recorded);
        cards[number - 1] = card;
        return h("li", {}, card.root);
      });
      // Where each hook is its own lane, it is said above all of them.
      const chains = length > 1 && firing.plan.order !== "parallel";
      const title = chains ? fill(this.page.words.lane, index + 1, length) : undefined;
      const caption = title && h("p", { class: "lane-title" }, title);
      return h("div", { class: "lane" }, caption, h("ol", {}, ...steps));
    });
    this.cards = cards;
    if (drawn.length === 0) drawn.push(h("div", {}, h("p", {}, this.page.words.noHooks)));
    this.holder.replaceChildren(...drawn);
  }
}

function orderOf({ words }: Page, { order }: FiringPlan): string {
  switch (order) {
    case "parallel":
      return words.parallel;
    case "serial":
      return words.serial;
    case "serial within a group, groups in parallel":
      return words.groups;
    case "in the background, after the answer":
      return words.background;
  }
}
