import assert from "node:assert/strict";
import { test } from "node:test";
import { shown, shownPiece, visible } from "../../../shared/text";

test("colors are gone, and control characters are seen", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["\x1b[1;31mred\x1b[0m", "red"],
    ["\x1b]8;;http://x\x07link", "␛]8;;http://x␇link"],
    ["\x9b2J\u2028\ud800\u{e0041}", "⟨U+009B⟩2J⟨U+2028⟩⟨U+D800⟩⟨U+E0041⟩"],
    ["👩‍💻 نمی‌خواهم ❤️", "👩‍💻 نمی‌خواهم ❤️"],
    ["a\r\nb\rc", "a\nb␍c"],
    ["\x00\x01\x7f\t\n", "␀␁␡\t\n"],
    ["\x1b", "␛"],
    ["<b>\u4e2d</b>", "<b>\u4e2d</b>"],
  ];
  for (const [text, expected] of cases) assert.equal(shown(text), expected, JSON.stringify(text));
});

test("what turns the direction of writing is seen, in a program's text and in any other", () => {
  assert.equal(visible("\u2066\x1b[31m\n"), "⟨U+2066⟩␛[31m\n");
  assert.equal(shown("rm \u202egpj.exe"), "rm ⟨U+202E⟩gpj.exe");
});

test("cut anywhere, a text is shown as if it had come at once", () => {
  const text = "a\x1b[38;5;196mb\x1b]0;title\x07c\r\nd\x1b]0;t\x1b\\e\rf\x1b(g";
  for (let first = 0; first <= text.length; first += 1) {
    for (let second = first; second <= text.length; second += 1) {
      let [whole, pending] = ["", ""];
      for (const piece of [text.slice(0, first), text.slice(first, second), text.slice(second)]) {
        const next = shownPiece(pending, piece);
        whole += next.text;
        pending = next.pending;
      }
      assert.equal(whole + shown(pending), shown(text), `${first}, ${second}`);
    }
  }
});

test("a sequence that never ends keeps nothing back for ever", () => {
  const { text, pending } = shownPiece("", `\x1b[${"1".repeat(10_000)}`);
  assert.deepEqual([pending, text.length], ["", 10_002]);
});
