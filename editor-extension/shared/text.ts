/** Text from files and programs, made fit to be shown: a sign for every character that would be obeyed or unseen. */

/** Colors carry no text, and every other sequence may hide some. */
const COLOR = /\x1b\[[0-9;:]*m/g;
const UNFINISHED = /(?:\r|\x1b(?:\[[0-9;:]*)?)$/;
// As in the server's `visible.py`; halves of surrogate pairs are matched alone only.
const OBEYED =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/gu;
/** Anything longer is not a color. */
const LONGEST_SEQUENCE = 256;

/** A whole text that a program has printed. */
export function shown(text: string): string {
  return visible(text.replace(COLOR, "").replaceAll("\r\n", "\n"));
}

/** The next piece of a text; `pending` is what was kept back of the piece before, and is to be given with the next. */
export function shownPiece(pending: string, piece: string): { readonly text: string; readonly pending: string } {
  const whole = pending + piece;
  const end = UNFINISHED.exec(whole.slice(-LONGEST_SEQUENCE))?.[0] ?? "";
  return { text: shown(whole.slice(0, whole.length - end.length)), pending: end };
}

/** Any text, with `␛`, `⟨U+202E⟩` and so on in place of what would be obeyed. */
export function visible(text: string): string {
  return text.replace(OBEYED, sign);
}

function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "␡" : `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
