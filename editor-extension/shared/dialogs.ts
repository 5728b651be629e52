/** How much text a dialog has room for: some systems push its buttons out of the screen, or cut it. */

const MOST_CHARACTERS = 1500;
const MOST_LINES = 25;

export function fitsDialog(message: string): boolean {
  return message.length <= MOST_CHARACTERS && message.split("\n").length <= MOST_LINES;
}
