import assert from "node:assert/strict";
import { test } from "node:test";
import {
  below,
  fileUri,
  folderOf,
  isAbsolute,
  isSame,
  isWithin,
  join,
  nameOf,
  pathOf,
  withTilde,
} from "../../src/paths";

const DRIVE = "C:\\Users\\Jane Doe\\p";

test("a path is absolute from the root, a drive or a host on", () => {
  assert.deepEqual(["/p", "C:\\p", "c:/p", "\\\\host\\p"].map(isAbsolute), [true, true, true, true]);
  assert.deepEqual(["p", "./p", "C:p", "~/p", ""].map(isAbsolute), [false, false, false, false, false]);
});

test("on Windows neither case nor kind of slash makes a difference, elsewhere case does", () => {
  assert.ok(isSame("C:\\p\\Guard.sh", "c:/p/guard.sh"));
  assert.ok(!isSame("/p/Guard.sh", "/p/guard.sh"));
  assert.ok(!isSame("/p/a\\b", "/p/a/b"));
});

test("what is within a folder begins with all of its name", () => {
  assert.deepEqual(
    [DRIVE, `${DRIVE}\\a`, "c:/users/jane doe/p/a"].map((it) => isWithin(it, DRIVE)),
    [true, true, true],
  );
  assert.ok(!isWithin(`${DRIVE}2\\a`, DRIVE) && !isWithin("D:\\a", DRIVE));
  assert.ok(isWithin("/p/a", "/p") && isWithin("/p/a", "/") && !isWithin("/p2", "/p"));
  assert.deepEqual([below(DRIVE, `${DRIVE}\\a\\b`), below("/p", "/p/a"), below("/p", "/q/a")], ["a\\b", "a", "/q/a"]);
});

test("what is in the home folder begins with a tilde", () => {
  const paths = ["/home/jane/.claude/settings.json", "/home/jane", "/home/janet/x", ".claude/settings.json"];
  assert.deepEqual(
    paths.map((it) => withTilde(it, "/home/jane")),
    ["~/.claude/settings.json", "/home/jane", "/home/janet/x", ".claude/settings.json"],
  );
  assert.equal(withTilde(`${DRIVE}\\a\\b`, DRIVE), "~/a\\b");
});

test("the parts of a path", () => {
  assert.deepEqual([folderOf("C:\\a\\b.exe"), folderOf("/a/b")], ["C:\\a", "/a"]);
  assert.deepEqual([nameOf("C:\\a\\b\\"), nameOf("/a/b"), nameOf("")], ["b", "b", ""]);
  assert.equal(join("C:\\a\\", "b"), "C:\\a/b");
});

test("paths and URIs become each other", () => {
  const uris = ["file:///p/a%20b", "file:///C%3A/Users/Jane%20Doe/p", "file://host/share/p"];
  assert.deepEqual(["/p/a b", DRIVE, "\\\\host\\share\\p"].map(fileUri), uris);
  assert.deepEqual(uris.map(pathOf), ["/p/a b", "C:/Users/Jane Doe/p", "//host/share/p"]);
  assert.deepEqual(["untitled:1", "file:///%"].map(pathOf), ["untitled:1", "file:///%"]);
});
