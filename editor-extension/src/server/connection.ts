/** The life of a connection: its states, and how often a server that ended by itself is started again. */

/** The states by their numbers, for what is loaded before the language client is. */
export const RUNNING: number = 2;
export const STARTING: number = 3;

const MOST = 4;
const WITHIN_MS = 3 * 60 * 1000;

/** Stops starting a server that always ends at once. */
export class Restarts {
  private readonly ended: number[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Notes that the server ended; whether it is to be started again. */
  again(): boolean {
    const now = this.now();
    this.ended.push(now);
    return this.ended.filter((it) => now - it <= WITHIN_MS).length <= MOST;
  }
}
