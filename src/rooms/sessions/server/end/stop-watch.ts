// Follows each stop that is under way until nothing of its session is left: goes on asking by the keys that its client takes,
// and ends with KILL what TERM did not.
import type { SeenProcess } from '#platform/server/process-tree.ts'
import type { Timers } from '#platform/server/timers.ts'
import { isPressedOn, lookAgainMs, nextStopStep, type StopStep } from '../../core/end/stopping.ts'
import type { SessionRecord } from '../../core/record.ts'
import { commitChange } from '../change/apply.ts'
import type { SessionsContext } from '../context.ts'
import { pressOn } from './press-on.ts'

/** How often it is asked whose look is due. */
const tickMs = 500

/** Looks never overlap; one that fails is logged, and the next finds the same again, after a restart of the service too. */
export function startStopWatch(context: SessionsContext, timers: Timers): AsyncDisposable {
  let current: Promise<void> | null = null
  let lookedAtMs: ReadonlyMap<string, number> = new Map()
  const stop = timers.every(tickMs, () => {
    const nowMs = timers.passedMs()
    const all = context.registry.stopping()
    const due = all.filter(({ session: { id, stopping } }) => {
      const sinceMs = nowMs - (lookedAtMs.get(id) ?? -Infinity)
      return stopping !== null && sinceMs >= lookAgainMs(stopping, context.clock.now())
    })
    if (due.length === 0 || current !== null) return
    const seen = new Set(due)
    lookedAtMs = new Map(
      all.map((record) => {
        const { id } = record.session
        return [id, seen.has(record) ? nowMs : (lookedAtMs.get(id) ?? -Infinity)]
      }),
    )
    current = lookAtStops(context, due)
      .catch((error: unknown) => context.log.error({ err: error }, 'a look at what is being stopped failed'))
      .finally(() => {
        current = null
      })
  })
  return {
    async [Symbol.asyncDispose]() {
      stop()
      await current
    },
  }
}

/** One look at the machine for all of them. Rejects with `StorageError`. */
export async function lookAtStops(
  context: SessionsContext,
  records: readonly SessionRecord[] = context.registry.stopping(),
): Promise<void> {
  const asked: SessionRecord[] = []
  const leftOf = await context.processes.leftOfEach(records)
  for (const record of records) {
    const isWaited = (await follow(context, record, leftOf.get(record) ?? null)) === 'wait'
    const { stopping } = record.session
    if (isWaited && stopping !== null && isPressedOn(stopping, context.clock.now())) asked.push(record)
  }
  await Promise.all(asked.map((record) => pressOn(context, record)))
}

async function follow(
  context: SessionsContext,
  record: SessionRecord,
  left: readonly SeenProcess[] | null,
): Promise<StopStep['kind'] | null> {
  const { id, stopping } = record.session
  // What happened to it meanwhile counts more.
  if (left === null || stopping === null || context.registry.get(id)?.session.stopping !== stopping) return null
  const step = nextStopStep(stopping, { left, nowMs: context.clock.now() })
  switch (step.kind) {
    case 'wait':
      break
    case 'gone':
      await commitChange(context, id, { change: { session: { stopping: null } }, note: 'nothing of it is left' })
      break
    case 'tell': {
      const change = { session: { stopping: { ...stopping, left: step.left } } }
      await commitChange(context, id, { change, note: `it goes on: ${step.left}`.slice(0, 200) })
      break
    }
    case 'kill': {
      const reached = context.processes.signal(left, 'SIGKILL')
      context.log.info({ session_id: id, processes: reached }, 'KILL was sent to what TERM did not end')
    }
  }
  return step.kind
}
