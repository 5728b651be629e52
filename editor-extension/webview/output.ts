/** What one stream of a hook prints, as it comes: the end of it, in blocks, so that a new piece costs only itself. */

import type { StreamName } from "../shared/shown";
import { button, h, setText } from "./dom";
import { count, fill } from "../shared/format";
import type { Page } from "./page";
import { MOST_KEPT, type Stream } from "../shared/firings";

const BLOCK = 2_048;
/** So much is worth a document of its own. */
const LONG = 1_500;

interface Block {
  readonly element: HTMLElement;
  length: number;
  /** Whether its last line is whole. */
  ends: boolean;
}

export class OutputView {
  readonly root: HTMLDetailsElement;
  private readonly size = h("span", { class: "size" });
  private readonly earlier = h("p", { class: "more" });
  private readonly cut = h("p", { class: "warn", hidden: true });
  private readonly whole: HTMLButtonElement;
  private readonly box: HTMLElement;
  private readonly blocks: Block[] = [];
  private seen: Stream | undefined;
  private held = 0;

  constructor(
    private readonly page: Page,
    name: StreamName,
    label: string,
    open: () => void,
  ) {
    this.box = h("div", { class: "output", tabindex: 0, role: "region", "aria-label": label });
    this.whole = button(page.words.whole, open, { class: "link", "aria-label": `${page.words.whole}: ${label}` });
    const head = h("div", { class: "output-head" }, this.earlier, this.whole);
    this.root = h(
      "details",
      { open: true, class: "stream", hidden: true },
      h("summary", {}, name, " ", this.size),
      this.cut,
      head,
      this.box,
    );
  }

  update(stream: Stream): void {
    if (stream === this.seen || stream.total === 0) return;
    const atEnd = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < 24;
    this.append(stream);
    this.root.hidden = false;
    setText(this.size, fill(this.page.words.characters, count(stream.total)));
    const gone = Math.max(0, stream.total - this.held);
    this.earlier.hidden = gone === 0;
    this.whole.hidden = stream.total < LONG;
    this.cut.hidden = stream.cut === undefined;
    setText(this.cut, cutOf(this.page, stream));
    setText(this.earlier, fill(this.page.words.charactersEarlier, count(gone)));
    if (atEnd) this.box.scrollTop = this.box.scrollHeight;
  }

  private append(stream: Stream): void {
    const fresh = stream.given - (this.seen?.given ?? 0);
    const anew = stream.replaced || fresh > stream.text.length || fresh > MOST_KEPT;
    this.seen = stream;
    if (anew) this.clear();
    const text = stream.text.slice(-(anew ? MOST_KEPT : fresh));
    if (anew || fresh > 0) pieces(text).forEach((it) => this.add(it));
    while (this.blocks.length > 1 && this.held - (this.blocks[0]?.length ?? 0) >= MOST_KEPT) this.drop();
  }

  private add(piece: string): void {
    const last = this.blocks.at(-1);
    if (last !== undefined && last.length + piece.length <= (last.ends ? BLOCK : 2 * BLOCK)) {
      last.element.append(piece);
      last.length += piece.length;
      last.ends = piece.endsWith("\n");
    } else {
      const element = h("pre", {}, piece);
      this.blocks.push({ element, length: piece.length, ends: piece.endsWith("\n") });
      this.box.append(element);
    }
    this.held += piece.length;
  }

  private drop(): void {
    const first = this.blocks.shift();
    first?.element.remove();
    this.held -= first?.length ?? 0;
  }

  private clear(): void {
    while (this.blocks.length > 0) this.drop();
  }
}

/** Pieces that end with a line where they can: only lines that are longer than a piece are torn. */
export function pieces(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    const line = text.lastIndexOf("\n", at + BLOCK - 1) + 1;
    const end = at + BLOCK >= text.length ? text.length : line > at ? line : at + BLOCK;
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

/** The journal keeps less of it than the server, and does not say how much there was. */
function cutOf({ words }: Page, { cut = 0 }: Stream): string {
  return cut > 0 ? fill(words.cutOutput, count(cut)) : words.cut;
}
