// The history of scores: what each run made of each task that it asked about or put into a lane.
import type { Selectable } from 'kysely'
import type { Database } from '#platform/server/db/open-database.ts'
import { pause, statement, type Script } from '#platform/server/db/script.ts'
import type { ScoreHistoryTable } from '#platform/server/db/schema-triage.ts'
import { laneSchema, scorePartsSchema, type Lane, type ScoreParts } from '../../contract.ts'
import { type ScoreRecord } from '../../contract/views.ts'
import type { ModelScore, RankedTask } from '../../core/rank.ts'

/** A row with where the task stood before the run. */
export type StoredScore = ScoreRecord & {
  readonly task_id: string
  readonly scored_in_run_id: number
  readonly previous_lane: Lane | null
  readonly previous_rank: number | null
}

/** The last that is known of a task's parts, and of which run. */
export type KnownScore = {
  readonly runId: number
  readonly parts: ScoreParts | null
  readonly model: ModelScore | null
}

export interface ScoreStore {
  /** Asked before the `write` of the same transaction. Tasks that no run has scored are left out. */
  known(taskIds: Iterable<string>): Script<Map<string, KnownScore>>
  /** Part of a long write, with a few rows between two pauses. */
  write(rows: Iterable<ScoreRow>): Script
  /** The newest row of each task. */
  latest(taskIds: readonly string[]): Promise<Map<string, StoredScore>>
  /** Newest first. */
  history(taskId: string, limit: number): Promise<StoredScore[]>
  /** Where a run put tasks. */
  placements(runIds: readonly number[]): Promise<Map<number, Map<string, Lane>>>
}

export type ScoreRow = {
  readonly task: RankedTask
  readonly runId: number
  readonly at: string
  /** Of a task that this run's model said nothing of. */
  readonly known: KnownScore | null
}

/** A row takes some microseconds, and a look at the clock after each as long again. */
const rowsAStep = 16

const columns = [
  'run_id',
  'task_id',
  'scored_in_run_id',
  'impact',
  'urgency',
  'confidence',
  'effort',
  'model_impact',
  'model_urgency',
  'model_confidence',
  'model_effort',
  'model_lane',
  'model_reason',
  'score',
  'lane',
  'rank',
  'previous_lane',
  'previous_rank',
  'created_at',
] as const satisfies readonly (keyof ScoreHistoryTable)[]

const add = statement(`INSERT INTO score_history (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
const last = statement<Selectable<ScoreHistoryTable>>(
  'SELECT * FROM score_history WHERE task_id = ? ORDER BY id DESC LIMIT 1',
)

export function createScoreStore(read: Database['read']): ScoreStore {
  const select = () => read.selectFrom('score_history').selectAll()
  return {
    *known(taskIds) {
      const found = new Map<string, KnownScore>()
      for (const id of taskIds) {
        const row = yield* last.first(id)
        if (row === undefined) continue
        const { parts, model_parts: said, model_lane: lane, model_reason: reason } = toStored(row)
        const model = said === null ? null : { parts: said, lane, reason }
        found.set(id, { runId: row.scored_in_run_id, parts, model })
      }
      return found
    },
    *write(rows) {
      let count = 0
      for (const row of rows) {
        yield* add.run(...cellsOf(row))
        count += 1
        if (count % rowsAStep === 0) yield pause
      }
    },
    async latest(taskIds) {
      if (taskIds.length === 0) return new Map()
      const newest = read
        .selectFrom('score_history')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('task_id', 'in', taskIds)
        .groupBy('task_id')
      const rows = await select().where('id', 'in', newest).execute()
      return new Map(rows.map((row) => [row.task_id, toStored(row)]))
    },
    async history(taskId, limit) {
      const rows = await select().where('task_id', '=', taskId).orderBy('id', 'desc').limit(limit).execute()
      return rows.map(toStored)
    },
    async placements(runIds) {
      if (runIds.length === 0) return new Map()
      const rows = await read
        .selectFrom('score_history')
        .select(['run_id', 'task_id', 'lane'])
        .where('run_id', 'in', runIds)
        .where('lane', 'is not', null)
        .execute()
      const placed = new Map<number, Map<string, Lane>>(runIds.map((id) => [id, new Map()]))
      for (const { run_id: runId, task_id: taskId, lane } of rows) {
        const known = laneSchema.safeParse(lane)
        if (known.success) placed.get(runId)?.set(taskId, known.data)
      }
      return placed
    },
  }
}

function cellsOf({ task, runId, at, known }: ScoreRow) {
  const { card, parts, score, lane, rank, before } = task
  const model = task.model ?? known?.model ?? null
  const inForce = parts ?? known?.parts ?? null
  const scoredIn = task.model === null ? (known?.runId ?? runId) : runId
  return [
    runId,
    card.id,
    scoredIn,
    inForce?.impact ?? null,
    inForce?.urgency ?? null,
    inForce?.confidence ?? null,
    inForce?.effort ?? null,
    model?.parts.impact ?? null,
    model?.parts.urgency ?? null,
    model?.parts.confidence ?? null,
    model?.parts.effort ?? null,
    model?.lane ?? null,
    model?.reason ?? null,
    score,
    lane,
    rank,
    before.lane,
    before.rank,
    at,
  ]
}

const partsOrNull = scorePartsSchema.nullable().catch(null)
const laneOrNull = laneSchema.nullable().catch(null)

function toStored(row: Selectable<ScoreHistoryTable>): StoredScore {
  const { impact, urgency, confidence, effort } = row
  return {
    task_id: row.task_id,
    run_id: row.run_id,
    scored_in_run_id: row.scored_in_run_id,
    at: row.created_at,
    carried: row.scored_in_run_id !== row.run_id,
    parts: partsOrNull.parse({ impact, urgency, confidence, effort }),
    model_parts: partsOrNull.parse({
      impact: row.model_impact,
      urgency: row.model_urgency,
      confidence: row.model_confidence,
      effort: row.model_effort,
    }),
    model_lane: laneOrNull.parse(row.model_lane),
    model_reason: row.model_reason,
    score: row.score,
    lane: laneOrNull.parse(row.lane),
    rank: row.rank,
    previous_lane: laneOrNull.parse(row.previous_lane),
    previous_rank: row.previous_rank,
  }
}
