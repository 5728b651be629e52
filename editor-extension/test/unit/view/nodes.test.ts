import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConfiguredDialect } from "../../../shared/methods";
import { counts, hookNodes, nodesOf, parentOf, pointerNow, type Node } from "../../../src/view/nodes";
import { dialect, event, hook, tree } from "./tree";

const FIRST = hook("/hooks/Stop/0/hooks/0");
const SECOND = hook("/hooks/Stop/0/hooks/1");
const PARKED = hook("/hooks/Stop/0/hooks/2", { parked: "p" });

function outline(nodes: readonly Node[]): readonly unknown[] {
  return nodes.map((it) => [it.kind, ...outline(it.children)]);
}

test("of one dialect the events are shown at once, with their hooks in the order in which they fire", () => {
  const nodes = nodesOf(tree(dialect([event("Stop", [FIRST, SECOND, PARKED])])));
  assert.deepEqual(outline(nodes), [["event", ["hook"], ["hook"], ["hook"]]]);
  assert.deepEqual(
    hookNodes(nodes).map((it) => it.place),
    [1, 2, 0],
  );
  const [stop] = nodes;
  assert.ok(stop?.kind === "event");
  assert.deepEqual([stop.on, stop.off], [2, 1]);
});

test("of several dialects each has a row, and of several folders their names", () => {
  const one = dialect([event("Stop", [FIRST])]);
  const other = dialect([event("Stop", [FIRST])], { id: "other", title: "Other" });
  const elsewhere = { ...one, projectDir: "/else/where/" };
  const folders = (...all: readonly ConfiguredDialect[]) =>
    nodesOf(tree(...all)).map((it) => (it.kind === "dialect" ? it.folder : undefined));
  assert.deepEqual(folders(one, other), ["", ""]);
  assert.deepEqual(folders(one, elsewhere), ["project", "where"]);
});

test("a dialect whose files hold nothing has no row", () => {
  const nodes = nodesOf(tree(dialect([]), dialect([event("Stop", [FIRST])], { id: "other" })));
  assert.deepEqual(outline(nodes), [["event", ["hook"]]]);
  assert.deepEqual(nodesOf(tree(dialect([]))), []);
});

test("why nothing runs comes first, then what is wrong, each once", () => {
  const off = { enabled: false, disabledBecause: "all are switched off", problems: ["not JSON", "not JSON"] };
  const [why, problem, ...rest] = nodesOf(tree(dialect([event("Stop", [FIRST])], off)));
  assert.ok(why?.kind === "problem" && why.off && why.text === "all are switched off");
  assert.ok(problem?.kind === "problem" && !problem.off && problem.text === "not JSON");
  assert.deepEqual(outline(rest), [["event", ["hook"]]]);
});

test("rows have ids of their own, which stay as they are when other hooks come and go", () => {
  const twoFolders = [dialect([event("Stop", [FIRST])]), dialect([event("Stop", [FIRST])], { projectDir: "/other" })];
  const ids = hookNodes(nodesOf(tree(...twoFolders))).map((it) => it.id);
  assert.equal(new Set(ids).size, 2);
  const [before] = hookNodes(nodesOf(tree(dialect([event("Stop", [FIRST, SECOND])]))));
  const [after] = hookNodes(nodesOf(tree(dialect([event("Stop", [FIRST, PARKED])]))));
  assert.equal(before?.id, after?.id);
});

test("scopes are told where there are several", () => {
  const scoped = (...hooks: Parameters<typeof event>[1]) =>
    hookNodes(nodesOf(tree(dialect([event("Stop", hooks)])))).map((it) => it.scoped);
  assert.deepEqual(scoped(FIRST, SECOND), [false, false]);
  assert.deepEqual(scoped(FIRST, hook("/hooks/Stop/0/hooks/0", { scope: "user" })), [true, true]);
});

test("a hook that several folders have is counted once", () => {
  const one = dialect([event("Stop", [FIRST, PARKED])]);
  assert.deepEqual(counts(tree(one, { ...one, projectDir: "/other" })), { all: 2, off: 1 });
});

test("a problem comes before its file, which is named below the project's folder and can be gone to", () => {
  const problems = ["/project/.claude/settings.json:2:3: a comma is missing", "/home/me/a.json:4: b: c", "it is: odd"];
  const said = nodesOf(tree(dialect([], { problems }))).map(
    (it) => it.kind === "problem" && [it.text, it.file, it.place],
  );
  assert.deepEqual(said, [
    ["a comma is missing", ".claude/settings.json", { path: "/project/.claude/settings.json", line: 1, character: 2 }],
    ["b: c", "/home/me/a.json", { path: "/home/me/a.json", line: 3, character: 0 }],
    ["it is: odd", "", null],
  ]);
});

test("so is a problem on Windows", () => {
  const projectDir = "C:\\Users\\Jane Doe\\p";
  const problems = [
    `${projectDir}\\.claude\\settings.json:2:3: a comma is missing`,
    "c:/users/jane doe/p/a.json: not JSON",
    "\\\\host\\a.json:4: b",
  ];
  const said = nodesOf(tree(dialect([], { problems, projectDir }))).map(
    (it) => it.kind === "problem" && [it.text, it.file, it.place?.path, it.place?.line],
  );
  assert.deepEqual(said, [
    ["a comma is missing", ".claude\\settings.json", `${projectDir}\\.claude\\settings.json`, 1],
    ["not JSON", "a.json", "c:/users/jane doe/p/a.json", 0],
    ["b", "\\\\host\\a.json", "\\\\host\\a.json", 3],
  ]);
});

test("every row but the first ones is in another", () => {
  const nodes = nodesOf(tree(dialect([event("Stop", [FIRST])])));
  const [row] = hookNodes(nodes);
  assert.ok(row && nodes[0]);
  assert.equal(parentOf(nodes, row)?.id, nodes[0].id);
  assert.equal(parentOf(nodes, nodes[0]), undefined);
});

test("a hook is found where it stands now, once those before it have gone, and never taken for another", () => {
  const [first, second] = ["/hooks/Stop/0/hooks/0", "/hooks/Stop/0/hooks/1"];
  const stop = (...hooks: Parameters<typeof event>[1]) => tree(dialect([event("Stop", hooks)]));
  const both = stop(hook(first, { command: "a" }), hook(second, { command: "b" }));
  const [a, b] = hookNodes(nodesOf(both));
  assert.ok(a !== undefined && b !== undefined);
  assert.deepEqual([pointerNow(both, a), pointerNow(both, b)], [first, second]);
  const moved = stop(hook(first, { command: "b" }), hook(second, { command: "a", parked: "p" }));
  assert.deepEqual([pointerNow(moved, a), pointerNow(moved, b)], [undefined, first]);
  const twins = stop(hook(first, { command: "b" }), hook(second, { command: "b" }));
  assert.equal(pointerNow(twins, b), second);
  assert.equal(pointerNow(tree(dialect([event("Start", [hook(second, { command: "b" })])])), b), undefined);
});

test("a plugin has a row with its name, alone as well as beside the project's hooks and other plugins", () => {
  const one = dialect([event("Stop", [hook("/hooks/Stop/0/hooks/0", { scope: "plugin" })])], {
    title: "a (One plugin)",
  });
  assert.deepEqual(outline(nodesOf(tree(one))), [["dialect", ["event", ["hook"]]]]);
  const nodes = nodesOf(tree(dialect([event("Stop", [FIRST])]), one, { ...one, title: "b (One plugin)" }));
  assert.deepEqual(
    nodes.map((it) => it.kind === "dialect" && it.title),
    ["One", "a (One plugin)", "b (One plugin)"],
  );
});
