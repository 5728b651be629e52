/** What a program printed, made fit to be shown: without terminal sequences, with its control characters visible. */

const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])/g;
const UNFINISHED = /(?:\r|\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?)?)$/;
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/g;
// What turns the direction of writing would show a command other than the one that runs.
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Anything longer is not a terminal sequence. */
const LONGEST_SEQUENCE = 4096;

/** A whole text. */
export function shown(text: string): string {
  return visible(text.replace(SEQUENCE, "").replaceAll("\r\n", "\n"));
}

/** The next piece of a text; `pending` is what was kept back of the piece before, and is to be given with the next. */
export function shownPiece(pending: string, piece: string): { readonly text: string; readonly pending: string } {
  const whole = pending + piece;
  const end = UNFINISHED.exec(whole.slice(-LONGEST_SEQUENCE))?.[0] ?? "";
  return { text: shown(whole.slice(0, whole.length - end.length)), pending: end };
}

function visible(text: string): string {
  const controls = text.replace(CONTROL, (it) =>
    it === "\x7f" ? "␡" : String.fromCharCode(0x2400 + it.charCodeAt(0)),
  );
  return controls.replace(TURNING, (it) => `⟨U+${it.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}
