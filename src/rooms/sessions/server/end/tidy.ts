// What time does to sessions while the service runs: the old ones go, and times of a wrong clock are corrected.
import { prunable } from '../../core/end/prune.ts'
import type { SessionRecord } from '../../core/record.ts'
import { livesHere } from '../../core/lives-here.ts'
import { timesToCome } from '../../core/restore/times-to-come.ts'
import { plainChange } from '../change/apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import type { LedgerChange } from '../log/ledger.ts'
import { dismissedNameOf } from './remove.ts'

/** Sessions in one commit and one frame. */
const atOnce = 100

/**
 * Takes those off the board that ended more than 24 hours ago. The terminal of one may live on: its name stays known then,
 * or the next look would find a new session in it. Rejects with `StorageError`; what is left goes next time.
 */
export async function pruneEnded(context: SessionsContext): Promise<void> {
  const old = prunable(context.registry.all().toArray(), context.clock.now())
  for (let from = 0; from < old.length; from += atOnce) {
    // While others were written, it may have been started again or dismissed.
    const gone = old.slice(from, from + atOnce).filter((record) => isStill(context, record))
    if (gone.length > 0) await context.ledger.commit(gone.map((before) => removalOf(context, before)))
    for (const { session } of gone) await context.forgetArtifacts(session, { log: 'keep' })
  }
}

function isStill({ registry, starting }: SessionsContext, record: SessionRecord): boolean {
  return registry.get(record.session.id) === record && !starting.has(record.session.id)
}

function removalOf(context: SessionsContext, before: SessionRecord): LedgerChange {
  const dismissed = nameLeftBy(before, context.clock.now())
  const at = nowIso(context)
  const row = {
    kind: 'removed',
    at,
    sessionId: before.session.id,
    source: 'service',
    dismissed,
    past: { session: before.session, leftAt: at, leftAs: 'pruned' },
  } as const
  return { before, after: null, rows: [row], ...(dismissed === null ? {} : { dismissed }) }
}

/** What keeps a terminal that may still live from being taken for a new session; null when it is gone. */
export function nameLeftBy(record: SessionRecord, nowMs: number) {
  return !livesHere(record.session) || record.session.tmux_alive === false ? null : dismissedNameOf(record, null, nowMs)
}

/** After the clock was set back nothing of a session lies in the future any more. Rejects with `StorageError`. */
export async function correctTimes(context: SessionsContext): Promise<void> {
  const nowMs = context.clock.now()
  const changes: LedgerChange[] = []
  for (const record of context.registry.all()) {
    const session = timesToCome(record.session, nowMs)
    if (session === null || context.starting.has(record.session.id)) continue
    changes.push(
      plainChange(context, record, {
        change: { session },
        note: 'its times lay in the future: the clock was set back',
      }),
    )
  }
  if (changes.length > 0) await context.ledger.commit(changes)
}
