// A device's sessions go with its lease: whoever takes it has them in its part of the log from the same commit on, and who had
// them before lets them go without an end.
import type { Alongside } from '#platform/server/db/alongside.ts'
import { BehindError } from '#platform/server/db/storage-error.ts'
import type { Script } from '#platform/server/db/script.ts'
import { plainChange } from '../change/apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import type { LedgerChange } from '../log/ledger.ts'
import { leasesNews } from './leases.ts'
import type { PlannedMove } from './foreign-sessions.ts'
import type { SessionRecord } from '../../core/record.ts'

/** Each look shows more of what stood in the way; a node that still writes meanwhile has lost the device's connection. */
const mostTries = 12

/**
 * Takes the lease of a device with all of its sessions. `reload` is told who had it, null for nobody, and written in the same
 * commit. Rejects with `StorageError`; then nothing changed.
 */
export async function takeDevice(context: SessionsContext, asked: Omit<Taking, 'planned'>): Promise<void> {
  const { deviceId } = asked
  for (let tries = 1; ; tries += 1) {
    await context.leases.reread([deviceId])
    const planned = await context.foreign.planMove(deviceId)
    try {
      return await take(context, { ...asked, planned })
    } catch (error) {
      if (!(error instanceof BehindError) || tries === mostTries) throw error
    }
  }
}

type Taking = {
  readonly deviceId: string
  /** The process of the device that came; null where none did. */
  readonly daemon: string | null
  readonly planned: PlannedMove
  readonly reload: (from: string | null) => Alongside
}

async function take(context: SessionsContext, { deviceId, daemon, planned, reload }: Taking): Promise<void> {
  const { leases, foreign, ledger, registry } = context
  const changes = planned.records.flatMap(({ record, node }) =>
    // Of a device that nobody held this service may have some already.
    registry.get(record.session.id) === null ? [moveIn(context, record, node)] : [],
  )
  const written: { note: (() => void) | null; also: Alongside | null } = { note: null, also: null }
  await ledger.commit(changes, {
    *script(): Script {
      const { from, note } = yield* leases.take(deviceId, daemon)
      if (!(yield* foreign.isAsPlanned(planned, from))) throw new BehindError([deviceId])
      const also = reload(from)
      Object.assign(written, { note, also })
      yield* also.script()
    },
    committed() {
      written.note?.()
      written.also?.committed?.()
    },
    news: () => [{ room: leasesNews, ids: [deviceId] }],
  })
  foreign.showOf(deviceId)
}

function moveIn(context: SessionsContext, record: SessionRecord, node: string): LedgerChange {
  const moved = { kind: 'moved', at: nowIso(context), sessionId: record.session.id, record } as const
  const note = `its device is connected here now, and was at ${node}`
  const { after, rows } = plainChange(context, record, { change: {}, note })
  return { before: null, after, rows: [moved, ...rows], isMove: true }
}

/** Another node holds the device: its sessions are shown from there on. Never rejects for being behind. */
async function letGo(context: SessionsContext, deviceId: string): Promise<void> {
  const { registry, leases, ledger } = context
  for (;;) {
    const changes = registry
      .all()
      .filter(({ session }) => session.device_id === deviceId && leases.concerns(session))
      .map((before): LedgerChange => {
        const { id: sessionId } = before.session
        const row = { kind: 'moved', at: nowIso(context), sessionId, record: null } as const
        return { before, after: null, rows: [row], isMove: true }
      })
      .toArray()
    if (changes.length === 0) return
    try {
      return await ledger.commit(changes)
    } catch (error) {
      // What waited before it was refused, and this with it.
      if (!(error instanceof BehindError)) throw error
    }
  }
}

/** What another node did to a lease: what was ours is let go, and what is theirs is shown. */
export async function hearOfLease(context: SessionsContext, deviceId: string): Promise<void> {
  if (context.leases.elsewhere(deviceId) !== null) await letGo(context, deviceId)
  context.foreign.showOf(deviceId)
}
