/** The words of the results panel's page, in the editor's language; the page fills in the holes. */

import * as vscode from "vscode";

export type Words = ReturnType<typeof words>;

export function words() {
  return { ...general(), ...explanation(), ...hooks(), ...results(), ...payload(), ...faults() };
}

function general() {
  return {
    title: vscode.l10n.t("Fired hooks"),
    earlier: vscode.l10n.t("Firing"),
    nothing: vscode.l10n.t("Fire hooks by the lens above them: what they do is shown here."),
    inWorkspace: vscode.l10n.t("in the workspace"),
    onCopy: vscode.l10n.t("on a copy of the workspace"),
    sample: vscode.l10n.t("sample: {0}"),
    ownPayload: vscode.l10n.t("your edited payload"),
    planned: vscode.l10n.t("About to run"),
    running: vscode.l10n.t("Running"),
    progress: vscode.l10n.t("{0} of {1} have ended"),
    cancel: vscode.l10n.t("Cancel"),
    notRun: vscode.l10n.t("Not run"),
    cancelledAfter: vscode.l10n.t("Cancelled after {0}"),
    stoppedAfter: vscode.l10n.t("Stopped after {0}"),
    recorded: vscode.l10n.t("recorded"),
    createTest: vscode.l10n.t("Create Test"),
    history: vscode.l10n.t("History…"),
    debug: vscode.l10n.t("Debug"),
    openDiff: vscode.l10n.t("Open Diff"),
    differences: vscode.l10n.t("What differs from then"),
    sameAgain: vscode.l10n.t("Nothing: it came out the same."),
    what: vscode.l10n.t("What"),
    then: vscode.l10n.t("Then"),
    now: vscode.l10n.t("Now"),
    replay: vscode.l10n.t("Run again"),
    replayOnCopy: vscode.l10n.t("Run again on a copy"),
    keepSample: vscode.l10n.t("Keep as sample…"),
    editPayload: vscode.l10n.t("Edit the payload"),
    characters: vscode.l10n.t("{0} characters"),
    leftOut: vscode.l10n.t("… {0} more characters"),
  };
}

function explanation() {
  return {
    explained: vscode.l10n.t("Which hooks {0} runs"),
    oneWould: vscode.l10n.t("1 hook would run."),
    manyWould: vscode.l10n.t("{0} hooks would run."),
    nothingRan: vscode.l10n.t("Nothing was run."),
    wouldRun: vscode.l10n.t("Would run"),
    wouldNotRun: vscode.l10n.t("Would not run"),
    scope: vscode.l10n.t("Scope"),
    why: vscode.l10n.t("Why"),
    asked: vscode.l10n.t("You asked about this one."),
    fire: vscode.l10n.t("Fire"),
    backToFirings: vscode.l10n.t("Back to the fired hooks"),
  };
}

function hooks() {
  return {
    hooks: vscode.l10n.t("Hooks"),
    noHooks: vscode.l10n.t("No hook would run."),
    parallel: vscode.l10n.t("All at the same time"),
    serial: vscode.l10n.t("One after the other"),
    groups: vscode.l10n.t("Groups at the same time, the hooks of each one after the other"),
    background: vscode.l10n.t("In the background: the agent does not wait for them"),
    lane: vscode.l10n.t("At the same time: {0} of {1}"),
    matcher: vscode.l10n.t("Matcher"),
    because: vscode.l10n.t("Runs because"),
    against: vscode.l10n.t("The agent would not run it:"),
    skippedBecause: vscode.l10n.t("Skipped because"),
    command: vscode.l10n.t("Command"),
    timeout: vscode.l10n.t("Time-out"),
    timeOf: vscode.l10n.t("{0} of {1}"),
    exitCode: vscode.l10n.t("exit code {0}"),
    signal: vscode.l10n.t("ended by signal {0}"),
    goTo: vscode.l10n.t("Go to hook"),
    charactersEarlier: vscode.l10n.t("… {0} characters earlier"),
    whole: vscode.l10n.t("Open the whole output"),
    printedObject: vscode.l10n.t("Printed object"),
    problems: vscode.l10n.t("Not read by the agent"),
    waiting: vscode.l10n.t("waiting"),
    succeeded: vscode.l10n.t("succeeded"),
    failed: vscode.l10n.t("failed"),
    blocked: vscode.l10n.t("blocked"),
    timedOut: vscode.l10n.t("timed out"),
    skipped: vscode.l10n.t("skipped"),
    cannotStart: vscode.l10n.t("cannot start"),
    hookRunning: vscode.l10n.t("running"),
    hookNotRun: vscode.l10n.t("not run"),
    cancelled: vscode.l10n.t("cancelled"),
    stopped: vscode.l10n.t("stopped"),
    cut: vscode.l10n.t("Cut: only the beginning was kept."),
    cutOutput: vscode.l10n.t("Cut after 1 MB; {0} more bytes."),
  };
}

function results() {
  return {
    fold: vscode.l10n.t("How it was decided"),
    rule: vscode.l10n.t("The rule"),
    toAgent: vscode.l10n.t("What the agent sees"),
    toUser: vscode.l10n.t("What the user sees"),
    toldNothing: vscode.l10n.t("Nothing."),
    context: vscode.l10n.t("context"),
    info: vscode.l10n.t("info"),
    warning: vscode.l10n.t("warning"),
    error: vscode.l10n.t("error"),
    inputChanged: vscode.l10n.t("How the tool's input was changed"),
    inputReplaced: vscode.l10n.t("The tool's new input"),
    files: vscode.l10n.t("Files changed in the copy"),
    noFiles: vscode.l10n.t("No file of the copy was changed."),
    moreFiles: vscode.l10n.t("… {0} more files"),
    created: vscode.l10n.t("created"),
    changed: vscode.l10n.t("changed"),
    deleted: vscode.l10n.t("deleted"),
    notes: vscode.l10n.t("Notes"),
  };
}

function payload() {
  return {
    payload: vscode.l10n.t("Payload"),
    payloadHelp: vscode.l10n.t("What the hooks get on stdin."),
    samples: vscode.l10n.t("Sample"),
    edited: vscode.l10n.t("(edited)"),
    fireAgain: vscode.l10n.t("Fire again"),
    fireOnCopy: vscode.l10n.t("Fire on a copy"),
    fireAgainOnCopy: vscode.l10n.t("Fire again on a copy"),
    fireWorkspace: vscode.l10n.t("Fire in the workspace"),
    backToSample: vscode.l10n.t("Back to the sample"),
    saveSample: vscode.l10n.t("Save as sample…"),
    faultAt: vscode.l10n.t("Line {0}, column {1}: {2}"),
    good: vscode.l10n.t("A JSON object."),
  };
}

function faults() {
  return {
    "fault-value": vscode.l10n.t("a value is missing, or is none of JSON's"),
    "fault-object": vscode.l10n.t("a payload is an object: it begins with a brace"),
    "fault-key": vscode.l10n.t("a key in double quotes is missing"),
    "fault-colon": vscode.l10n.t("a colon is missing after the key"),
    "fault-comma-or-end": vscode.l10n.t("a comma is missing, or the closing bracket"),
    "fault-string": vscode.l10n.t("this string is not closed on its line"),
    "fault-escape": vscode.l10n.t("JSON has no such escape"),
    "fault-number": vscode.l10n.t("this is not a number"),
    "fault-comment": vscode.l10n.t("JSON has no comments"),
    "fault-end": vscode.l10n.t("nothing may follow after the object"),
    "fault-unfinished": vscode.l10n.t("the text ends too early"),
  };
}
