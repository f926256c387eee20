// `orrery devices`: the machines that are paired with this hub, and `orrery node`: the nodes that are one hub. What the commands
// do stands in cli/.
import { hostname } from 'node:os'
import type { Command } from 'commander'
import type { CliGround, CliRoom } from '#platform/server/cli/cli-room.ts'
import { sharedTables } from '#platform/server/config/shared-tables.ts'
import {
  askAnswer,
  cancelCode,
  changeOne,
  listAll,
  showOne,
  makeCode,
  refresh,
  revoke,
  type ChangeOptions,
  type CodeOptions,
} from './cli/commands.ts'

/** The devices' commands. */
export const devicesCli: CliRoom = {
  name: 'devices',
  addCommands(program, { cli, config }) {
    const devices = program
      .command('devices')
      .summary('see and pair devices')
      .description('The machines that sessions may run on (fabric mode).')
      .option('--all', 'revoked ones too')
      .action(async (options: { readonly all?: boolean }) => listAll(cli, options.all === true))
    devices
      .command('pair')
      .summary('make a code that pairs a machine')
      .description(
        'Make a code that pairs one machine, once and within ten minutes, and print the command to run there.',
      )
      .option('--label <name>', 'what it is to be called')
      .option('--tag <tag...>', 'capabilities that stay, as home-net')
      .action(async (options: CodeOptions) => makeCode(cli, options))
    devices
      .command('cancel')
      .summary('take a code back')
      .description('Take a code back before it is used.')
      .argument('<code>', 'as it was shown')
      .action(async (code: string) => cancelCode(cli, code))
    addChanges(devices, cli)
    addNode(program, { cli, config })
  },
  checks: ({ config }) => {
    const { home, node } = config
    const url = sharedTables(config)
    if (url === null) return []
    return [async () => (await import('./identity/look-at-key.ts')).lookAtKey({ home, url, node: node ?? hostname() })]
  },
}

function addNode(program: Command, { cli, config }: Pick<CliGround, 'cli' | 'config'>): void {
  const node = program
    .command('node')
    .summary('make services that share a PostgreSQL one hub')
    .description('Services that share a PostgreSQL are nodes of one hub once they have one hub key.')
  node
    .command('key')
    .summary('print the secret hub key, for a pipe')
    .description('Print the secret hub key of this home for `orrery node join` on another machine. Not on a terminal.')
    .action(async () => (await import('./cli/node-commands.ts')).printKey(cli))
  node
    .command('join')
    .summary('take over the hub key of the other nodes, from stdin')
    .description(
      'Take over the hub key of the other nodes, from stdin, so that their devices know this one. The service has to be stopped.',
    )
    .action(async () => {
      await (await import('./cli/node-commands.ts')).joinHub(cli, { url: sharedTables(config()) })
    })
}

function addChanges(devices: Command, cli: Parameters<typeof listAll>[0]): void {
  const device = ['<device>', 'its id, its name, or the beginning of one'] as const
  devices
    .command('show')
    .summary('show all that is known of a device')
    .description(
      'Show all that is known of a device: identity, runtime, sessions, capabilities, harnesses, models, cards.',
    )
    .argument(...device)
    .action(async (name: string) => showOne(cli, name))
  devices
    .command('ping')
    .summary('ask a device whether it answers')
    .description('Ask a device whether it answers, and say how long that took.')
    .argument(...device)
    .action(async (name: string) => askAnswer(cli, name))
  devices
    .command('refresh')
    .summary('let a device look anew at what it has')
    .description('Let a device look anew at its harnesses, models and graphics cards.')
    .argument(...device)
    .action(async (name: string) => refresh(cli, name))
  devices
    .command('set')
    .summary('rename a device or set its lasting tags')
    .description('Rename a device, or set the tags that it keeps. Says how to undo it.')
    .argument(...device)
    .option('--label <name>', 'its new name')
    .option('--tag <tag...>', "the capabilities that stay, in the place of those before; '' for none")
    .action(async (name: string, options: ChangeOptions) => changeOne(cli, name, options))
  devices
    .command('revoke')
    .summary('refuse a device for ever')
    .description('End its connection and refuse its key for ever. To come back it has to be paired anew.')
    .argument(...device)
    .action(async (name: string) => revoke(cli, name))
}
