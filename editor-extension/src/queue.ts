/** Runs a task one at a time; requests during a run are answered by one more run after it. */
export class OneAtATime {
  private running: Promise<void> | undefined;
  private again: Promise<void> | undefined;

  constructor(private readonly task: () => Promise<void>) {}

  /** The end of the last run that was asked for; undefined if none is under way. */
  get pending(): Promise<void> | undefined {
    return this.again ?? this.running;
  }

  /** Settles when a run that began after this call has ended. */
  async run(): Promise<void> {
    if (this.running === undefined) {
      this.running = this.task().finally(() => {
        this.running = undefined;
      });
      return this.running;
    }
    this.again ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.again = undefined;
        return this.run();
      });
    return this.again;
  }
}
