/** The pictures of the extension's page: `make pictures` takes them, and puts them into media/pictures. */

import { FILE, group, hookFile } from "./files.mjs";
import { hooksView } from "./hooks-view.mjs";
import { journey } from "./journey.mjs";
import { TESTS, testExplorer } from "./test-explorer.mjs";
import { until } from "./wait.mjs";

const HOOKS = hookFile({
  PreToolUse: [group("Bash", { command: 'sh "$CLAUDE_PROJECT_DIR"/guard.sh', timeout: 10 })],
  PostToolUse: [group("Wirte|Edit", 'sh "$CLAUDE_PROJECT_DIR"/format.sh')],
  SesionStart: [],
});
const RINGS = hookFile({ Notification: [group(undefined, "printf '\\a' > /dev/tty")] });
const GUARD = `#!/bin/sh
if grep -q 'npm test'; then
  echo 'Run the tests with \`make test\`: they need the database' >&2
  exit 2
fi
`;
const FORMAT = '#!/bin/sh\ncd "$CLAUDE_PROJECT_DIR" || exit\nexpand -t 2 menu.js > new && mv new menu.js\n';
const MENU = 'export const menu = [\n\t{ name: "soup", price: 4 },\n\t{ name: "bread", price: 2 },\n];\n';
const EXPECTED = `tests:
  - name: lets tests run
    event: PreToolUse
    tool: Bash
    expect:
      decision: allow
`;

const { editor, step } = journey("pictures", {
  files: { [FILE]: HOOKS, "guard.sh": GUARD, "format.sh": FORMAT, "menu.js": MENU, [TESTS]: EXPECTED },
  home: { [FILE]: RINGS },
  folder: "lunch",
  open: FILE,
  viewport: { width: 1280, height: 760 },
});

/** With the pointer where it points to nothing, and what was told of its last place gone. */
async function picture(name) {
  const { page } = editor();
  await page.mouse.move(640, 745);
  await until(async () => (await page.locator(".workbench-hover:visible").count()) === 0, "the end of the hover");
  await editor().picture(`pictures-${name}`);
}

step("a hook file with mistakes, and beside it the panel with what a hook decided", async (page) => {
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("Control+b");
  await editor().fire();
  await editor().webview(/How it was decided[^]*they need the database/);
  await editor().lens("deny · .*").waitFor();
  await editor().lens("⚠ guard leaks: .*").waitFor();
  await picture("panel");
});

step("all hooks, with how they ended last", async () => {
  const view = hooksView(editor().page);
  await view.open();
  await view.row("guard.sh", "deny").waitFor();
  await view.row("printf").waitFor();
  await picture("view");
});

step("the files that a hook changed in the copy", async (page) => {
  await page.keyboard.press("Control+b");
  await editor().goTo(19, 12);
  await editor().command("Fire the Hook at the Cursor on a Copy");
  await editor().agree();
  const frame = await editor().webview(/Files changed in the copy/);
  await frame.getByRole("region", { name: "Files changed in the copy" }).scrollIntoViewIfNeeded();
  await picture("copy");
  await page.locator(".tab", { hasText: "Fired hooks" }).click({ button: "middle" });
});

step("a hook test that failed, with the difference", async (page) => {
  const explorer = testExplorer(editor);
  await editor().command("Testing: Focus on Test Explorer View");
  await explorer.expand(TESTS);
  await explorer.act("lets tests run", "Run Test");
  await explorer.hears("lets tests run", /failed/i);
  await explorer.goTo("lets tests run", page.locator(".tab.active", { hasText: TESTS }));
  await page.locator(".zone-widget .monaco-diff-editor .editor.modified .view-line", { hasText: "deny" }).waitFor();
  await picture("tests");
});
