/** For which platforms of VS Code the server is bundled: those that have a wheel of everything that it needs. */

export const PYTHONS = ["3.11", "3.12", "3.13", "3.14"];

/** What draws tables in a terminal, which the server of an editor never does, and what that needs. */
export const FOR_TERMINALS = ["rich", "pygments", "markdown-it-py", "mdurl"];

/**
 * `platform` is uv's name, and `machine` what `uname -m` says there. Of the `pure` packages the wheel of another
 * platform is taken, where that has no native module in it; the build fails where it has one.
 *
 * Left out: darwin-x64, for which quickjs-ng has no wheel, and alpine-arm64, which nobody has tried yet.
 * Windows has none, as hooks cannot be fired there: the server is installed with uv or pipx.
 */
export const TARGETS = {
  "linux-x64": { platform: "x86_64-manylinux_2_28", machine: "x86_64" },
  "linux-arm64": { platform: "aarch64-manylinux_2_28", machine: "aarch64" },
  "alpine-x64": {
    platform: "x86_64-unknown-linux-musl",
    machine: "x86_64",
    pure: { platform: "x86_64-manylinux_2_28", packages: ["watchdog"] },
  },
  "darwin-arm64": { platform: "aarch64-apple-darwin", machine: "arm64" },
};
