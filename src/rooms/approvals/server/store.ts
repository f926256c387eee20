// The table of approvals.
import { sql } from 'kysely'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { ApprovalState } from '../contract.ts'
import { keptApprovalSchema, type KeptApproval } from '../contract/kept.ts'

/** Which approvals, and from where on: the newest first. */
export type ApprovalPage = {
  readonly state: ApprovalState | null
  readonly session: string | null
  readonly limit: number
  /** The number of the last one of the page before; null for the first page. */
  readonly from: number | null
}

/** An approval, and its place in the list. */
export type NumberedApproval = { readonly seq: number; readonly approval: KeptApproval }

export interface ApprovalStore {
  page(page: ApprovalPage): Promise<NumberedApproval[]>
  find(id: string): Promise<KeptApproval | null>
  /** Those that a start has to know: nobody's word ended them yet, or their dialog stands in a terminal still. */
  unsettled(): Promise<KeptApproval[]>
  /** Those of devices that were asked since then and are open no more. */
  overOnDevices(since: string): Promise<KeptApproval[]>
  /** Of a device those that a start has to know, and those that were asked since then: a part of a write. */
  ofDevice(deviceId: string, since: string): Script<readonly KeptApproval[]>
  /** The three below are parts of a write. */
  save(approval: KeptApproval): Script
  removeOfSession(sessionId: string): Script
  removeBefore(time: string): Script
}

const save = statement(
  `INSERT INTO approvals (id, session_id, asked_at, state, approval) VALUES (?, ?, ?, ?, ?)
   ON CONFLICT (id) DO UPDATE SET state = excluded.state, approval = excluded.approval`,
)
const lately = statement<Row>(
  `SELECT approval FROM approvals WHERE state IN ('open', 'approved') OR asked_at >= ?
    OR (state = 'expired' AND approval ->> '$.stands_in_terminal' = 1)`,
  {
    postgres: `SELECT approval FROM approvals WHERE state IN ('open', 'approved') OR asked_at >= ?
      OR (state = 'expired' AND json_text(approval, 'stands_in_terminal') = 'true')`,
  },
)
const removeOfSession = statement('DELETE FROM approvals WHERE session_id = ?')
const removeBefore = statement(
  `DELETE FROM approvals WHERE asked_at < ? AND state <> 'open' AND approval ->> '$.stands_in_terminal' IS NOT 1`,
  {
    postgres: `DELETE FROM approvals WHERE asked_at < ? AND state <> 'open'
      AND json_text(approval, 'stands_in_terminal') IS DISTINCT FROM 'true'`,
  },
)

export function createApprovalStore(read: Database['read']): ApprovalStore {
  const rows = read.selectFrom('approvals').select('approval')
  return {
    async page({ state, session, limit, from }) {
      let query = rows.select('seq').orderBy('seq', 'desc').limit(limit)
      if (state !== null) query = query.where('state', '=', state)
      if (session !== null) query = query.where('session_id', '=', session)
      if (from !== null) query = query.where('seq', '<', from)
      return (await query.execute()).map((row) => ({ seq: row.seq, approval: toKept(row) }))
    },
    async find(id) {
      const row = await rows.where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toKept(row)
    },
    async unsettled() {
      const [live, over] = await Promise.all([
        rows.where('state', 'in', ['open', 'approved']).execute(),
        rows.where('state', '=', 'expired').where(standsInTerminal(read)).execute(),
      ])
      return [...live, ...over].map(toKept)
    },
    async overOnDevices(since) {
      const asked = await rows.where('asked_at', '>=', since).where('state', '<>', 'open').execute()
      return asked.map(toKept).filter(({ on_device: place }) => place !== null)
    },
    *ofDevice(deviceId, since) {
      const all = (yield* lately.all(since)).map(toKept)
      return all.filter(({ on_device: place }) => place?.id === deviceId)
    },
    *save(approval) {
      const { id, session_id: session, asked_at: at, state } = approval
      yield* save.run(id, session, at, state, JSON.stringify(approval))
    },
    *removeOfSession(sessionId) {
      yield* removeOfSession.run(sessionId)
    },
    *removeBefore(time) {
      yield* removeBefore.run(time)
    },
  }
}

function standsInTerminal(read: Database['read']) {
  return dialectOf(read) === 'sqlite'
    ? sql<boolean>`approval ->> '$.stands_in_terminal' = 1`
    : sql<boolean>`json_text(approval, 'stands_in_terminal') = 'true'`
}

type Row = { readonly approval: string }

function toKept(row: Row): KeptApproval {
  return keptApprovalSchema.parse(JSON.parse(row.approval))
}
