/** What the user of a window does: keys, palette, lenses. Driving may be tried again; what is asserted may not. */

import { mkdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./service.mjs";
import { PATIENCE_MS, until } from "./wait.mjs";

export const PICTURES = path.join(ROOT, "build", "e2e");
/** What one try of driving may take, where trying again does no harm. */
export const TRY_MS = 2000;
/** After so long without any effect a key or a click is taken for lost, and not for slow. */
export const LOST_MS = 15_000;

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
      if (await gone(page.locator(".quick-input-widget"))) return (await seen(place)) && this.hasFocus();
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
      return there && (await seen(tab)) && this.hasFocus();
    }, `the file ${name}`);
  }

  /** Whether an editor has the focus: until then, keys go elsewhere. */
  hasFocus() {
    return seen(this.page.locator(".editor-instance .monaco-editor.focused"));
  }

  /** Runs a command of the palette, whose list is made anew until extensions that come late are in it. */
  async command(title) {
    const { page } = this;
    const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title });
    await until(async () => {
      await page.keyboard.press("F1");
      const there = (await this.ask(`>${title}`)) && (await seen(row));
      await page.keyboard.press(there ? "Enter" : "Escape");
      return there && gone(row, LOST_MS);
    }, title);
  }

  /** Whether it could be asked: the palette closes where something else takes the focus. */
  ask(text) {
    const input = this.page.locator(".quick-input-widget input").first();
    return done(input.fill(text, { timeout: TRY_MS }));
  }

  /** Chooses from a list that has been opened. */
  async pick(text) {
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
    await row.waitFor();
    await until(async () => {
      await done(row.click({ timeout: LOST_MS }));
      return gone(row);
    }, `${text} to be chosen`);
  }

  /** Presses keys until something came of it. */
  press(keys, came) {
    return driven(() => this.page.keyboard.press(keys), came, keys);
  }

  /** Has the editor suggest, until it would insert this. */
  async suggest(text) {
    const row = this.page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: text });
    await until(async () => {
      if (await row.isVisible()) return true;
      await this.page.keyboard.press("Control+Space");
      return seen(row);
    }, `the suggestion ${text}`);
  }

  lens(text, index = 0) {
    return this.page.locator(".codelens-decoration a", { hasText: new RegExp(`^${text}$`) }).nth(index);
  }

  /** Clicks on a lens until something came of it: it may be drawn anew at that moment. */
  clickLens(text, came, index = 0) {
    return driven(() => this.lens(text, index).click({ timeout: LOST_MS }), came, `what the lens ${text} does`);
  }

  /** Fires by a lens, and agrees to the command. */
  async fire(text = "▶ Fire", index = 0) {
    await this.clickLens(text, this.page.locator(".monaco-dialog-box"), index);
    await this.agree();
  }

  /** Answers the dialog that is there, or comes. */
  async agree(answer = "Run") {
    const button = this.page.locator(".monaco-dialog-box .monaco-button", { hasText: answer });
    await button.waitFor();
    await until(async () => {
      await done(button.click({ timeout: TRY_MS }));
      return gone(button);
    }, `the dialog to take ${answer}`);
  }

  /** What the user is notified of; once its toast has gone by itself, in the list of all. */
  async notification(text) {
    const { page } = this;
    const it = page.locator(".notification-toast, .notifications-center .monaco-list-row", { hasText: text });
    await until(async () => {
      if (await seen(it, LOST_MS)) return true;
      await this.command("Notifications: Show Notifications");
      return seen(it);
    }, `the notification ${text}`);
    return it.first();
  }

  /** The frame of the webview in which `pattern` is read by now; use it as a page. */
  async webview(pattern, patience = PATIENCE_MS) {
    const look = async () => {
      for (const frame of this.page.frames().filter((it) => it !== this.page.mainFrame())) {
        // A frame may be gone by now: then it is another that has the text.
        const text = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
        if (pattern.test(text)) return frame;
      }
      return undefined;
    };
    return until(look, `a webview with ${pattern}`, patience);
  }

  /** Whether a webview has it soon enough for what was done to have had an effect. */
  reads(pattern) {
    return () => done(this.webview(pattern, LOST_MS));
  }

  /** Comes into build/e2e. */
  async picture(name) {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
  }
}

/** Drives until something came of it, which is a locator or looks by itself: what a busy window does not take is lost. */
export function driven(act, came, what) {
  return until(async () => {
    await done(act());
    return typeof came === "function" ? came() : seen(came, LOST_MS);
  }, what);
}

/** Whether it is seen within what one try may take. */
export function seen(locator, timeout = TRY_MS) {
  return done(locator.first().waitFor({ timeout }));
}

/** Whether it is hidden within what one try may take. */
export function gone(locator, timeout = TRY_MS) {
  return done(locator.first().waitFor({ state: "hidden", timeout }));
}

/** Whether that try came to its end. */
export function done(attempt) {
  return attempt.then(
    () => true,
    () => false,
  );
}
