/** What can go wrong between an agent and the engine. */

/** The server answered with an error; `code` is that of JSON-RPC, such as -32010 where the project is not trusted. */
export class EngineRefused extends Error {
  override readonly name = "EngineRefused";

  constructor(
    message: string,
    readonly code: number,
    readonly data: unknown,
  ) {
    super(message);
  }
}

/** The server has ended, or could not be found or started. */
export class EngineGone extends Error {
  override readonly name = "EngineGone";
}
