import assert from "node:assert/strict";
import { test } from "node:test";
import { rangesOf } from "../../../src/testing/ranges";

const TEXT = `{
  // "hooks": comments are passed over, "[" in them too
  "hooks": {
    "a/b~c": [{ "command": "echo }" }, 1, ["x"]],
    "last": true
  }
}`;

function span(pointer: string, text = TEXT): string | undefined {
  const range = rangesOf(text).get(pointer);
  if (range === undefined) return undefined;
  const { start, end } = range;
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}

test("a member begins with its key, and ends with its value", () => {
  assert.equal(span("/hooks"), "2:2-5:3");
  assert.equal(span("/hooks/a~1b~0c"), "3:4-3:48");
  assert.equal(span("/hooks/last"), "4:4-4:16");
});

test("an item of a list is its value", () => {
  assert.equal(span("/hooks/a~1b~0c/0"), "3:14-3:37");
  assert.equal(span("/hooks/a~1b~0c/0/command"), "3:16-3:35");
  assert.equal(span("/hooks/a~1b~0c/2/0"), "3:43-3:46");
});

test("the root is the whole text", () => {
  assert.equal(span(""), "0:0-6:1");
});

test("lines may end in any way", () => {
  assert.equal(span("/a", '{\r\n\r"a": 1}'), "2:0-2:6");
});

test("a text that breaks off has what was whole before", () => {
  const broken = '{"hooks": {"A": [1, 2], "B": [';
  assert.equal(span("/hooks/A", broken), "0:11-0:22");
  assert.equal(span("/hooks/B", broken), undefined);
  assert.equal(span("/hooks", "]]}}, : ,"), undefined);
});

test("a key without a value gives its place to no other value", () => {
  const broken = '[{"a": }, 5, {"b": }]';
  assert.equal(span("/1", broken), "0:10-0:11");
  assert.equal(span("/2", broken), "0:13-0:20");
});

test("the first of two members of one name counts", () => {
  assert.equal(span("/a", '{"a": 1, "a": 2}'), "0:1-0:7");
});
