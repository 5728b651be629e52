/** The pictures of the panel and the view: `make pictures` takes them, and puts them into media/pictures. */

import { FILE, group, hookFile } from "./files.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";

const HOOKS = hookFile({
  PreToolUse: [group("Bash", { command: 'sh "$CLAUDE_PROJECT_DIR"/guard.sh', timeout: 10 })],
  PostToolUse: [group("Wirte|Edit", "npx prettier --write .")],
  SesionStart: [],
});
const GUARD = "#!/bin/sh\necho 'Run the tests with `make test`: they need the database' >&2\nexit 2\n";

const { editor, step } = journey("pictures", {
  files: { [FILE]: HOOKS, "guard.sh": GUARD },
  open: FILE,
  viewport: { width: 1280, height: 760 },
});

step("a hook file with mistakes, and beside it the panel with what a hook decided", async (page) => {
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("Control+b");
  await editor().fire();
  await editor().webview(/How it was decided[^]*they need the database/);
  await editor().lens("deny · .*").waitFor();
  await page.mouse.move(640, 745);
  await editor().picture("panel");
});

step("all hooks, with how they ended last", async (page) => {
  const view = hooksView(page);
  await view.open();
  await view.row("guard.sh", "deny").waitFor();
  await page.mouse.move(640, 745);
  await editor().picture("view");
});
