// What `orrery vault` changes. Values are encrypted and opened in this process; the service gets ciphertext.
import * as age from 'age-encryption'
import { adapters } from '#base/harness/catalog.ts'
import { nearest } from '#base/nearest.ts'
import { shown } from '#base/shown.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import { handedTo, type Credential, type CredentialChange, type CredentialReader, type Vault } from '../../contract.ts'
import { open, seal } from '../../core/seal.ts'
import { identityIn, problemOfValue, valueTyped } from '../../core/typed.ts'
import { deafHarnesses, rotationWords } from '../../core/words.ts'
import { vaultRoutes } from '../bound-routes.ts'
import { credentialOf, readVault, recipientOf, wordsOf } from './find.ts'

export type NewCredentialOptions = { readonly env?: string; readonly to?: string[]; readonly device?: string[] }

export async function addOne(
  cli: Cli,
  name: string,
  { env = name, to, device = [] }: NewCredentialOptions,
): Promise<void> {
  const vault = await readVault(cli)
  const recovery = recoveryOf(vault)
  const harnesses =
    to === undefined ? handedTo.filter((each) => adapters[each].credentials.includes(env)) : to.map(harnessOf)
  const recipients = readersOf(cli, vault, device)
  const ciphertext = await seal(age, await readValue(cli), [recovery, ...recipients.map(({ recipient }) => recipient)])
  const body = { name, env_name: env, harnesses, recipients, ciphertext }
  tell(cli, (await cli.api.ask(vaultRoutes.addCredential, { body })).credential)
}

export async function rotate(cli: Cli, name: string): Promise<void> {
  const vault = await readVault(cli)
  const credential = credentialOf(vault, name)
  const names = credential.recipients.map(({ id }) => id)
  const recipients = readersOf(cli, vault, names)
  const keys = [recoveryOf(vault), ...recipients.map(({ recipient }) => recipient)]
  const ciphertext = await seal(age, await readValue(cli), keys)
  await put(cli, credential, { recipients, ciphertext, value_changed: true })
}

export async function allow(cli: Cli, name: string, added: readonly string[]): Promise<void> {
  const vault = await readVault(cli)
  const credential = credentialOf(vault, name)
  const before = credential.recipients.filter(({ id }) => !added.includes(id))
  const recipients = readersOf(cli, vault, [...before.map(({ id }) => id), ...added])
  const value = await open(age, credential.ciphertext, await readIdentity(cli))
  if (value === null)
    throw new CliError('refused', `that identity does not open ${shown(credential.name)}`, {
      hints: ['Take the recovery identity that was shown when the vault was set up. Nothing was changed.'],
    })
  const ciphertext = await seal(age, value, [recoveryOf(vault), ...recipients.map(({ recipient }) => recipient)])
  await put(cli, credential, { recipients, ciphertext, value_changed: false })
}

export async function deny(cli: Cli, name: string, left: readonly string[]): Promise<void> {
  const vault = await readVault(cli)
  const credential = credentialOf(vault, name)
  const labelOf = (id: string): string => vault.recipients.find((one) => one.id === id)?.label ?? id
  const unknown = left.find((each) => !credential.recipients.some(({ id }) => id === each || labelOf(id) === each))
  if (unknown !== undefined)
    throw new CliError('refused', `${shown(unknown)} does not read ${shown(credential.name)}`, {
      hints: ['See who does with: orrery vault'],
    })
  const recipients = credential.recipients.filter(({ id }) => !left.includes(id) && !left.includes(labelOf(id)))
  await put(cli, credential, { recipients })
}

export async function removeOne(cli: Cli, name: string): Promise<void> {
  const { id, name: known } = credentialOf(await readVault(cli), name)
  const answer = await cli.api.ask(vaultRoutes.removeCredential, { params: { id } })
  cli.output.result(answer, `${shown(known)} is removed`)
}

export async function revokeDevice(cli: Cli, name: string): Promise<void> {
  const { recipients } = await readVault(cli)
  const id = recipients.find((one) => one.id === name || one.label === name)?.id ?? name
  const answer = await cli.api.ask(vaultRoutes.revokeRecipient, { params: { id } })
  cli.output.result(answer, `${shown(name)} is handed nothing more`)
  for (const { name: marked } of answer.credentials) cli.output.note(`${marked} needs rotation: orrery vault rotate`)
}

async function put(cli: Cli, { id, revision }: Credential, change: Omit<CredentialChange, 'revision'>): Promise<void> {
  const body = { revision, ...change }
  tell(cli, (await cli.api.ask(vaultRoutes.changeCredential, { params: { id }, body })).credential)
}

function tell(cli: Cli, credential: Credential): void {
  const { name, env_name: variable, needs_rotation: marks } = credential
  cli.output.result({ credential }, `${shown(name)} is encrypted for ${credential.recipients.length} devices`)
  for (const harness of deafHarnesses(credential, adapters))
    cli.output.note(`${harness} takes no ${variable} from the vault: it is handed nothing.`)
  if (marks !== null) cli.output.note(`It needs rotation: ${rotationWords(marks, clockText)}.`)
}

function recoveryOf({ recovery }: Vault): string {
  if (recovery !== null) return recovery.recipient
  throw new CliError('refused', 'the vault is not set up', { hints: ['Set it up with: orrery vault setup'] })
}

/** Each once, by a recipient that its own key signed. */
function readersOf(cli: Cli, vault: Vault, names: readonly string[]): CredentialReader[] {
  const found = new Map(names.map((name) => recipientOf(vault, name)).map((one) => [one.id, one]))
  for (const one of found.values()) cli.output.note(`Encrypting to ${one.label}: ${wordsOf(one)}`)
  return [...found.values()].map(({ id, recipient }) => ({ id, recipient }))
}

function harnessOf(name: string): Credential['harnesses'][number] {
  const found = handedTo.find((each) => each === name)
  if (found !== undefined) return found
  const near = nearest(name, handedTo)
  throw new CliError('refused', `${shown(name)} is nothing that a credential is handed to`, {
    hints: [near === null ? `It is handed to: ${handedTo.join(', ')}` : `Did you mean ${near}?`],
  })
}

async function readValue(cli: Cli): Promise<string> {
  cli.output.note('The value, which is not shown:')
  const value = valueTyped(await cli.process.readSecret())
  const problem = problemOfValue(value)
  if (problem === null) return value
  throw new CliError('refused', `the value ${problem}`, { hints: ['Nothing was changed.'] })
}

async function readIdentity(cli: Cli): Promise<string> {
  cli.output.note('The recovery identity, which is not shown (AGE-SECRET-KEY-1…):')
  const identity = identityIn(await cli.process.readSecret())
  if (identity !== null) return identity
  throw new CliError('refused', 'that is no identity of age', {
    hints: ['It begins with AGE-SECRET-KEY-1. Nothing was changed.'],
  })
}
