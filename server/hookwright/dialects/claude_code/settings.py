"""Which settings Claude Code knows besides the hooks, as far as one of a wrong type makes it skip the whole file.

Measured on 2.1.330: a file with every known setting, once for each JSON type, and what the debug log says of each.
Settings with a wrong value that is merely ignored are not here, nor are those that take several types.
"""

from __future__ import annotations

from hookwright.model.grammar import Guarded, JsonType, Voiding
from hookwright.model.hook import Scope

_STRINGS = (
    "$schema advisorModel agent apiKeyHelper attributionProject autoMemoryDirectory awsAuthRefresh "
    "awsCredentialExport claudeMd gcpAuthRefresh language minimumVersion model otelHeadersHelper outputStyle "
    "plansDirectory pluginTrustMessage prUrlTemplate processWrapper proxyAuthHelper requiredMaximumVersion "
    "requiredMinimumVersion timeZone attribution.commit attribution.pr spinnerVerbs.mode "
)
_BOOLEANS = (
    "agentPushNotifEnabled allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp allowManagedHooksOnly "
    "allowManagedMcpServersOnly allowManagedPermissionRulesOnly allowNestedModelAccessUnderForceLogin "
    "alwaysThinkingEnabled autoCompactEnabled autoContinueAtUsageLimit autoDreamEnabled autoMemoryEnabled "
    "autoScrollEnabled autoUploadSessions awaySummaryEnabled bashEditDiffEnabled channelsEnabled "
    "clawdFileProgressEnabled disableAgentView disableAllHooks disableArtifact disableBundledSkills "
    "disableClaudeAiConnectors disableCommandPluginSources disableDirectMcpSkills disableRemoteControl "
    "disableReplyCheck disableSideloadFlags disableSkillShellExecution disableWindowsBashCommandSplit "
    "disableWorkflows doneMeansMerged emojiCompletionEnabled enableAllProjectMcpServers enableArtifact "
    "enableWorkflows enforceAvailableModels fastMode fastModePerSessionOptIn fileCheckpointingEnabled "
    "forceRemoteSettingsRefresh idleCompaction includeCoAuthoredBy includeGitInstructions inputNeededNotifEnabled "
    "isolatePeerMachines precomputeCompactionEnabled prefersReducedMotion promptSuggestionEnabled "
    "remoteControlAtStartup respectGitignore respondToBashCommands responseComparisonEnabled "
    "showClearContextOnPlanAccept showMessageTimestamps showThinkingSummaries showTurnDuration "
    "skipDangerousModePermissionPrompt skipWebFetchPreflight skipWorkflowUsageWarning spinnerTipsEnabled "
    "switchModelsOnFlag syncClaudeAiPlugins syncClaudeAiSkills syntaxHighlightingDisabled "
    "terminalProgressBarEnabled terminalTitleFromRename todoFeatureEnabled totalTokensReminderAfterUserTurn "
    "sandbox.enabled verbose wheelScrollAccelerationEnabled workflowKeywordTriggerEnabled wslInheritsWindowsSettings "
)
_NUMBERS = (
    "cleanupPeriodDays desktopSessionCleanupPeriodDays feedbackSurveyRate skillListingBudgetFraction "
    "skillListingMaxDescChars totalTokensReminderBudget "
)
_ARRAYS = (
    "allowedChannelPlugins allowedHttpHookUrls availableModels blockedMarketplaces claudeMdExcludes "
    "companyAnnouncements fallbackModel httpHookAllowedEnvVars permissions.additionalDirectories "
    "permissions.allow permissions.ask permissions.deny pluginSuggestionMarketplaces sshConfigs "
    "strictKnownMarketplaces worktree.symlinkDirectories "
)
_OBJECTS = (
    "breakReminder enabledPlugins env fileSuggestion modelOverrides permissions pluginConfigs quietHours remote "
    "remoteTools sandbox skillOverrides spinnerVerbs statusLine voice worktree "
)
_WORDS = {
    "autoUpdatesChannel": ("latest", "stable", "rc"),
    "daemonColdStart": ("transient", "ask"),
    "defaultShell": ("bash", "powershell"),
    "disableAutoMode": ("disable",),
    "fileSuggestion.type": ("command",),
    "feedbackDrafts": ("notify", "quiet", "off"),
    "managedSourcesBehavior": ("first-wins", "merge"),
    "parentSettingsBehavior": ("first-wins", "merge"),
    "permissions.defaultMode": ("acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "manual", "plan"),
    "permissions.disableBypassPermissionsMode": ("disable",),
    "statusLine.type": ("command",),
    "totalTokensReminder": ("off", "infinite", "fixed", "countdown", "padded-countdown"),
    "tui": ("default", "fullscreen"),
    "workflowSizeGuideline": ("unrestricted", "small", "medium", "large"),
}
_NULLABLE = (
    "allowManagedHooksOnly allowManagedMcpServersOnly allowManagedPermissionRulesOnly autoContinueAtUsageLimit "
    "autoUploadSessions blockedMarketplaces channelsEnabled disableAgentView disableArtifact disableAutoMode "
    "disableBundledSkills disableClaudeAiConnectors disableCommandPluginSources disableDirectMcpSkills "
    "disableRemoteControl disableSideloadFlags disableSkillShellExecution disableWindowsBashCommandSplit "
    "disableWorkflows enableAllProjectMcpServers enableArtifact enableWorkflows enforceAvailableModels "
    "fastModePerSessionOptIn feedbackDrafts isolatePeerMachines remoteControlAtStartup responseComparisonEnabled "
    "skipDangerousModePermissionPrompt skipWebFetchPreflight skipWorkflowUsageWarning strictKnownMarketplaces "
    "syncClaudeAiPlugins syncClaudeAiSkills "
)

# What may hold hooks of its own, or anything at all, and is not searched for guards outside of `hooks`.
_ELSEWHERE = (
    "mcpServers managedMcpServers lspServers pluginConfigs enabledPlugins extraKnownMarketplaces env skillOverrides "
    "modelSettings"
)

_BY_TYPE = {
    JsonType.STRING: _STRINGS,
    JsonType.BOOLEAN: _BOOLEANS,
    JsonType.NUMBER: _NUMBERS,
    JsonType.ARRAY: _ARRAYS,
    JsonType.OBJECT: _OBJECTS,
}

VOIDING = Voiding(
    effect="skips this whole file, its permissions too",
    effects={Scope.PLUGIN: "refuses this whole plugin", Scope.MANAGED: "does not start with this file"},
    by=Guarded(
        guards=("PreToolUse", "PermissionRequest"),
        settings={**{name: kind for kind, names in _BY_TYPE.items() for name in names.split()}, **_WORDS},
        nullable=frozenset(_NULLABLE.split()),
        elsewhere=frozenset(_ELSEWHERE.split()),
        positive=frozenset({"cleanupPeriodDays"}),
        required={"statusLine": "command"},
    ),
)
