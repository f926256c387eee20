// What is done with the vault: each resolves with the refusal, or null once it is done.
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { refusedHere } from '#platform/web/ui/sending.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { addCredential, changeCredential, removeCredential, revokeRecipient } from '../api.ts'
import type { Credential, CredentialChange, CredentialReader, NewCredential, Vault } from '../contract.ts'
import { openHere, recipientHere, sealHere, wordsOf } from './in-browser.ts'
import { identityIn, problemOfValue } from '../core/typed.ts'

/** Counts what was done here: what shows the vault reads it again. */
export const vaultChanges = createValue(0)
const changed = (): void => vaultChanges.set(vaultChanges.get() + 1)

export type ToBeSealed = Omit<NewCredential, 'ciphertext'> & { readonly value: string }

export async function add(vault: Vault, { value, ...names }: ToBeSealed): Promise<Problem | null> {
  const wrong = problemOfValue(value)
  if (names.name.trim() === '') return refusedHere('Not added.', [{ field: 'name', reason: 'is needed' }])
  if (wrong !== null) return refusedHere('Not added.', [{ field: 'value', reason: wrong }])
  const ciphertext = await sealFor(vault, value, names.recipients)
  if (typeof ciphertext !== 'string') return ciphertext
  return tell(await call(addCredential, { body: { ...names, ciphertext } }), `${names.name} is encrypted.`)
}

export async function rotate(vault: Vault, credential: Credential, value: string): Promise<Problem | null> {
  const wrong = problemOfValue(value)
  if (wrong !== null) return refusedHere('Not rotated.', [{ field: 'value', reason: wrong }])
  const ciphertext = await sealFor(vault, value, credential.recipients)
  if (typeof ciphertext !== 'string') return ciphertext
  return put(credential, { ciphertext, value_changed: true }, `${credential.name} has a new value.`)
}

export async function allow(
  vault: Vault,
  credential: Credential,
  { reader, typed }: { readonly reader: CredentialReader; readonly typed: string },
): Promise<Problem | null> {
  const identity = identityIn(typed)
  const value = identity === null ? null : await openHere(credential.ciphertext, identity)
  if (value === null) {
    const reason = identity === null ? 'must begin with AGE-SECRET-KEY-1' : `does not open ${credential.name}`
    return refusedHere('Nothing was changed.', [{ field: 'identity', reason }])
  }
  const recipients = [...credential.recipients.filter(({ id }) => id !== reader.id), reader]
  const ciphertext = await sealFor(vault, value, recipients)
  if (typeof ciphertext !== 'string') return ciphertext
  return put(credential, { recipients, ciphertext, value_changed: false }, `${credential.name} is encrypted anew.`)
}

/** Whether it is the identity that everything is encrypted to. Nothing is sent. */
export async function check({ recovery }: Vault, typed: string): Promise<Problem | null> {
  const identity = identityIn(typed)
  if (identity === null || (await recipientHere(identity)) !== recovery?.recipient) {
    const reason = identity === null ? 'must begin with AGE-SECRET-KEY-1' : 'is not the one of this vault'
    return refusedHere('Not the one.', [{ field: 'identity', reason }])
  }
  toast({ tone: 'done', title: 'It is the one that opens this vault.' })
  return null
}

export function deny(credential: Credential, deviceId: string): Promise<Problem | null> {
  const recipients = credential.recipients.filter(({ id }) => id !== deviceId)
  return put(credential, { recipients }, `${credential.name} needs a new value now.`)
}

export async function remove({ id, name }: Credential): Promise<Problem | null> {
  return tell(await call(removeCredential, { params: { id } }), `${name} is removed.`)
}

export async function revoke(id: string, label: string): Promise<Problem | null> {
  return tell(await call(revokeRecipient, { params: { id } }), `${label} is handed nothing more.`)
}

async function put(
  { id, revision }: Credential,
  change: Omit<CredentialChange, 'revision'>,
  done: string,
): Promise<Problem | null> {
  return tell(await call(changeCredential, { params: { id }, body: { revision, ...change } }), done)
}

type Answered = { readonly ok: true } | { readonly ok: false; readonly error: Problem }

function tell(answer: Answered, title: string): Problem | null {
  if (!answer.ok) return answer.error
  toast({ tone: 'done', title })
  changed()
  return null
}

/** Encrypts to those whose own key signed for it, and to nobody if one did not. */
async function sealFor(vault: Vault, value: string, readers: readonly CredentialReader[]): Promise<string | Problem> {
  for (const reader of readers) {
    const found = vault.recipients.find(({ id, recipient }) => id === reader.id && recipient === reader.recipient)
    if (found === undefined || (await wordsOf(found)) === null)
      return refusedHere(`The key of ${found?.label ?? reader.id} did not sign what would be encrypted to.`)
  }
  return await sealHere(value, [vault.recovery?.recipient ?? '', ...readers.map(({ recipient }) => recipient)])
}
