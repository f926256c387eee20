// Codex, as it behaved in the version that was tried.
import type { HookReports, TerminalAdapter } from './adapter.ts'
import { argumentForms } from './argument-forms.ts'
import { installCommands } from './install-commands.ts'

const reports: HookReports = {
  by: 'hooks',
  client: 'codex',
  settings: ['.codex', 'hooks.json'],
  movedBy: ['CODEX_HOME', ''],
  hasComments: false,
  events: ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PermissionRequest', 'Stop'],
  args: ['codex'],
  entry: { timeout: 5 },
  // It shows its own prompt only after its hook: the service answers within 20 s.
  asks: { event: 'PermissionRequest', entry: { timeout: 30 } },
  needsTrust: true,
  note: 'Launches trust these hooks for themselves. A codex that you start yourself runs them once you agreed to them: start it, and look at /hooks.',
}

export const codex = {
  name: 'codex',
  label: 'Codex',
  program: 'codex',
  install: installCommands.codex,
  tried: '0.169.0',
  versionArguments: ['--version'],
  runsIn: 'terminal',
  print: ['codex', 'exec', '--skip-git-repo-check', '{prompt}'],
  interactive: ['codex'],
  form: argumentForms.codex,
  subcommands: [],
  // As a value of its configuration it holds for every subcommand.
  model: ['-c', 'model={model}'],
  resume: ['resume', '{conversation}'],
  environment: ['OPENAI_*', 'CODEX_*', 'AZURE_OPENAI_*', 'RUST_LOG'],
  credentials: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'AZURE_OPENAI_API_KEY'],
  stopSignal: 'SIGINT',
  reports,
  // 1,386 to 1,653 bytes a second while the model or a tool works; 30 while a dialog asks; nothing at its prompt.
  animation: {
    busyBytesPerSecond: 700,
    stillBytesPerSecond: 35,
    movesWhileAsking: true,
    workLine: /^[•◦] .*\(\d+[^)]* • esc to interrupt\)/,
    // The last that was said: behind it stands its prompt, and no other one.
    rest: {
      shows: /^■ Conversation interrupted(?:(?!\n›)[^])*(?:\n›(?:(?!\n›)[^])*)?(?![^])/m,
      unless: null,
      forMs: 0,
    },
  },
  endsByTwo: false,
  leaves: {
    usage: 'token_count lines of its transcript, cumulative',
    transcript: '~/.codex/sessions, JSON lines',
    files: 'PostToolUse of apply_patch',
  },
  cannot: ['tells nothing at a fresh prompt and after a turn that you broke off: its screen is watched instead'],
} as const satisfies TerminalAdapter
