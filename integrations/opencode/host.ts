/** What the plugin uses of OpenCode's own types, which come with `@opencode-ai/plugin` 1.18. */

export type Json = Record<string, unknown>;

export type Variant = "info" | "warning" | "error";

export interface Client {
  readonly session: {
    promptAsync(asked: { path: { id: string }; body: { parts: { type: "text"; text: string }[] } }): Promise<unknown>;
    abort(asked: { path: { id: string } }): Promise<unknown>;
  };
  readonly tui: { showToast(asked: { body: { message: string; variant: Variant } }): Promise<unknown> };
  postSessionIdPermissionsPermissionId(asked: {
    path: { id: string; permissionID: string };
    body: { response: "once" | "reject" };
  }): Promise<unknown>;
}

export interface PluginInput {
  readonly directory: string;
  readonly client: Client;
}

/** A part of a message; they are sorted by their ids. */
export interface Part {
  readonly id: string;
  readonly type: string;
  readonly text?: string;
  readonly [name: string]: unknown;
}

export interface Call {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

export interface Permission {
  readonly id: string;
  readonly sessionID: string;
  readonly permission: string;
  readonly metadata?: Json;
  readonly tool?: { readonly callID: string };
}

/** A part of a message that is a call which has failed. */
export interface FailedCall extends Call {
  readonly type: "tool";
  readonly state: { readonly status: "error"; readonly error: string; readonly input: Json };
}

export interface PluginEvent {
  readonly type: string;
  readonly properties: Json;
}
