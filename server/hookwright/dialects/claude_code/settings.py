"""Which settings Claude Code knows besides the hooks, as far as a wrong value makes it skip the whole file.

Measured on 2.1.330: each setting, and each that is inside of one, with sixteen values of every JSON type, and which of
those files had their hooks run.  Settings with a wrong value that is merely ignored are not here.
"""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.model.field import JsonType
from hookwright.model.hook import Scope
from hookwright.model.voiding import Guarded, Setting, Voiding, settings_by

_STRINGS = (
    "$schema advisorModel agent allowedChannelPlugins.*.marketplace allowedChannelPlugins.*.plugin "
    "allowedHttpHookUrls.* apiKeyHelper attribution.commit attribution.pr attributionProject autoMemoryDirectory "
    "autoMode.allow.* autoMode.environment.* autoMode.hard_deny.* autoMode.soft_deny.* availableModels.* "
    "awsAuthRefresh awsCredentialExport breakReminder.message claudeMd claudeMdExcludes.* companyAnnouncements.* "
    "disabledMcpjsonServers.* enabledMcpjsonServers.* enabledPlugins.*.* fallbackModel.* fileSuggestion.command "
    "forceLoginOrgUUID.* gcpAuthRefresh httpHookAllowedEnvVars.* language minimumVersion model modelOverrides.* "
    "otelHeadersHelper outputStyle permissions.additionalDirectories.* plansDirectory pluginConfigs.*.mcpServers.*.*.* "
    "pluginConfigs.*.options.*.* pluginSuggestionMarketplaces.* pluginTrustMessage prUrlTemplate processWrapper "
    "proxyAuthHelper remote.defaultEnvironmentId requiredMaximumVersion requiredMinimumVersion "
    "sandbox.credentials.envVars.*.name sandbox.credentials.files.*.path sandbox.excludedCommands.* "
    "sandbox.filesystem.allowRead.* sandbox.filesystem.allowWrite.* sandbox.filesystem.denyRead.* "
    "sandbox.filesystem.denyWrite.* sandbox.ignoreViolations.*.* "
    "sandbox.network.allowUnixSockets.* sandbox.network.allowedDomains.* sandbox.network.deniedDomains.* "
    "sandbox.ripgrep.args.* sandbox.ripgrep.command spinnerVerbs.verbs.* sshConfigs.*.id sshConfigs.*.name "
    "sshConfigs.*.sshHost sshConfigs.*.sshIdentityFile sshConfigs.*.startDirectory statusLine.command timeFormat "
    "timeZone worktree.sparsePaths.* worktree.symlinkDirectories.* "
)
_BOOLEANS = (
    "agentPushNotifEnabled allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp allowManagedHooksOnly "
    "allowManagedMcpServersOnly allowManagedPermissionRulesOnly allowNestedModelAccessUnderForceLogin "
    "alwaysThinkingEnabled attribution.sessionUrl autoCompactEnabled autoContinueAtUsageLimit autoDreamEnabled "
    "autoMemoryEnabled autoMode.classifyAllShell autoScrollEnabled autoUploadSessions awaySummaryEnabled "
    "axScreenReader bashEditDiffEnabled breakReminder.enabled channelsEnabled clawdFileProgressEnabled "
    "disableAgentView disableAllHooks disableArtifact disableBundledSkills disableClaudeAiConnectors "
    "disableCommandPluginSources disableDirectMcpSkills disableRemoteControl disableReplyCheck disableSideloadFlags "
    "disableSkillShellExecution disableWindowsBashCommandSplit disableWorkflows doneMeansMerged "
    "emojiCompletionEnabled enableAllProjectMcpServers enableArtifact enableWorkflows enforceAvailableModels fastMode "
    "fastModePerSessionOptIn fileCheckpointingEnabled forceRemoteSettingsRefresh idleCompaction includeCoAuthoredBy "
    "includeGitInstructions inputNeededNotifEnabled isolatePeerMachines "
    "permissions.blockFileToolReadsOutsideWorkingDirectories permissions.blockReadsOutsideWorkingDirectories "
    "permissions.blockWritesOutsideWorkingDirectories permissions.denyInsteadOfPrompting "
    "precomputeCompactionEnabled prefersReducedMotion promptSuggestionEnabled quietHours.enabled "
    "remoteControlAtStartup remoteTools.allowUnattendedServing respectGitignore respondToBashCommands "
    "responseComparisonEnabled sandbox.allowAppleEvents sandbox.allowNestedUserNamespaces "
    "sandbox.allowUnsandboxedCommands sandbox.autoAllowBashIfSandboxed sandbox.credentials.allowPlaintextInject "
    "sandbox.enableWeakerNestedSandbox sandbox.enableWeakerNetworkIsolation sandbox.enabled "
    "sandbox.failIfUnavailable sandbox.filesystem.allowManagedReadPathsOnly sandbox.filesystem.disabled "
    "sandbox.network.allowAllUnixSockets sandbox.network.allowLocalBinding sandbox.network.allowManagedDomainsOnly "
    "sandbox.network.strictAllowlist showClearContextOnPlanAccept showMessageTimestamps showThinkingSummaries "
    "showTurnDuration skipAutoPermissionPrompt skipDangerousModePermissionPrompt skipWebFetchPreflight "
    "skipWorkflowUsageWarning spinnerTipsEnabled statusLine.hideVimModeIndicator switchModelsOnFlag "
    "syncClaudeAiPlugins syncClaudeAiSkills syntaxHighlightingDisabled terminalProgressBarEnabled "
    "terminalTitleFromRename todoFeatureEnabled totalTokensReminderAfterUserTurn useAutoModeDuringPlan verbose "
    "voice.autoSubmit voice.enabled voiceEnabled wheelScrollAccelerationEnabled workflowKeywordTriggerEnabled "
    "wslInheritsWindowsSettings "
)
_NUMBERS = "sandbox.network.httpProxyPort sandbox.network.socksProxyPort statusLine.padding "
_INTEGERS = "sshConfigs.*.sshPort "
_ARRAYS = (
    "allowedChannelPlugins allowedHttpHookUrls autoMode.allow autoMode.environment autoMode.hard_deny "
    "autoMode.soft_deny availableModels blockedMarketplaces claudeMdExcludes companyAnnouncements fallbackModel "
    "httpHookAllowedEnvVars permissions.additionalDirectories permissions.allow permissions.ask permissions.deny "
    "pluginSuggestionMarketplaces sandbox.credentials.awsPairs sandbox.credentials.envVars sandbox.credentials.files "
    "sandbox.excludedCommands sandbox.filesystem.allowRead sandbox.filesystem.allowWrite sandbox.filesystem.denyRead "
    "sandbox.filesystem.denyWrite sandbox.ignoreViolations.* sandbox.network.allowMachLookup "
    "sandbox.network.allowUnixSockets sandbox.network.allowedDomains sandbox.network.deniedDomains "
    "sandbox.ripgrep.args spinnerVerbs.verbs sshConfigs strictKnownMarketplaces worktree.sparsePaths "
    "worktree.symlinkDirectories "
)
_OBJECTS = (
    "autoMode breakReminder enabledPlugins env modelOverrides permissions pluginConfigs "
    "pluginConfigs.* pluginConfigs.*.mcpServers pluginConfigs.*.mcpServers.* pluginConfigs.*.options quietHours remote "
    "remoteTools sandbox sandbox.credentials "
    "sandbox.credentials.sigv4 sandbox.filesystem sandbox.ignoreViolations "
    "sandbox.network sandbox.network.tlsTerminate sandbox.windows skillOverrides voice "
    "worktree "
)
_SOURCES = (
    *("url", "github", "git", "npm", "file", "directory", "skills-dir", "hostPattern", "pathPattern", "settings"),
    "archive",
)
_WORDS = {
    "autoUpdatesChannel": ("latest", "stable", "rc"),
    "blockedMarketplaces.*.source": ("pluginDirectory", *_SOURCES),
    "daemonColdStart": ("transient", "ask"),
    "defaultShell": ("bash", "powershell"),
    "defaultView": ("chat", "transcript"),
    "disableAutoMode": ("disable",),
    "disableDeepLinkRegistration": ("disable",),
    "feedbackDrafts": ("notify", "quiet", "off"),
    "fileSuggestion.type": ("command",),
    "managedSourcesBehavior": ("first-wins", "merge"),
    "parentSettingsBehavior": ("first-wins", "merge"),
    "permissions.defaultMode": ("acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "manual", "plan"),
    "permissions.disableAutoMode": ("disable",),
    "permissions.disableBypassPermissionsMode": ("disable",),
    "sandbox.credentials.sigv4.presigned": ("deny", "passthrough"),
    "sandbox.credentials.sigv4.sigv4a": ("deny", "passthrough"),
    "sandbox.credentials.sigv4.streaming": ("deny", "passthrough"),
    "sandbox.credentials.envVars.*.mode": ("deny", "mask"),
    "sandbox.credentials.files.*.mode": ("deny", "mask"),
    "sandbox.windows.backend": ("sandboxuser", "mxc"),
    "skillOverrides.*": ("on", "name-only", "user-invocable-only", "off"),
    "spinnerVerbs.mode": ("append", "replace"),
    "statusLine.type": ("command",),
    "strictKnownMarketplaces.*.source": _SOURCES,
    "totalTokensReminder": ("off", "infinite", "fixed", "countdown", "padded-countdown"),
    "tui": ("default", "fullscreen"),
    "voice.mode": ("hold", "tap"),
    "workflowSizeGuideline": ("unrestricted", "small", "medium", "large"),
    "worktree.baseRef": ("fresh", "head"),
}
_COUNT = Setting(kinds=(JsonType.INTEGER,), above=0, most=2**53 - 1)
_FILLED = Setting(kinds=(JsonType.STRING,), pattern="(?s).+", wants="must not be empty")
_TIME = Setting(
    kinds=(JsonType.STRING,), pattern=r"([01]?\d|2[0-3]):[0-5]\d", wants='must be a time of day such as "22:00"'
)
_NAMES = Setting(kinds=(JsonType.STRING, JsonType.ARRAY), pattern=r"(?s).*\S.*", wants="must not be blank")
_SIMPLE = (JsonType.STRING, JsonType.NUMBER, JsonType.BOOLEAN, JsonType.ARRAY)


def _with(*keys: str) -> Setting:
    return Setting(kinds=(JsonType.OBJECT,), keys=keys)


_OTHERS = {
    "attribution": Setting(kinds=(JsonType.BOOLEAN, JsonType.OBJECT)),
    "allowedChannelPlugins.*": _with("marketplace", "plugin"),
    "blockedMarketplaces.*": _with("source"),
    "breakReminder.breakThresholdMinutes": _COUNT,
    "breakReminder.intervalMinutes": _COUNT,
    "cleanupPeriodDays": _COUNT,
    "desktopSessionCleanupPeriodDays": Setting(kinds=(JsonType.INTEGER,), least=0, most=2**53 - 1),
    "disabledMcpjsonServers": _NAMES,
    "enabledMcpjsonServers": _NAMES,
    "enabledPlugins.*": Setting(kinds=(JsonType.BOOLEAN, JsonType.ARRAY)),
    "feedbackSurveyRate": Setting(kinds=(JsonType.NUMBER,), least=0, most=1),
    "fileSuggestion": _with("type", "command"),
    "forceLoginOrgUUID": Setting(kinds=(JsonType.STRING, JsonType.ARRAY)),
    "pluginConfigs.*.mcpServers.*.*": Setting(kinds=_SIMPLE),
    "pluginConfigs.*.options.*": Setting(kinds=_SIMPLE),
    "quietHours.end": _TIME,
    "quietHours.start": _TIME,
    "sandbox.network.allowMachLookup.*": Setting(
        kinds=(JsonType.STRING,), pattern=r"[^*]*\*?", wants="can have a `*` at its end only"
    ),
    "sandbox.network.tlsTerminate.caCertPath": _FILLED,
    "sandbox.network.tlsTerminate.caKeyPath": _FILLED,
    "sandbox.credentials.awsPairs.*": _with("accessKeyIdVar", "secretAccessKeyVar"),
    "sandbox.credentials.envVars.*": _with("name", "mode"),
    "sandbox.credentials.files.*": _with("path", "mode"),
    "sandbox.ripgrep": _with("command"),
    "skillListingBudgetFraction": Setting(kinds=(JsonType.NUMBER,), above=0, most=1),
    "skillListingMaxDescChars": _COUNT,
    "spinnerVerbs": _with("mode", "verbs"),
    "sshConfigs.*": _with("id", "name", "sshHost"),
    "statusLine": _with("type", "command"),
    "strictKnownMarketplaces.*": _with("source"),
    "totalTokensReminderBudget": _COUNT,
}
_NULLABLE = (
    "allowManagedHooksOnly allowManagedMcpServersOnly allowManagedPermissionRulesOnly autoContinueAtUsageLimit "
    "autoUploadSessions blockedMarketplaces channelsEnabled disableAgentView disableArtifact disableAutoMode "
    "disableBundledSkills disableClaudeAiConnectors disableCommandPluginSources disableDeepLinkRegistration "
    "disableDirectMcpSkills disableRemoteControl disableSideloadFlags disableSkillShellExecution "
    "disableWindowsBashCommandSplit disableWorkflows enableAllProjectMcpServers enableArtifact enableWorkflows "
    "enforceAvailableModels fastModePerSessionOptIn feedbackDrafts isolatePeerMachines remoteControlAtStartup "
    "responseComparisonEnabled skipAutoPermissionPrompt skipDangerousModePermissionPrompt skipWebFetchPreflight "
    "skipWorkflowUsageWarning strictKnownMarketplaces syncClaudeAiPlugins syncClaudeAiSkills useAutoModeDuringPlan "
)

# What may hold hooks of its own, or anything at all, and is not searched for guards outside of `hooks`.
ELSEWHERE = frozenset(
    {
        "mcpServers",
        "managedMcpServers",
        "lspServers",
        "pluginConfigs",
        "enabledPlugins",
        "extraKnownMarketplaces",
        "env",
        "skillOverrides",
        "modelSettings",
    }
)

GUARDS = ("PreToolUse", "PermissionRequest")
"""Events whose hooks refuse: a mistake in one of these is taken for a guard that is gone."""

_BY_TYPE = {
    JsonType.STRING: _STRINGS,
    JsonType.BOOLEAN: _BOOLEANS,
    JsonType.NUMBER: _NUMBERS,
    JsonType.INTEGER: _INTEGERS,
    JsonType.ARRAY: _ARRAYS,
    JsonType.OBJECT: _OBJECTS,
}
_SETTINGS = {
    **{route: Setting(kinds=(kind,)) for kind, routes in _BY_TYPE.items() for route in routes.split()},
    **{route: Setting(kinds=(JsonType.STRING,), words=words) for route, words in _WORDS.items()},
    **_OTHERS,
}

VOIDING = Voiding(
    effect="skips this whole file, its permissions too",
    effects={Scope.MANAGED: "does not start with this file"},
    by=Guarded(
        guards=GUARDS,
        settings=settings_by(
            _SETTINGS | {route: replace(_SETTINGS[route], nullable=True) for route in _NULLABLE.split()}
        ),
        elsewhere=ELSEWHERE,
    ),
)
