/** What the user of a window does: keys, palette, lenses. Driving may be tried again; what is asserted may not. */

import { mkdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./service.mjs";
import { PATIENCE_MS, until } from "./wait.mjs";

export const PICTURES = path.join(ROOT, "build", "e2e");
/** What one try of driving may take. */
export const TRY_MS = 2000;

export class Window {
  /** `page` is the browser's, with the editor in it. */
  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Puts the cursor there, in the editor that is active. */
  async goTo(line, column) {
    const { page } = this;
    const place = page.locator(".statusbar-item", { hasText: new RegExp(`Ln ${line}, Col ${column}\\b`) });
    await until(async () => {
      await page.keyboard.press("Control+G");
      if (!(await this.ask(`:${line}:${column}`))) return false;
      await page.keyboard.press("Enter");
      // While the box is open, the place is only previewed; a key that comes too early leaves it open.
      if (await gone(page.locator(".quick-input-widget"))) return seen(place);
      await page.keyboard.press("Escape");
      return false;
    }, `line ${line}, column ${column}`);
  }

  /** Opens a file of the project by its name. */
  async openFile(name) {
    const { page } = this;
    const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: path.basename(name) });
    const tab = page.locator(`.tab.active[data-resource-name="${path.basename(name)}"]`);
    await until(async () => {
      await page.keyboard.press("Control+P");
      const there = (await this.ask(name)) && (await seen(row));
      await page.keyboard.press(there ? "Enter" : "Escape");
      return there && seen(tab);
    }, `the file ${name}`);
  }

  /** Runs a command of the palette, whose list is made anew until extensions that come late are in it. */
  async command(title) {
    const { page } = this;
    const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title });
    await until(async () => {
      await page.keyboard.press("F1");
      const there = (await this.ask(`>${title}`)) && (await seen(row));
      await page.keyboard.press(there ? "Enter" : "Escape");
      return there;
    }, title);
  }

  /** Whether it could be asked: the palette closes where something else takes the focus. */
  ask(text) {
    const input = this.page.locator(".quick-input-widget input").first();
    return done(input.fill(text, { timeout: TRY_MS }));
  }

  lens(text, index = 0) {
    return this.page.locator(".codelens-decoration a", { hasText: new RegExp(`^${text}$`) }).nth(index);
  }

  /** The frame of the webview in which `pattern` is read by now; use it as a page. */
  async webview(pattern) {
    return until(async () => {
      for (const frame of this.page.frames().filter((it) => it !== this.page.mainFrame())) {
        // A frame may be gone by now: then it is another that has the text.
        const text = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
        if (pattern.test(text)) return frame;
      }
      return undefined;
    }, `a webview with ${pattern}`);
  }

  /** Comes into build/e2e. */
  async picture(name) {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
  }
}

/** Whether it is seen within what one try may take. */
export function seen(locator, timeout = TRY_MS) {
  return done(locator.first().waitFor({ timeout }));
}

/** Whether it is hidden within what one try may take. */
export function gone(locator) {
  return done(locator.first().waitFor({ state: "hidden", timeout: TRY_MS }));
}

/** Whether that try came to its end. */
export function done(attempt) {
  return attempt.then(
    () => true,
    () => false,
  );
}
