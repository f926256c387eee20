// Notes while the service runs that it does, so that the next start can tell how long it did not.
import { minuteMs } from '#base/time.ts'
import type { AuditLog } from '#platform/server/audit/audit.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { Timers } from '#platform/server/timers.ts'
import { gapKind, wordsOfGap } from '../core/gap.ts'

export type GapParts = {
  readonly database: Pick<Database, 'commits' | 'read'>
  readonly clock: Clock
  readonly timers: Pick<Timers, 'every'>
  readonly audit: AuditLog
}

export interface GapWatch {
  /** Tells of the time since the last sign of life, if there ever was one. */
  start(): Promise<void>
  /** The service ends because it was told to. */
  stop(): Promise<void>
}

/** One small write; after a kill, a gap is told at most so much too long. */
const signEveryMs = minuteMs

/** Counters: when the service last ran, and whether it ended itself. */
const aliveName = 'service alive at'
const stoppedName = 'service was stopped'

export function createGapWatch({ database: { commits, read }, clock, timers, audit }: GapParts): GapWatch {
  let endSigns: (() => void) | null = null

  async function sign(wasStopped: 0 | 1): Promise<void> {
    const nowMs = clock.now()
    await commits.write({ script: () => writeSign(nowMs, wasStopped) }).catch(() => {
      // A disk that takes nothing makes the next gap longer, and harms nothing else.
    })
  }

  return {
    async start() {
      const signs = read.selectFrom('counters').selectAll().where('name', 'in', [aliveName, stoppedName])
      const found = new Map((await signs.execute()).map(({ name, value }) => [name, value]))
      const fromMs = found.get(aliveName)
      if (fromMs !== undefined) {
        const text = wordsOfGap({ fromMs, toMs: clock.now(), wasStopped: found.get(stoppedName) === 1 })
        await audit.record({ kind: gapKind, actor: { kind: 'service', name: null }, subject: null, text })
      }
      await sign(0)
      endSigns = timers.every(signEveryMs, () => void sign(0))
    },
    async stop() {
      endSigns?.()
      await sign(1)
    },
  }
}

const put = statement(
  'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
)

function* writeSign(nowMs: number, wasStopped: 0 | 1): Script {
  yield* put.run(aliveName, nowMs)
  yield* put.run(stoppedName, wasStopped)
}
