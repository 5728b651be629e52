/** The words of the results panel's page, in the editor's language; the page fills in the holes. */

/** Finds texts in the user's language: the editor's `l10n`, or a replacement in tests. */
export interface L10n {
  t(message: string, ...values: (string | number)[]): string;
}

export type Words = ReturnType<typeof wordsIn>;

export function wordsIn(l10n: L10n) {
  return {
    ...general(l10n),
    ...explanation(l10n),
    ...attack(l10n),
    ...proof(l10n),
    ...hooks(l10n),
    ...results(l10n),
    ...payload(l10n),
    ...faults(l10n),
  };
}

function general(l10n: L10n) {
  return {
    title: l10n.t("Fired hooks"),
    earlier: l10n.t("Firing"),
    nothing: l10n.t("Click “▶ Fire” above a hook, and its result is shown here."),
    inWorkspace: l10n.t("in the workspace"),
    onCopy: l10n.t("on a copy of the workspace"),
    sample: l10n.t("sample: {0}"),
    ownPayload: l10n.t("your edited payload"),
    planned: l10n.t("About to run"),
    running: l10n.t("Running"),
    progress: l10n.t("{0} of {1} finished"),
    cancel: l10n.t("Cancel"),
    notRun: l10n.t("Not run"),
    cancelledAfter: l10n.t("Cancelled after {0}"),
    stoppedAfter: l10n.t("Stopped after {0}"),
    recorded: l10n.t("recorded"),
    createTest: l10n.t("Create Test"),
    history: l10n.t("History…"),
    debug: l10n.t("Debug"),
    openDiff: l10n.t("Open Diff"),
    differences: l10n.t("Differences since then"),
    sameAgain: l10n.t("None: the result is the same."),
    what: l10n.t("What"),
    then: l10n.t("Then"),
    now: l10n.t("Now"),
    replay: l10n.t("Run again"),
    replayOnCopy: l10n.t("Run again on a copy"),
    keepSample: l10n.t("Save as sample…"),
    editPayload: l10n.t("Edit payload"),
    characters: l10n.t("{0} characters"),
    leftOut: l10n.t("… {0} more characters"),
  };
}

function explanation(l10n: L10n) {
  return {
    explained: l10n.t("Which hooks {0} runs"),
    oneWould: l10n.t("1 hook would run."),
    manyWould: l10n.t("{0} hooks would run."),
    nothingRan: l10n.t("Nothing was run."),
    withheld: l10n.t("This folder is not trusted, so hookwright runs none of its hooks. The agent would."),
    wouldRun: l10n.t("Would run"),
    wouldNotRun: l10n.t("Would not run"),
    scope: l10n.t("Scope"),
    why: l10n.t("Why"),
    asked: l10n.t("You asked about this one."),
    fire: l10n.t("Fire"),
    backToFirings: l10n.t("Back to the fired hooks"),
  };
}

function proof(l10n: L10n) {
  return {
    proof: l10n.t("Proof in your own agent"),
    proveIn: l10n.t("Prove in {0}"),
    proving: l10n.t("Proving in {0}"),
    provingHow: l10n.t(
      "The agent works on a copy of the project, with a scripted model, and without your keys and the network.",
    ),
    proofAgrees: l10n.t("The agent does the same"),
    proofDiffers: l10n.t("The agent does something else"),
    noProof: l10n.t("Not proved"),
    proofCancelled: l10n.t("The proof was cancelled"),
    copyIssue: l10n.t("Copy as an issue"),
    became: l10n.t("What became of it"),
    hooksThatRan: l10n.t("Hooks that ran"),
    modelWasTold: l10n.t("The model was told"),
    userWouldSee: l10n.t("The user would see"),
    took: l10n.t("Time"),
    notSeen: l10n.t("not seen"),
    noHookRan: l10n.t("no hook ran"),
    proofDifferences: l10n.t("What differs"),
  };
}

function attack(l10n: L10n) {
  return {
    attack: l10n.t("Attack"),
    attacked: l10n.t("Attack on a guard"),
    attacking: l10n.t("Attacking"),
    meant: l10n.t("Meant to stop: {0} (from {1})"),
    guardHolds: l10n.t("The guard holds"),
    guardLeaks: l10n.t("The guard leaks"),
    guardAlarms: l10n.t("The guard refuses harmless calls"),
    noAttack: l10n.t("Nothing was attacked"),
    attackCancelled: l10n.t("The attack was cancelled"),
    score: l10n.t("stopped {0} of {1}, {2} false alarms in {3}"),
    onlyText: l10n.t("The guard runs on a copy of the project. No command in the calls is run."),
    calls: l10n.t("Calls"),
    harmless: l10n.t("harmless calls"),
    tried: l10n.t("Tried"),
    stoppedCalls: l10n.t("Stopped"),
    passedCalls: l10n.t("Passed"),
    notAsked: l10n.t("Not asked"),
    falseAlarm: l10n.t("False alarm"),
    leftAlone: l10n.t("Left alone"),
    holes: l10n.t("Holes: {0}"),
    tricks: l10n.t("Holes that take a trick: {0}"),
    falseAlarms: l10n.t("False alarms: {0}"),
    unasked: l10n.t("Calls that the hook is not asked about: {0}"),
    whyDangerous: l10n.t("Why it is dangerous"),
    whyHarmless: l10n.t("Why it is harmless"),
    moreLikeIt: l10n.t("{0} more calls like it."),
    guardSays: l10n.t("The guard says"),
    undecided: l10n.t("Where it cannot decide"),
    refuses: l10n.t("refuses"),
    letsPass: l10n.t("lets the call pass"),
    everyCall: l10n.t("All {0} calls"),
    allTests: l10n.t("Create a Test for Each"),
    testMade: l10n.t("Test created"),
    attackAgain: l10n.t("Attack Again"),
    anotherDanger: l10n.t("Another Danger…"),
  };
}

