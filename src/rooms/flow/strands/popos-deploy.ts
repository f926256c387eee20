// Brings the worker node to the newest version, by ssh.
import { shellLine } from '#base/shell-word.ts'
import { minuteMs } from '#base/time.ts'
import { shellQuoted } from '#base/shell-word.ts'
import { defineStrand, type StepContext } from '#platform/server/sandbox/orrery-strand/strand.js'
import type { StrandNeeds } from './lib/needs.ts'
import { runSsh, sshArguments } from './lib/run-ssh.ts'

type Target = { readonly host: string; readonly path: string; readonly service: string; readonly dry_run: boolean }

const input = {
  type: 'object',
  required: ['host'],
  properties: {
    host: {
      type: 'string',
      title: 'Host',
      description: 'As ssh takes it: a name, user@name, or an alias of your ssh configuration.',
      // A name that began with a dash would be an option of ssh.
      pattern: '^[A-Za-z0-9_][A-Za-z0-9_.@:%-]*$',
      default: 'popos',
    },
    path: { type: 'string', title: 'Folder', description: 'The checkout, from the home there.', default: 'orrery' },
    service: {
      type: 'string',
      title: 'Service',
      description: 'The systemd user service to restart.',
      pattern: '^[A-Za-z0-9_][A-Za-z0-9_.@-]*$',
      default: 'orrery',
    },
    dry_run: { type: 'boolean', title: 'Dry run', description: 'Only show what would be run.', default: false },
  },
  additionalProperties: false,
} as const

const inFolder =
  (command: string) =>
  ({ path }: Target) =>
    `cd -- ${shellQuoted(path)} && ${command}`

/** A drop-in beside the unit, so that the unit itself stays as the person wrote it. */
const enableWorker = ({ service }: Target): string => {
  const folder = `"$HOME/.config/systemd/user/"${shellQuoted(`${service}.service.d`)}`
  const lines = String.raw`[Service]\nEnvironment=SERVICE_REMOTE_WORKER=1\n`
  return `mkdir -p ${folder} && printf ${shellQuoted(lines)} > ${folder}/remote-worker.conf && systemctl --user daemon-reload`
}

const restart = ({ service }: Target): string => `systemctl --user restart ${shellQuoted(service)}`

export default ({ env }: StrandNeeds) => {
  const remote = (timeoutMs: number, commandOf: (target: Target) => string) => ({
    timeout: timeoutMs,
    run: async ({ input, output, signal }: StepContext) => {
      const target = input as Target
      const command = commandOf(target)
      output(shellLine(sshArguments(target.host, command)))
      if (target.dry_run) return { host: target.host, dry_run: true }
      // The engine's own limit ends the step; this one is for a program that outlives its signal.
      await runSsh({ destination: target.host, command, env, timeoutMs: timeoutMs + minuteMs, signal, output })
      return { host: target.host, dry_run: false }
    },
  })
  return defineStrand({
    id: 'popos-deploy',
    name: 'Deploy to the worker node',
    description: 'Pulls, installs, builds, enables the remote worker and restarts the service on the worker node.',
    schedule: null,
    input,
    steps: [
      { id: 'pull', ...remote(5 * minuteMs, inFolder('git pull --ff-only')) },
      { id: 'install', after: ['pull'], ...remote(15 * minuteMs, inFolder('npm install --no-audit --no-fund')) },
      { id: 'build', after: ['install'], ...remote(15 * minuteMs, inFolder('npm run build')) },
      { id: 'enable-remote-worker', after: ['build'], ...remote(minuteMs, enableWorker) },
      { id: 'restart', after: ['enable-remote-worker'], ...remote(2 * minuteMs, restart) },
    ],
  })
}
