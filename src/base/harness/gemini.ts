// Gemini CLI, as it behaved in the version that was tried.
import type { HookReports, TerminalAdapter } from './adapter.ts'
import { argumentForms } from './argument-forms.ts'
import { installCommands } from './install-commands.ts'

const reports: HookReports = {
  by: 'hooks',
  client: 'gemini',
  settings: ['.gemini', 'settings.json'],
  movedBy: null,
  hasComments: true,
  events: ['SessionStart', 'BeforeAgent', 'AfterTool', 'AfterAgent', 'Notification'],
  args: ['gemini'],
  entry: { name: 'orrery', timeout: 5000 },
  asks: null,
  needsTrust: false,
  note: null,
}

export const gemini = {
  name: 'gemini',
  label: 'Gemini CLI',
  program: 'gemini',
  install: installCommands.gemini,
  tried: '0.61.0',
  versionArguments: ['--version'],
  runsIn: 'terminal',
  print: ['gemini', '--prompt', '{prompt}'],
  interactive: ['gemini'],
  form: argumentForms.gemini,
  subcommands: [],
  model: ['--model', '{model}'],
  resume: ['--resume', '{conversation}'],
  environment: ['GEMINI_*', 'GOOGLE_*', 'CLOUD_ML_REGION', 'NO_BROWSER'],
  credentials: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  stopSignal: 'SIGINT',
  reports,
  // 18 to 40 KB a second while the model or a tool works; nothing while a dialog asks, and at its prompt. The notice that a
  // hook runs draws some 1,500.
  animation: { busyBytesPerSecond: 8000, stillBytesPerSecond: 35, workLine: /^ *[⠁-⣿] .*\(esc to cancel, \d+/ },
  endsByTwo: false,
  leaves: {
    usage: 'its chats',
    transcript: '~/.gemini/tmp/<project>/chats',
    files: 'AfterTool of write_file and replace',
  },
  cannot: [
    'takes no answer to a permission from here: its dialog is answered in its terminal',
    'takes a prompt of at most 128 KiB',
    'ends by TERM as if it were done: its card says completed',
    'may lose the transcript of an agent that starts in the same directory at the same moment, unless its setting general.sessionRetention.enabled is false',
  ],
} as const satisfies TerminalAdapter
