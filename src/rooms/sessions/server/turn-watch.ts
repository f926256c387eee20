// Looks once a second at the sessions whose state their hooks alone do not tell, and moves them when that is decided.
import { secondMs } from '#base/time.ts'
import type { SessionRecord } from '../core/record.ts'
import { judgeTurnEnd, type OwnReport } from '../core/turn-end.ts'
import { applyEvents } from './apply.ts'
import { nowIso, type SessionsContext } from './context.ts'

/** Short beside the times that are waited for. */
const lookMs = secondMs

/** Nothing is done while no session needs it. Looks never overlap; one that fails is logged. */
export function startTurnWatch(context: SessionsContext): AsyncDisposable {
  let current: Promise<void> | null = null
  const look = (): void => {
    current ??= lookAtTurns(context)
      .catch((error: unknown) => context.log.error({ err: error }, 'a look at the turns of agents failed'))
      .finally(() => {
        current = null
      })
  }
  const timer = setInterval(look, lookMs)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await current
    },
  }
}

/** One look. Rejects with `StorageError`; the next look finds the same again. */
export async function lookAtTurns(context: SessionsContext): Promise<void> {
  const nowMs = context.clock.now()
  for (const record of context.registry.watched()) {
    const own = judgeTurnEnd(record, nowMs)
    if (own !== null) await reportOwn(context, record, own)
  }
}

async function reportOwn(context: SessionsContext, { session }: SessionRecord, own: OwnReport): Promise<void> {
  const incoming = [{ ...own, source: 'service', runId: null, exitCode: null, at: nowIso(context) }] as const
  await applyEvents(context, session.id, { incoming })
}
