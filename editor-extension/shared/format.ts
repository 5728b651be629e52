/** Numbers, times and names as the page says them. */

import type { Hook } from "./methods";

/** Fills the holes `{0}`, `{1}`… of a text. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (hole, index: string) => String(values[Number(index)] ?? hole));
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${trimmed(ms / 1000)} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms - minutes * 60_000) / 1000);
  return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
}

/** A time that is known to have ended there: always with a tenth of a second. */
export function measured(ms: number): string {
  return ms < 1000 || ms >= 60_000 ? duration(ms) : `${(ms / 1000).toFixed(1)} s`;
}

export function count(number: number): string {
  return number.toLocaleString();
}

function trimmed(seconds: number): string {
  return (seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0)).replace(/\.0$/, "");
}

const LONGEST_NAME = 80;

/** The hook's own name, or the first line of its command. */
export function nameOf({ name, command, type }: Hook): string {
  const line = (name ?? command).trim().split("\n", 1)[0] ?? "";
  if (line === "") return type;
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
}
