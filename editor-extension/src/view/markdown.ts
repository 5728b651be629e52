/** Text of others inside Markdown, as nothing but text. */

/** Every character that means something in Markdown or HTML is escaped; line breaks become spaces. */
export function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-.!|~<>&$:@"']/g, "\\$&").replaceAll(/\s+/g, " ");
}

/** A span of code, in more backticks than stand in it anywhere. */
export function code(text: string): string {
  const flat = text.replaceAll(/\s+/g, " ");
  const fence = "`".repeat(longest(flat) + 1);
  return `${fence} ${flat} ${fence}`;
}

/** A block of code, cut where it is longer than anybody reads. */
export function block(text: string, language: string, most = 2000): string {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  const fence = "`".repeat(Math.max(3, longest(cut) + 1));
  return `${fence}${language}\n${cut}\n${fence}`;
}

function longest(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((it) => it[0].length));
}
