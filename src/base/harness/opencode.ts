// opencode, as it behaved in the version that was tried.
import type { PluginReports, TerminalAdapter } from './adapter.ts'
import { argumentForms } from './argument-forms.ts'
import { installCommands } from './install-commands.ts'

const reports: PluginReports = {
  by: 'plugin',
  client: 'opencode',
  settings: ['.config/opencode', 'plugin/orrery.js'],
  movedBy: ['XDG_CONFIG_HOME', 'opencode'],
  events: [
    'chat.message',
    'tool.execute.after',
    'permission.asked',
    'permission.replied',
    'session.idle',
    'session.error',
  ],
  args: ['opencode'],
  note: null,
}

export const opencode = {
  name: 'opencode',
  label: 'opencode',
  program: 'opencode',
  install: installCommands.opencode,
  tried: '1.18.33',
  versionArguments: ['--version'],
  runsIn: 'terminal',
  print: ['opencode', 'run', '{prompt}'],
  interactive: ['opencode', '--prompt={prompt}'],
  form: argumentForms.opencode,
  subcommands: ['run'],
  model: ['--model', '{model}'],
  resume: ['--session', '{conversation}'],
  environment: [
    'OPENCODE_*',
    'ANTHROPIC_*',
    'OPENAI_*',
    'GEMINI_*',
    'GOOGLE_*',
    'OPENROUTER_*',
    'GROQ_*',
    'MISTRAL_*',
    'XAI_*',
  ],
  // Where there is a plugin, each start asks npm's registry for opencode's own kit, and tries for more than a minute where
  // there is no way there. One try is enough; our plugin takes the variable out again before a tool could inherit it.
  variables: { npm_config_fetch_retries: '0' },
  credentials: [
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'GEMINI_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'OPENROUTER_API_KEY',
    'GROQ_API_KEY',
    'MISTRAL_API_KEY',
    'XAI_API_KEY',
  ],
  stopSignal: 'SIGINT',
  reports,
  // 2,800 to 5,500 bytes a second while the model or a tool works; nothing while a dialog asks, and at its prompt.
  animation: { busyBytesPerSecond: 1500, stillBytesPerSecond: 35, isHeardFirst: true },
  endsByTwo: false,
  leaves: {
    usage: 'each step of its session: tokens and cost',
    transcript: 'opencode export <session>',
    files: 'tool.execute.after of edit and write',
  },
  cannot: [
    'takes no answer to a permission from here: its dialog is answered in its terminal',
    'ends at once by Ctrl+C, wherever it is: Esc twice breaks a turn off',
  ],
} as const satisfies TerminalAdapter
