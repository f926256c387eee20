// What becomes of a credential by a change of it, and by a device that is not to read it any more.
import type { Credential, CredentialChange, Exposure } from '../contract.ts'

/** When a change happens, and what devices are called. */
export type VaultMoment = { readonly now: string; readonly labelOf: (deviceId: string) => string }

/**
 * The credential after a change. Who could read a value that stays and is not to any more is told of as an exposure; a new value
 * clears them all, since nobody of them has it.
 */
export function changed(before: Credential, change: CredentialChange, moment: VaultMoment): Credential {
  const { revision: _from, value_changed: isNew = false, ...fields } = change
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const after: Credential = { ...before, ...given, revision: before.revision + 1 }
  if (isNew) return { ...after, needs_rotation: null, changed_at: moment.now }
  const left = before.recipients.filter(({ id }) => !after.recipients.some((reader) => reader.id === id))
  return { ...after, needs_rotation: exposed(before.needs_rotation, left, moment) }
}

/** Those of the credentials that the device could read, as they are without it. */
export function withoutReader(credentials: readonly Credential[], deviceId: string, moment: VaultMoment): Credential[] {
  return credentials
    .filter(({ recipients }) => recipients.some(({ id }) => id === deviceId))
    .map((credential) =>
      changed(
        credential,
        {
          revision: credential.revision,
          recipients: credential.recipients.filter(({ id }) => id !== deviceId),
        },
        moment,
      ),
    )
}

/** A device that was marked before and reads again keeps its mark: what it read in between is the same value. */
function exposed(
  before: readonly Exposure[] | null,
  left: readonly { readonly id: string }[],
  { now, labelOf }: VaultMoment,
): Exposure[] | null {
  const added = left.map(({ id }) => ({ id, label: labelOf(id), until: now }))
  const kept = (before ?? []).filter(({ id }) => !added.some((one) => one.id === id))
  const all = [...kept, ...added]
  return all.length === 0 ? null : all
}
