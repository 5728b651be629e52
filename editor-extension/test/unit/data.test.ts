import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, stateFolder } from "../../src/data";

test("only what the server itself keeps is data, whatever else is in the folder", () => {
  const names = [
    "journal.sqlite3",
    "journal.sqlite3-wal",
    "journal.sqlite3.broken-1",
    "consents.sqlite3",
    "scratch",
    "recording.json",
    "readings",
  ];
  const others = ["notes.txt", "my-journal.sqlite3", "journal.sqlite3x", "scratches", "recording.json.bak"];
  const found = entriesOf("/s", [...others, ...names]);
  assert.deepEqual(
    found.map((it) => it.path),
    names.map((it) => `/s/${it}`),
  );
  assert.deepEqual(
    found.map((it) => it.kind),
    ["journal", "journal", "journal", "consents", "copies", "recording", "readings"],
  );
});

test("the folder is the one that the server chooses", () => {
  assert.equal(stateFolder({ HOOKWRIGHT_STATE_DIR: "/d", XDG_STATE_HOME: "/x" }, "/h", "linux"), "/d");
  assert.equal(stateFolder({ XDG_STATE_HOME: "/x" }, "/h", "linux"), "/x/hookwright");
  assert.equal(stateFolder({ XDG_STATE_HOME: "x" }, "/h", "linux"), "/h/.local/state/hookwright");
  assert.equal(stateFolder({}, "/h", "darwin"), "/h/Library/Application Support/hookwright");
  assert.equal(stateFolder({ LOCALAPPDATA: "/l" }, "/h", "win32"), "/l/hookwright");
  assert.equal(stateFolder({}, "/h", "win32"), "/h/AppData/Local/hookwright");
});
