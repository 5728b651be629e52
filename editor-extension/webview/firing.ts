/** One firing on the page, from its plan to its result. */

import { h, set } from "./dom";
import type { Page } from "./page";
import { PlanView } from "./plan";
import * as results from "./results";
import { isOver, type Firing } from "../shared/firings";

export class FiringView {
  readonly root: HTMLElement;
  private readonly plan: PlanView;
  private readonly before = h("div", {});
  private readonly after = h("div", {});
  private drawn: Firing["result"] | "plan";

  constructor(
    private readonly page: Page,
    firing: Firing,
  ) {
    this.plan = new PlanView(page, firing);
    this.root = h("div", { class: "firing" }, this.before, this.plan.root, this.after);
  }

  update(firing: Firing): void {
    set(this.root, "data-over", isOver(firing));
    this.plan.update(firing);
    const wanted = firing.result ?? "plan";
    if (this.drawn === wanted) return;
    this.drawn = wanted;
    this.draw(firing);
  }

  tick(now: number): void {
    this.plan.tick(now);
  }

  private draw(firing: Firing): void {
    const { page } = this;
    const { result, plan } = firing;
    const notes = results.notes(page, result?.notes ?? plan.notes);
    const fold = result && results.fold(page, firing, result);
    this.before.replaceChildren(...present([notes, result && results.differences(page, result), fold]));
    this.after.replaceChildren(
      ...present(result === undefined ? [] : [...results.changes(page, firing, result), told(page, firing)]),
    );
  }
}

function told(page: Page, firing: Firing): Node | undefined {
  const { result } = firing;
  return result && h("div", { class: "both" }, ...results.told(page, firing, result));
}

function present(nodes: readonly (Node | undefined)[]): readonly Node[] {
  return nodes.filter((it) => it !== undefined);
}
