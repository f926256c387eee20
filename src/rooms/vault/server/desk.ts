// What is done with the vault: each change after the one before it, judged by what stands then, and committed as a whole.
import { randomBytes } from 'node:crypto'
import { idFrom } from '#base/ids.ts'
import { oneAtATime } from '#base/one-at-a-time.ts'
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import { BehindError } from '#platform/server/db/storage-error.ts'
import type { Clock } from '#platform/server/clock.ts'
import {
  mostCredentials,
  type Credential,
  type CredentialChange,
  type NewCredential,
  type CredentialReader,
  type SetupRequest,
  type Vault,
} from '../contract.ts'
import { changed, withoutReader, type VaultMoment } from '../core/change.ts'
import { clashOf, isReader } from '../core/readers.ts'
import { recipientsOf } from './age-header.ts'
import type { Readers } from './readers.ts'
import * as refusals from './refusals.ts'
import type { VaultStore } from './store.ts'

export type VaultDeskParts = {
  readonly store: VaultStore
  readonly readers: Readers
  readonly clock: Clock
}

type Changed = Promise<Result<Credential, Refusal>>

/** Every act rejects with `StorageError`; then nothing has changed. */
export interface VaultDesk {
  read(): Promise<Vault>
  setUp(request: SetupRequest): Promise<Result<Vault, Refusal>>
  add(request: NewCredential): Changed
  change(id: string, change: CredentialChange): Changed
  remove(id: string): Promise<Result<null, Refusal>>
  /** What the device could read. Null for a device that reads nothing and is none. */
  revoke(deviceId: string): Promise<readonly Credential[] | null>
}

export function createDesk(parts: VaultDeskParts): VaultDesk {
  const { store, readers, clock } = parts
  const inTurn = actInTurn(parts)
  const moment = (): VaultMoment => ({ now: toIso(clock.now()), labelOf: (id) => readers.nameOf(id) ?? id })
  return {
    async read() {
      await readers.look()
      return vaultOf(parts)
    },
    setUp: ({ recovery_recipient: recipient }) =>
      inTurn(async () => {
        if (store.recovery() !== null && store.all().length > 0) return err(refusals.isSetUp)
        await store.setRecovery({ recipient, created_at: toIso(clock.now()) })
        return ok(vaultOf(parts))
      }),
    add: (request) =>
      inTurn(async () => {
        if (store.all().length >= mostCredentials) return err(refusals.tooMany)
        const { now } = moment()
        const times = { revision: 1, created_at: now, changed_at: now }
        const made = { ...request, id: idFrom(randomBytes(16)), needs_rotation: null, ...times }
        return await keep(parts, made, null)
      }),
    change: (id, change) =>
      inTurn(async () => {
        const before = store.get(id)
        if (before === null) return err(refusals.noSuchCredential(id))
        if (before.revision !== change.revision) return err(refusals.changedElsewhere(before.name))
        return await keep(parts, changed(before, change, moment()), before)
      }),
    remove: (id) =>
      inTurn(async () => {
        if (store.get(id) === null) return err(refusals.noSuchCredential(id))
        await store.remove(id)
        return ok(null)
      }),
    revoke: (deviceId) =>
      inTurn(async () => {
        const marked = withoutReader(store.all(), deviceId, moment())
        if (marked.length === 0) return readers.nameOf(deviceId) === null ? null : []
        await store.save(marked)
        return marked
      }),
  }
}

/** Other nodes change the vault as well: who was behind reads what there is and acts on that. */
const mostTries = 5

function actInTurn({ store, readers }: VaultDeskParts): <T>(act: () => Promise<T>) => Promise<T> {
  const inTurn = oneAtATime()
  return (act) =>
    inTurn(async () => {
      await readers.look()
      for (let tries = 1; ; tries += 1) {
        try {
          return await act()
        } catch (error) {
          if (!(error instanceof BehindError) || tries === mostTries) throw error
          await store.reread()
        }
      }
    })
}

async function keep(parts: VaultDeskParts, wanted: Credential, before: Credential | null): Changed {
  const refused = refusalOf(parts, wanted, before)
  if (refused !== null) return err(refused)
  await parts.store.save([wanted])
  return ok(wanted)
}

/** What can be known of a credential without its value; null where all is well. */
function refusalOf(
  { store, readers: known }: VaultDeskParts,
  wanted: Credential,
  before: Credential | null,
): Refusal | null {
  const { name, recipients, ciphertext } = wanted
  if (store.recovery() === null) return refusals.notSetUp
  const isOld = ciphertext === before?.ciphertext
  const readers = isOld ? recipients.filter((reader) => !isReader(before.recipients, reader)) : recipients
  if (isOld && readers.length > 0) return refusals.needsCiphertext
  const unknown = readers.find((reader) => !isReader(known.all(), reader))
  if (unknown !== undefined) return refusals.unknownReader(unknown.id)
  if (new Set(recipients.map(({ id }) => id)).size < recipients.length) return refusals.twice
  if (!isOld && recipientsOf(ciphertext) !== recipients.length + 1) return refusals.notEncrypted
  if (store.all().some((other) => other.name === name && other.id !== wanted.id)) return refusals.nameTaken(name)
  const clash = clashOf(store.all(), wanted)
  return clash === null ? null : refusals.clashes(wanted.env_name, clash.name)
}

function vaultOf({ store, readers }: VaultDeskParts): Vault {
  const credentials = store.all()
  const reads = (reader: CredentialReader): number =>
    credentials.filter(({ recipients }) => isReader(recipients, reader)).length
  return {
    recovery: store.recovery(),
    credentials: [...credentials],
    recipients: readers.all().map((device) => ({ ...device, reads: reads(device) })),
  }
}
