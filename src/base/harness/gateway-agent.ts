// OpenClaw by its command line, as it behaved in the version that was tried. Its gateway tells what its agents do.
import type { TerminalAdapter } from './adapter.ts'
import { argumentForms } from './argument-forms.ts'
import { installCommands } from './install-commands.ts'

export const gatewayAgent = {
  name: 'gateway-agent',
  label: 'OpenClaw',
  program: 'openclaw',
  install: installCommands.openclaw,
  tried: '2026.9.6',
  versionArguments: ['--version'],
  runsIn: 'terminal',
  print: ['openclaw', 'agent', '--session-key', '{session_name}', '--message', '{prompt}'],
  interactive: null,
  form: argumentForms.openclaw,
  subcommands: ['agent'],
  model: null,
  resume: null,
  environment: ['OPENCLAW_*'],
  credentials: ['OPENCLAW_GATEWAY_TOKEN'],
  stopSignal: 'SIGINT',
  reports: { by: 'gateway' },
  animation: null,
  endsByTwo: false,
  leaves: { usage: 'its gateway, by run', transcript: 'its gateway, by session', files: null },
  cannot: [
    'has no interactive mode',
    'ends by Ctrl+C as if it were done: its card says completed',
    'takes no model: its gateway chooses one',
    'takes no answer to a permission from here',
    'takes a prompt of at most 128 KiB',
    'starts no new conversation by Restart: its gateway goes on with that of the session’s name',
  ],
} as const satisfies TerminalAdapter
