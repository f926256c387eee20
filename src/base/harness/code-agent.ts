// Claude Code, as it behaved in the version that was tried.
import type { HookReports, TerminalAdapter } from './adapter.ts'
import { argumentForms } from './argument-forms.ts'
import { installCommands } from './install-commands.ts'

const reports: HookReports = {
  by: 'hooks',
  client: 'claude',
  settings: ['.claude', 'settings.json'],
  movedBy: ['CLAUDE_CONFIG_DIR', ''],
  hasComments: false,
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
  asks: { event: 'PermissionRequest', entry: { timeout: 3600 } },
  needsTrust: false,
  note: null,
}

export const codeAgent = {
  name: 'code-agent',
  label: 'Claude Code',
  program: 'claude',
  install: installCommands.claude,
  tried: '2.1.328',
  versionArguments: ['--version'],
  runsIn: 'terminal',
  print: ['claude', '-p', '{prompt}'],
  interactive: ['claude'],
  form: argumentForms.claude,
  subcommands: [],
  model: ['--model', '{model}'],
  resume: ['--resume', '{conversation}'],
  environment: ['ANTHROPIC_*', 'CLAUDE_*', 'AWS_*', 'CLOUD_ML_REGION', 'VERTEX_*', 'DISABLE_*', 'BASH_*', 'MCP_*'],
  credentials: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  stopSignal: 'SIGINT',
  reports,
  // 207 to 500 bytes a second while the model or a tool works, with never more than half a second between two writes; 40 to
  // 80 while a dialog asks, for a dot that blinks; nothing at its prompt, but for a line now and then.
  animation: {
    busyBytesPerSecond: 140,
    stillBytesPerSecond: 35,
    workLine: /^ {2}\S.*\besc to interrupt\b/,
    // Its prompt between two lines, and no word of what it does above them. A list of commands hides the line of work, and not
    // that word. Escape before the first answer leaves nothing else behind: the prompt stands in its box again.
    rest: { shows: /^─{10,}.*\n❯[^]*\n─{10,}/m, unless: /^[·✢✳✶✻✽*] .*…/, forMs: 90 },
  },
  endsByTwo: true,
  leaves: {
    usage: 'its transcript, by message',
    transcript: '~/.claude/projects, JSON lines',
    files: 'PostToolUse of Edit and Write',
  },
  cannot: ['ends by Ctrl+C in print mode as if it were done: its card says completed'],
} as const satisfies TerminalAdapter
