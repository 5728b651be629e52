/** The payloads that the user has edited, by the hooks that they were fired at, until they go back to a sample. */

export interface Aim {
  readonly uri: string;
  readonly pointer: string;
}

export type Payload = Readonly<Record<string, unknown>>;

export class Edits {
  private readonly kept = new Map<string, Payload>();

  keep(aim: Aim, payload: Payload): void {
    this.kept.set(key(aim), payload);
  }

  forget(aim: Aim): void {
    this.kept.delete(key(aim));
  }

  of(aim: Aim): Payload | undefined {
    return this.kept.get(key(aim));
  }
}

function key({ uri, pointer }: Aim): string {
  return `${uri}#${pointer}`;
}
