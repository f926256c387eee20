// The table of devices.
import type { DatabaseSync } from 'node:sqlite'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { hashOfKey } from '#platform/server/ed25519.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { DatabaseSchema } from '#platform/server/db/schema.ts'
import { hostFactsSchema } from '../contract/from-device.ts'
import type { StoredDevice } from '../core/device-view.ts'
import { fingerprintOf } from '#base/fingerprint.ts'

/** A device with what only its pairing needs. */
export type DeviceRecord = StoredDevice & {
  readonly codeSha256: string
  /** The text that the device signed, and its signature. */
  readonly claim: string
  readonly claimSignature: string
}

export interface DeviceStore {
  /** In the order of their pairing. */
  load(): Promise<DeviceRecord[]>
  /** Called inside a transaction. */
  save(db: DatabaseSync, record: DeviceRecord): void
}

export function createDeviceStore(read: Database['read']): DeviceStore {
  return {
    async load() {
      const rows = await read.selectFrom('devices').selectAll().orderBy('paired_at').orderBy('id').execute()
      return rows.map(toRecord)
    },
    save(db, record) {
      const row = toRow(record)
      const names = Object.keys(row)
      const marks = names.map(() => '?').join(', ')
      db.prepare(`INSERT OR REPLACE INTO devices (${names.join(', ')}) VALUES (${marks})`).run(...Object.values(row))
    },
  }
}

type Row = Selectable<DatabaseSchema['devices']>

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
