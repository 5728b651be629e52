import assert from "node:assert/strict";
import { test } from "node:test";
import { checkJson } from "../../../webview/json";

function fault(text: string): string {
  const checked = checkJson(text);
  return checked.good ? "good" : `${checked.at.line}:${checked.at.column} ${checked.at.fault}`;
}

test("an object is taken as it is", () => {
  const checked = checkJson('{ "a": [1, -2.5e3, true, null, "\\u00e9\\n"], "b": {} }');
  assert.ok(checked.good);
  assert.deepEqual(checked.value, { a: [1, -2500, true, null, "é\n"], b: {} });
});

test("where a text stops being JSON, and what is wrong there", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["", "1:1 unfinished"],
    ["[1]", "1:1 object"],
    ["\n  7", "2:3 object"],
    ['{\n  "a": 1,\n}', "3:1 key"],
    ["{'a': 1}", "1:2 key"],
    ['{"a" 1}', "1:6 colon"],
    ['{"a": }', "1:7 value"],
    ['{"a": True}', "1:7 value"],
    ['{"a": -}', "1:7 number"],
    ['{"a": 1\n "b": 2}', "2:2 comma-or-end"],
    ['{"a": [1 2]}', "1:10 comma-or-end"],
    ['{"a": "x\ny"}', "1:7 string"],
    ['{"a": "\\x"}', "1:8 escape"],
    ['{"a": 1} x', "1:10 end"],
    ['{"a": 1', "1:8 unfinished"],
    ['{"a"', "1:5 unfinished"],
    ['{"a": 01}', "1:8 comma-or-end"],
    ['{"a": 1.}', "1:7 number"],
    ['{"a": 1 x}', "1:9 comma-or-end"],
    ['{"a" x 1}', "1:6 colon"],
    ['{"a": "b\\"\\u12"}', "1:11 escape"],
    ['{"a": 1 // one\n}', "1:9 comment"],
    ['{"a": [1,]}', "1:10 value"],
    ['{"a": 1]', "1:8 comma-or-end"],
  ];
  for (const [text, expected] of cases) assert.equal(fault(text), expected, text);
});

test("every beginning of an object is found to be none", () => {
  const text = '{"a": [1, {"b": "c\\n"}], "d": -1.5e+3, "e": true}';
  for (let end = 0; end < text.length; end += 1) assert.notEqual(fault(text.slice(0, end)), "good", text.slice(0, end));
});

test("what is nested without end is no payload", () => {
  assert.match(fault("[".repeat(200_000)), /value|unfinished/);
});
