// The commands of passkeys: names, arguments and options; what they do stands in cli/.
import type { Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { listPasskeys, removePasskey, renamePasskey } from './cli/act.ts'

/** The commands of passkeys. One is made in the browser that has it: Settings, Access. */
export const passkeysCli: CliRoom = {
  name: 'passkeys',
  addCommands: (program, { cli }) => addPasskeys(program, cli),
}

function addPasskeys(program: Command, cli: Cli): void {
  const passkeys = program
    .command('passkeys')
    .summary('see and remove passkeys')
    .description('The passkeys that sign in. One is added in the browser that has it: Settings, Access.')
    .action(async () => listPasskeys(cli))
  passkeys
    .command('rename')
    .summary('give one another name')
    .description('Give a passkey another name.')
    .argument('<passkey>', 'its id, or its name')
    .argument('<name>', 'what you call it')
    .action(async (passkey: string, name: string) => renamePasskey(cli, passkey, name))
  passkeys
    .command('remove')
    .summary('let one sign nobody in')
    .description('Let a passkey sign nobody in from now on. Logins that were made with it go on until they are ended.')
    .argument('<passkey>', 'its id, or its name')
    .action(async (passkey: string) => removePasskey(cli, passkey))
}
