// What is meant by a name, and that a device is encrypted to by a recipient of its own.
import { fingerprintOf } from '#base/fingerprint.ts'
import { recipientIn } from '#base/recipient-text.ts'
import { shown } from '#base/shown.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { hashOfKey, isSignedBy } from '#platform/server/ed25519.ts'
import type { Credential, RecipientView, Vault } from '../../contract.ts'
import { vaultRoutes } from '../bound-routes.ts'

export function readVault(cli: Cli): Promise<Vault> {
  return cli.api.ask(vaultRoutes.readVault)
}

export function credentialOf({ credentials }: Vault, name: string): Credential {
  const found = credentials.find((each) => each.name === name || each.id === name)
  if (found !== undefined) return found
  throw new CliError('refused', `no credential is called ${shown(name)}`, {
    hints: ['See which there are with: orrery vault'],
  })
}

/** Refuses a device whose recipient its own key did not sign: the hub could read what is encrypted to that. */
export function recipientOf({ recipients }: Vault, name: string): RecipientView {
  const found = recipients.find(({ id, label }) => id === name || label === name)
  if (found === undefined)
    throw new CliError('refused', `${shown(name)} is no device that can be encrypted to`, {
      hints: ['See which can with: orrery vault recipients'],
    })
  if (!isProven(found))
    throw new CliError('refused', `the key of ${shown(found.label)} did not sign its recipient`, {
      hints: ['Nothing was encrypted. Whoever runs this hub may have changed it: pair the device anew.'],
    })
  return found
}

export function isProven({ recipient, public_key: key, proof }: RecipientView): boolean {
  return recipientIn(proof.text) === recipient && isSignedBy(key, proof.text, proof.signature)
}

/** Made of the key itself, whatever the hub says. */
export function wordsOf({ public_key: key }: RecipientView): string {
  return fingerprintOf(hashOfKey(key)).join(' ')
}
