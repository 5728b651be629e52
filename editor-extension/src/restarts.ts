/** How often a server that ended by itself is started again: one that always ends at once is not, for ever. */

const MOST = 4;
const WITHIN_MS = 3 * 60 * 1000;

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
