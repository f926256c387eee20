// The table of devices.
import { hostname } from 'node:os'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { hashOfKey } from '#platform/server/ed25519.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { DatabaseSchema } from '#platform/server/db/schema.ts'
import { statement, type Script, type Statement } from '#platform/server/db/script.ts'
import { localDeviceId } from '../contract.ts'
import { hostFactsSchema } from '../contract/from-device.ts'
import type { StoredDevice } from '../core/device-view.ts'
import { fingerprintOf } from '#base/fingerprint.ts'
import { keptMachine } from '#base/own-machine.ts'

/** A device with what only its pairing needs. */
export type DeviceRecord = StoredDevice & {
  readonly codeSha256: string
  /** The text that the device signed, and its signature. */
  readonly claim: string
  readonly claimSignature: string
}

export interface DeviceStore {
  /** In the order of their pairing; of the machines that services run on, this one's own alone, as `local`. */
  load(): Promise<DeviceRecord[]>
  /** The machines that the other services run on, by the ids that they are kept by. */
  loadMachines(): Promise<DeviceRecord[]>
  /**
   * A part of a write. Of one that is stored already only `fields`, all where none are named: who changes others in the same
   * commit keeps them. One of the same key, by another id, is no more.
   */
  save(record: DeviceRecord, fields?: readonly DeviceField[]): Script
}

export type DeviceField = Exclude<keyof DeviceRecord, 'id' | 'fingerprint'>

const columnOf = {
  label: 'label',
  hostname: 'hostname',
  private_ip: 'private_ip',
  public_key: 'public_key',
  age_recipient: 'age_recipient',
  platform: 'platform',
  version: 'version',
  tags: 'tags',
  harnesses: 'harnesses',
  paired_at: 'paired_at',
  revoked_at: 'revoked_at',
  codeSha256: 'code_sha256',
  claim: 'claim',
  claimSignature: 'claim_signature',
  facts: 'facts',
  last_heartbeat: 'last_heartbeat',
  clone_seen_at: 'clone_seen_at',
  recipientProof: 'recipient_proof',
} as const satisfies Record<DeviceField, Exclude<keyof Row, 'id'>>

/** Those that are given. */
export function fieldsIn(fields: Partial<Record<DeviceField, unknown>>): DeviceField[] {
  return Object.keys(fields).filter((name): name is DeviceField => name in columnOf)
}

const columns = Object.values(columnOf)
const allFields = fieldsIn(columnOf)
const removeOfKey = statement('DELETE FROM devices WHERE public_key = ? AND id <> ?')

/** `node`: the name of this service among those that share the table; null where it has the table for itself. */
export function createDeviceStore(read: Database['read'], node: string | null): DeviceStore {
  return {
    async load() {
      const rows = await read.selectFrom('devices').selectAll().orderBy('paired_at').orderBy('id').execute()
      return withOwnLocal(rows, node).map(toRecord)
    },
    async loadMachines() {
      if (node === null) return []
      const rows = await read
        .selectFrom('devices')
        .selectAll()
        .where('id', 'like', `${keptMachine('')}_%`)
        .execute()
      return rows.filter(({ id }) => id !== keptMachine(node)).map(toRecord)
    },
    *save(record, fields = allFields) {
      const row = asStored(toRow(record), node)
      yield* removeOfKey.run(row.public_key, row.id)
      yield* savingOf(fields).run(row.id, ...columns.map((column) => row[column]))
    },
  }
}

/** By the few sets of fields that are ever changed together. */
const savings = new Map<string, Statement>()

function savingOf(fields: readonly DeviceField[]): Statement {
  const sets = fields.map((field) => `${columnOf[field]} = excluded.${columnOf[field]}`).join(', ')
  const known = savings.get(sets)
  if (known !== undefined) return known
  const made = statement(
    `INSERT INTO devices (id, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})
      ON CONFLICT (id) DO ${sets === '' ? 'NOTHING' : `UPDATE SET ${sets}`}`,
  )
  savings.set(sets, made)
  return made
}

type Row = Selectable<DatabaseSchema['devices']>

const isLocalRow = ({ id }: Row): boolean => id === localDeviceId || id.startsWith(keptMachine(''))

/** No two rows bear the same key, and a machine that dials nobody has none. */
function asStored(row: Row, node: string | null): Row {
  if (row.id !== localDeviceId || node === null) return row
  return { ...row, id: keptMachine(node), public_key: keptMachine(node) }
}

/** A row `local` is of the time when one service had the table: a node of that machine goes on with it until it has its own. */
function withOwnLocal(rows: readonly Row[], node: string | null): Row[] {
  const own =
    rows.find(({ id }) => id === keptMachine(node)) ??
    rows.find(({ id, hostname: name }) => id === localDeviceId && name === hostname())
  const others = rows.filter((row) => !isLocalRow(row))
  return own === undefined ? others : [{ ...own, id: localDeviceId, public_key: '' }, ...others]
}

function toRow(record: DeviceRecord): Row {
  const {
    fingerprint: _words,
    codeSha256,
    claim,
    claimSignature,
    harnesses,
    facts,
    tags,
    recipientProof,
    ...plain
  } = record
  return {
    ...plain,
    tags: JSON.stringify(tags),
    harnesses: JSON.stringify(harnesses),
    facts: facts === null ? null : JSON.stringify(facts),
    recipient_proof: recipientProof === null ? null : JSON.stringify(recipientProof),
    code_sha256: codeSha256,
    claim,
    claim_signature: claimSignature,
  }
}

const texts = z.array(z.string())
const proofSchema = z.object({ public_key: z.string(), text: z.string(), signature: z.string() })

function toRecord(row: Row): DeviceRecord {
  const { tags, harnesses, facts, recipient_proof: proof, ...rest } = row
  const { code_sha256: codeSha256, claim_signature: claimSignature, ...plain } = rest
  return {
    ...plain,
    fingerprint: [...fingerprintOf(hashOfKey(row.public_key))],
    tags: texts.parse(JSON.parse(tags)),
    harnesses: texts.parse(JSON.parse(harnesses)),
    // Numbers of an earlier release are not worth a refused start.
    facts: facts === null ? null : (hostFactsSchema.safeParse(JSON.parse(facts)).data ?? null),
    recipientProof: proof === null ? null : (proofSchema.safeParse(JSON.parse(proof)).data ?? null),
    codeSha256,
    claimSignature,
  }
}
