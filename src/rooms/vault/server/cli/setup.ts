// `orrery vault setup`: an identity that is made here, shown once, and never sent.
import * as age from 'age-encryption'
import { toIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { systemClock } from '#platform/server/clock.ts'
import { recoveryFile, showsIdentity } from '../../core/typed.ts'
import { vaultRoutes } from '../bound-routes.ts'
import { readVault } from './find.ts'

export async function setUp(cli: Cli): Promise<void> {
  const { recovery, credentials } = await readVault(cli)
  if (recovery !== null && credentials.length > 0)
    throw new CliError('refused', 'the vault is set up already', { hints: ['See what it holds with: orrery vault'] })
  const identity = await age.generateX25519Identity()
  const recipient = await age.identityToRecipient(identity)
  const day = toIso(systemClock.now()).slice(0, 10)
  cli.output.result({ identity, recipient }, recoveryFile(identity, recipient, day).trimEnd())
  cli.output.note(
    'Keep this where no agent and no hub reads it: it opens every credential, and nobody can make it again.',
  )
  cli.output.note('Type the last six characters of the key, to show that you have it:')
  if (!showsIdentity(await cli.process.readLine(), identity))
    throw new CliError('refused', 'those are not the last six characters of the key', {
      hints: ['Nothing was set up, and this key opens nothing. Begin again: orrery vault setup'],
    })
  await cli.api.ask(vaultRoutes.setUpVault, { body: { recovery_recipient: recipient } })
  cli.output.note('The vault is set up. Add a credential with: orrery vault add')
}
