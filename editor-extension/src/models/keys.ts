/** The keys of models, in the editor's secret storage, and which modules the user lets have them (E7). */

import * as path from "node:path";
import * as vscode from "vscode";

const SECRET = "hookwright.model.key.";
const GRANTED = "hookwright.model.granted";
/** The providers that a key was set for: the editor does not list its secrets. */
const PROVIDERS = "hookwright.model.providers";

/** Modules by their files, each with the providers whose keys it may have. */
type Granted = Readonly<Record<string, readonly string[]>>;

type Context = Pick<vscode.ExtensionContext, "secrets" | "globalState">;

export class Keys {
  constructor(private readonly context: Context) {}

  /** The key for a provider, for the extension's own use. */
  async of(provider: string): Promise<string | undefined> {
    return this.context.secrets.get(SECRET + provider);
  }

  /** The key for a module that asks for it by name: only once the user has agreed, and from then on. */
  async for(module: string, provider: string, token: vscode.CancellationToken): Promise<string | undefined> {
    const key = await this.of(provider);
    if (key === undefined || module === "") return undefined;
    if (this.granted()[module]?.includes(provider) !== true && !(await this.agreed(module, provider))) return undefined;
    return token.isCancellationRequested ? undefined : key;
  }

  async set(provider: string, key: string): Promise<void> {
    await this.context.secrets.store(SECRET + provider, key);
    await this.context.globalState.update(PROVIDERS, [...new Set([...this.providers(), provider])]);
  }

  /** Whoever was allowed to have the key will be asked about again, should there be another. */
  async delete(provider: string): Promise<void> {
    await this.context.secrets.delete(SECRET + provider);
    const left = Object.entries(this.granted()).map(([it, providers]) => [it, providers.filter((p) => p !== provider)]);
    await this.remember(Object.fromEntries(left) as Granted);
  }

  /** Leaves no key behind. */
  async deleteAll(): Promise<void> {
    for (const it of this.providers()) await this.delete(it);
  }

  granted(): Granted {
    return this.context.globalState.get<Granted>(GRANTED, {});
  }

  /** No module in these files may have a key from now on without asking again. */
  async revoke(modules: readonly string[]): Promise<void> {
    await this.remember(Object.fromEntries(Object.entries(this.granted()).filter(([it]) => !modules.includes(it))));
  }

  private providers(): readonly string[] {
    return this.context.globalState.get<readonly string[]>(PROVIDERS, []);
  }

  private async agreed(module: string, provider: string): Promise<boolean> {
    const { l10n } = vscode;
    const allow = l10n.t("Allow");
    const asked = l10n.t("Allow the hook module {0} to use your key for {1}?", path.basename(module), provider);
    const detail = l10n.t(
      "{0} gets the key itself, and so could the other modules of its folder. You are not asked again for this module.",
      module,
    );
    if ((await vscode.window.showWarningMessage(asked, { modal: true, detail }, allow)) !== allow) return false;
    const before = this.granted();
    await this.remember({ ...before, [module]: [...(before[module] ?? []), provider] });
    return true;
  }

  private async remember(granted: Granted): Promise<void> {
    const some = Object.entries(granted).filter(([, providers]) => providers.length > 0);
    await this.context.globalState.update(GRANTED, some.length > 0 ? Object.fromEntries(some) : undefined);
  }
}
