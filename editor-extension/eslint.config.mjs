import tseslint from "typescript-eslint";

const VSCODE = [
  ...[
    "api",
    "attacking",
    "commands",
    "converting",
    "debugging",
    "extension",
    "firing",
    "history",
    "log",
    "modules",
    "proving",
    "refusals",
    "removal",
  ],
  ...["vscodeapi", "walkthrough"],
  ...["changes", "documents", "panel", "requests"].map((it) => `panel/${it}`),
  ...["client", "events", "guidance", "hooks", "host", "lenses", "server", "status"].map((it) => `server/${it}`),
  ...["continuous", "explorer", "register", "reporter", "runner"].map((it) => `testing/${it}`),
  ...["commands", "keys", "models"].map((it) => `models/${it}`),
  ...["create", "item", "record", "register", "rows", "toggle"].map((it) => `view/${it}`),
];

// What the extension and the page of its results panel both need is in `shared/`, which knows neither of them.
const FOLDERS = { src: ["webview"], webview: ["src"], shared: ["src", "webview"] };

/** Which imports are an error in a folder. */
function restricted(folder, editor) {
  const patterns = FOLDERS[folder].map((it) => ({
    group: [`**/${it}/**`],
    message: `${folder}/ does not know ${it}/.`,
  }));
  return ["error", { paths: editor ? [] : ["vscode"], patterns }];
}

export default tseslint.config(
  { ignores: ["dist/", "out/", "node_modules/", "**/*.mjs", "**/*.cjs", "test/stranger/", "test/toy-agent/"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-restricted-syntax": ["error", { selector: "ExportDefaultDeclaration", message: "Name what is exported." }],
    },
  },
  ...Object.keys(FOLDERS).map((it) => ({
    files: [`${it}/**/*.ts`],
    rules: { "no-restricted-imports": restricted(it, false) },
  })),
  { files: VSCODE.map((it) => `src/${it}.ts`), rules: { "no-restricted-imports": restricted("src", true) } },
  { files: ["test/**"], rules: { "@typescript-eslint/no-floating-promises": "off" } },
);
