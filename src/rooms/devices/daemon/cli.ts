// `orrery daemon`: pairs this machine with a hub and keeps it connected.
import type { Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Config } from '#platform/server/config/config.ts'
import { addUnitCommands } from '#platform/server/unit/unit-cli.ts'
import type { UnpairOptions } from './cli-unpair.ts'

/** What the commands stand on. */
export type DaemonCommandParts = {
  readonly cli: Cli
  readonly config: () => Config
  /** Loaded only when it is called. */
  readonly startDaemon: (config: Config) => Promise<void>
  /** Loaded only when it is called: ends what runs here, and tells the hub of it where that is reached. */
  readonly endAgents: (config: Config) => Promise<void>
}

type PairOptions = { readonly label?: string; readonly tag?: string[]; readonly insecure?: boolean }

/** Adds the commands to the program; what only one of them needs is loaded by that one. */
export function addDaemonCommands(program: Command, parts: DaemonCommandParts): void {
  const { cli } = parts
  const daemon = program
    .command('daemon')
    .summary('make this machine a device of a hub')
    .description('Pair this machine with a hub that runs elsewhere, and keep it connected.')
  daemon
    .command('pair')
    .summary('pair this machine')
    .description('Pair this machine with a hub. The code is asked for when it is left out: every user sees arguments.')
    .argument('<url>', 'address of the hub, as its page shows it')
    .argument('[code]', 'the code, as the page shows it')
    .option('--label <name>', 'what the hub is to call this machine')
    .option('--tag <tag...>', 'capabilities that stay, as home-net')
    .option('--insecure', 'dial a hub without https beyond this machine')
    .action(async (url: string, code: string | undefined, options: PairOptions) => {
      const { pair } = await import('./cli-pair.ts')
      await pair(cli, parts.config(), { url, code: code ?? null, ...options })
    })
  daemon
    .command('run')
    .summary('stay connected')
    .description('Stay connected with the hub until Ctrl+C or SIGTERM. It dials again by itself, whatever happens.')
    .action(async () => {
      cli.outlivesReaders = true
      await parts.startDaemon(parts.config())
    })
  daemon
    .command('status')
    .summary('see whether it is connected')
    .description(
      'Show what this machine is paired with, what its daemon does, and whether it starts with the machine. Exits with 69 while it is not connected.',
    )
    .action(async () => {
      const { showStatus } = await import('./cli-status.ts')
      await showStatus(cli)
    })
  addUnitCommands(daemon, {
    cli,
    noun: 'daemon',
    staysText: 'the pairing stays',
    program: async () => (await import('./cli-unit.ts')).managedDaemon(cli),
  })
  daemon
    .command('unpair')
    .summary('forget the hub')
    .description(
      'End the daemon, and forget the hub and the keys that were made for it. While agents run here it asks what becomes of them.',
    )
    .option('--stop-agents', 'end the agents that run here for the hub, and tell it')
    .option('--keep-agents', 'let those in terminals go on, unseen by the hub')
    .action(async (options: UnpairOptions) => {
      const { unpair } = await import('./cli-unpair.ts')
      await unpair({ cli, endAgents: () => parts.endAgents(parts.config()) }, options)
    })
}
