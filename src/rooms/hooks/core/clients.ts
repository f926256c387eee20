// The agent programs whose hooks we install: where their settings stand and which events we ask for.

export const hookClients = ['claude', 'codex', 'gemini'] as const
export type HookClient = (typeof hookClients)[number]

export type ClientHooks = {
  readonly label: string
  /** Below the user's home directory. */
  readonly settings: readonly [folder: string, file: string]
  readonly events: readonly string[]
  /** Further words for the script: the agent type where it is not code-agent. */
  readonly args: readonly string[]
  /** Fields of each entry besides its command. The client's own time limit is a net below the script's 2 s. */
  readonly entry: Readonly<Record<string, unknown>>
  /** What a person still has to do. */
  readonly note: string | null
}

/** As the clients behaved when they were tried: Claude Code 2.1.328, Codex 0.169.0, Gemini CLI 0.61.0. */
export const clientHooks: Readonly<Record<HookClient, ClientHooks>> = {
  claude: {
    label: 'Claude Code',
    settings: ['.claude', 'settings.json'],
    events: [
      'SessionStart',
      'UserPromptSubmit',
      'PostToolUse',
      'PostToolUseFailure',
      'PermissionRequest',
      'Notification',
      'Stop',
      'StopFailure',
    ],
    args: [],
    entry: { timeout: 5 },
    note: null,
  },
  codex: {
    label: 'Codex',
    settings: ['.codex', 'hooks.json'],
    events: ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PermissionRequest', 'Stop'],
    args: ['codex'],
    entry: { timeout: 5 },
    note: 'Codex runs hooks only after they were trusted: start codex once and agree, or pass --dangerously-bypass-hook-trust.',
  },
  gemini: {
    label: 'Gemini CLI',
    settings: ['.gemini', 'settings.json'],
    events: ['SessionStart', 'BeforeAgent', 'AfterTool', 'AfterAgent'],
    args: ['gemini'],
    entry: { name: 'orrery', timeout: 5000 },
    note: null,
  },
}
