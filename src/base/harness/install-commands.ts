// How the clients are installed, by the name of their program: apart from the adapters, since the page shows it.

/** Commands of their makers. */
export const installCommands = {
  claude: 'npm install -g @anthropic-ai/claude-code',
  codex: 'npm install -g @openai/codex',
  gemini: 'npm install -g @google/gemini-cli',
  opencode: 'npm install -g opencode-ai',
  openclaw: 'npm install -g openclaw',
} as const