function hooks(l10n: L10n) {
  return {
    hooks: l10n.t("Hooks"),
    noHooks: l10n.t("No hook would run."),
    parallel: l10n.t("All at once"),
    serial: l10n.t("One after the other"),
    groups: l10n.t("Groups at once, the hooks in each one after the other"),
    background: l10n.t("In the background: the agent does not wait for them"),
    lane: l10n.t("At the same time: {0} of {1}"),
    matcher: l10n.t("Matcher"),
    because: l10n.t("Runs because"),
    against: l10n.t("The agent would not run it:"),
    skippedBecause: l10n.t("Skipped because"),
    command: l10n.t("Command"),
    timeout: l10n.t("Time-out"),
    timeOf: l10n.t("{0} of {1}"),
    exitCode: l10n.t("exit code {0}"),
    signal: l10n.t("ended by signal {0}"),
    goTo: l10n.t("Go to hook"),
    charactersEarlier: l10n.t("… {0} characters earlier"),
    whole: l10n.t("Open full output"),
    printedObject: l10n.t("Printed object"),
    problems: l10n.t("Ignored by the agent"),
    waiting: l10n.t("waiting"),
    succeeded: l10n.t("succeeded"),
    failed: l10n.t("failed"),
    blocked: l10n.t("blocked"),
    timedOut: l10n.t("timed out"),
    skipped: l10n.t("skipped"),
    cannotStart: l10n.t("cannot start"),
    hookRunning: l10n.t("running"),
    hookNotRun: l10n.t("not run"),
    cancelled: l10n.t("cancelled"),
    stopped: l10n.t("stopped"),
    cut: l10n.t("Truncated: only the beginning was kept."),
    cutOutput: l10n.t("Truncated after 1 MB: {0} more bytes."),
  };
}

function results(l10n: L10n) {
  return {
    fold: l10n.t("How it was decided"),
    rule: l10n.t("The rule"),
    toAgent: l10n.t("What the agent sees"),
    toUser: l10n.t("What the user sees"),
    toldNothing: l10n.t("Nothing."),
    context: l10n.t("context"),
    info: l10n.t("info"),
    warning: l10n.t("warning"),
    error: l10n.t("error"),
    inputChanged: l10n.t("Changes to the tool's input"),
    inputReplaced: l10n.t("The tool's new input"),
    rewritten: l10n.t("The new result or prompt"),
    files: l10n.t("Files changed in the copy"),
    noFiles: l10n.t("No files were changed in the copy."),
    moreFiles: l10n.t("… {0} more files"),
    created: l10n.t("created"),
    changed: l10n.t("changed"),
    deleted: l10n.t("deleted"),
    notes: l10n.t("Notes"),
  };
}

function payload(l10n: L10n) {
  return {
    payload: l10n.t("Payload"),
    payloadHelp: l10n.t("What the hooks get on stdin."),
    samples: l10n.t("Sample"),
    edited: l10n.t("(edited)"),
    fireAgain: l10n.t("Fire again"),
    fireOnCopy: l10n.t("Fire on a copy"),
    fireAgainOnCopy: l10n.t("Fire again on a copy"),
    fireWorkspace: l10n.t("Fire in the workspace"),
    backToSample: l10n.t("Back to the sample"),
    saveSample: l10n.t("Save as sample…"),
    faultAt: l10n.t("Line {0}, column {1}: {2}"),
    good: l10n.t("A JSON object."),
  };
}

function faults(l10n: L10n) {
  return {
    "fault-value": l10n.t("a value is missing, or is not valid JSON"),
    "fault-object": l10n.t("a payload must be an object, in braces"),
    "fault-key": l10n.t("a key in double quotes is missing"),
    "fault-colon": l10n.t("a colon is missing after the key"),
    "fault-comma-or-end": l10n.t("a comma or the closing bracket is missing"),
    "fault-string": l10n.t("this string is not closed on its line"),
    "fault-escape": l10n.t("this is not a valid escape"),
    "fault-number": l10n.t("this is not a number"),
    "fault-comment": l10n.t("JSON has no comments"),
    "fault-end": l10n.t("nothing may follow the object"),
    "fault-unfinished": l10n.t("the text ends too early"),
  };
}
