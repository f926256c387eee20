// Which clients go on with a conversation: apart from the adapters, since the page offers it.

/** Their names; each of their adapters says how. */
export const resumable: readonly string[] = ['code-agent', 'codex', 'gemini', 'opencode']
