// `orrery vault`: what agents on devices are handed. What the commands do stands in cli/, loaded by the first of them.
import type { Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import type { NewCredentialOptions } from './cli/change.ts'

const show = () => import('./cli/show.ts')
const change = () => import('./cli/change.ts')
const named = ['<credential>', 'its name or its id'] as const
const devices = ['<device...>', 'their names or ids'] as const

/** The commands of the vault. Values and identities are read from stdin or typed unseen, and never stand in a command. */
export const vaultCli: CliRoom = {
  name: 'vault',
  addCommands(program, { cli }) {
    const vault = program
      .command('vault')
      .summary('see and change what agents on devices are handed')
      .description('The credentials that agents on devices are handed (fabric mode). The hub keeps ciphertext alone.')
      .action(async () => (await show()).listCredentials(cli))
    addSetup(vault, cli)
    addChanges(vault, cli)
    addReaders(vault, cli)
  },
}

function addSetup(vault: Command, cli: Cli): void {
  vault
    .command('setup')
    .summary('make the recovery identity')
    .description(
      'Make the recovery identity, show it once, and set the vault up once its last six characters are typed.',
    )
    .action(async () => (await import('./cli/setup.ts')).setUp(cli))
  vault
    .command('recipients')
    .summary('see which devices can be encrypted to')
    .description('The devices that can be encrypted to, each with the six words of the key that signed its recipient.')
    .action(async () => (await show()).listRecipients(cli))
}

function addChanges(vault: Command, cli: Cli): void {
  vault
    .command('add')
    .summary('encrypt a credential')
    .description('Encrypt a value, read from stdin or typed unseen, for the devices that are named.')
    .argument('<name>', 'what you call it, and its variable unless --env says another')
    .option('--env <variable>', 'the variable that a session finds it under')
    .option('--to <harness...>', 'the programs that it is handed to; those that take the variable when left out')
    .option('--device <device...>', 'the devices that read it')
    .action(async (name: string, options: NewCredentialOptions) => (await change()).addOne(cli, name, options))
  vault
    .command('rotate')
    .summary('give one a new value')
    .description('Encrypt a new value, read from stdin or typed unseen, for those who read it.')
    .argument(...named)
    .action(async (name: string) => (await change()).rotate(cli, name))
  vault
    .command('remove')
    .summary('remove one for good')
    .description('Remove a credential for good. Running sessions keep what they were handed.')
    .argument(...named)
    .action(async (name: string) => (await change()).removeOne(cli, name))
}

function addReaders(vault: Command, cli: Cli): void {
  vault
    .command('allow')
    .summary('let devices read one')
    .description('Let further devices read a credential: takes the recovery identity, from stdin or typed unseen.')
    .argument(...named)
    .argument(...devices)
    .action(async (name: string, added: string[]) => (await change()).allow(cli, name, added))
  vault
    .command('deny')
    .summary('let devices read one no more')
    .description('Hand a credential to these devices no more. What they have read they know: give it a new value.')
    .argument(...named)
    .argument(...devices)
    .action(async (name: string, left: string[]) => (await change()).deny(cli, name, left))
  vault
    .command('revoke')
    .summary('hand a device nothing more')
    .description('Hand a device nothing more, and mark what it could read. It stays paired.')
    .argument('<device>', 'its name or id')
    .action(async (device: string) => (await change()).revokeDevice(cli, device))
}
