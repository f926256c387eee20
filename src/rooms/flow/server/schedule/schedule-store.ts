// What outlives a restart of schedules, of each service its own: which were in force, until when the service lived, and the slots that were missed.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import { toIso } from '#base/time.ts'

export type ActiveSchedule = { readonly id: string; readonly schedule: string; readonly timezone: string | null }

export interface ScheduleStore {
  /** As the last process left them; `aliveUntilMs` is null before the first. */
  load(): Promise<{ readonly schedules: readonly ActiveSchedule[]; readonly aliveUntilMs: number | null }>
  save(schedules: readonly ActiveSchedule[]): Promise<void>
  /** The service lives at this moment. */
  beat(nowMs: number): Promise<void>
  /** Answers those that were new: a slot that ran, or that is marked, stays as it is. */
  markMissed(strandId: string, slotsMs: readonly number[]): Promise<string[]>
}

const aliveUntil = 'flow alive until'

export function createScheduleStore({
  commits,
  read,
  others,
}: Pick<Database, 'commits' | 'read' | 'others'>): ScheduleStore {
  const node = others.node ?? ''
  const counterName = others.node === null ? aliveUntil : `${aliveUntil} of ${node}`
  return {
    async load() {
      const rows = await read.selectFrom('loom_schedules').selectAll().where('node', '=', node).execute()
      const beat = await read.selectFrom('counters').select('value').where('name', '=', counterName).executeTakeFirst()
      const schedules = rows.map(({ workflow_id: id, schedule, timezone }) => ({ id, schedule, timezone }))
      return { schedules, aliveUntilMs: beat?.value ?? null }
    },
    save: (schedules) =>
      commits.write({
        *script() {
          yield* removeSchedules.run(node)
          for (const { id, schedule, timezone } of schedules) yield* addSchedule.run(id, schedule, timezone, node)
        },
      }),
    beat: (nowMs) =>
      commits.write({
        *script() {
          yield* setCounter.run(counterName, nowMs)
        },
      }),
    async markMissed(strandId, slotsMs) {
      const slots = slotsMs.map(toIso)
      let marked: string[] = []
      await commits.write({
        *script() {
          marked = []
          for (const slot of slots) if ((yield* addMissed.run(strandId, slot)) === 1) marked.push(slot)
        },
      })
      return marked
    },
  }
}

const removeSchedules = statement('DELETE FROM loom_schedules WHERE node = ?')
const addSchedule = statement('INSERT INTO loom_schedules (workflow_id, schedule, timezone, node) VALUES (?, ?, ?, ?)')
/** Not the highest of both: the clock may have been put back. */
const setCounter = statement(
  'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
)
const addMissed = statement(
  'INSERT INTO loom_slots (workflow_id, slot, run_id) VALUES (?, ?, NULL) ON CONFLICT (workflow_id, slot) DO NOTHING',
)
