// What the parts of this room's server work on together; made once in open-triage.ts.
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { ChatModel } from '#platform/server/model/chat-model.ts'
import type { LanesChange, TriageRun } from '../contract.ts'
import type { TriagedTasks } from './ports.ts'
import type { BriefStore } from './stores/briefs.ts'
import type { MemoryStore } from './stores/memories.ts'
import type { OverrideStore } from './stores/overrides.ts'
import type { RunStore } from './stores/runs.ts'
import type { ScoreStore } from './stores/scores.ts'

export type TriageContext = {
  readonly commits: Database['commits']
  readonly tasks: TriagedTasks
  readonly model: ChatModel
  /** Most tasks that one run asks about. */
  readonly maxTasks: () => number
  /** The run that goes on, or null. */
  readonly running: () => TriageRun | null
  readonly publish: Publish<LanesChange['value']>
  readonly clock: Clock
  readonly log: Log
  readonly briefs: BriefStore
  readonly overrides: OverrideStore
  readonly memories: MemoryStore
  readonly runs: RunStore
  readonly scores: ScoreStore
}

export const nowIso = ({ clock }: Pick<TriageContext, 'clock'>): string => toIso(clock.now())

export function tell({ publish }: Pick<TriageContext, 'publish'>, { id, value }: LanesChange): void {
  publish([{ op: 'upsert', id, value }])
}

/** Lets the event loop turn: rows come from the database without ever leaving it. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
