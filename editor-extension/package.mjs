import { mkdir } from "node:fs/promises";
import { createVSIX } from "@vscode/vsce";

const [packagePath = "../build/hookwright.vsix"] = process.argv.slice(2);

await mkdir("../build", { recursive: true });
await createVSIX({ packagePath, dependencies: false, allowMissingRepository: true });
