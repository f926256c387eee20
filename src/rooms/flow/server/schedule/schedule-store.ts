// What outlives a restart of schedules: which were in force, until when the service lived, and the slots that were missed.
import type { Database } from '#platform/server/db/open-database.ts'
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

const counterName = 'flow alive until'

export function createScheduleStore({ commits, read }: Pick<Database, 'commits' | 'read'>): ScheduleStore {
  return {
    async load() {
      const rows = await read.selectFrom('loom_schedules').selectAll().execute()
      const beat = await read.selectFrom('counters').select('value').where('name', '=', counterName).executeTakeFirst()
      const schedules = rows.map(({ workflow_id: id, schedule, timezone }) => ({ id, schedule, timezone }))
      return { schedules, aliveUntilMs: beat?.value ?? null }
    },
    save: (schedules) =>
      commits.write({
        run(db) {
          db.exec('DELETE FROM loom_schedules')
          const insert = db.prepare('INSERT INTO loom_schedules VALUES (?, ?, ?)')
          for (const { id, schedule, timezone } of schedules) insert.run(id, schedule, timezone)
        },
      }),
    beat: (nowMs) =>
      commits.write({
        // Not the highest of both: the clock may have been put back.
        run: (db) =>
          void db
            .prepare('INSERT INTO counters VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
            .run(counterName, nowMs),
      }),
    async markMissed(strandId, slotsMs) {
      const slots = slotsMs.map(toIso)
      let marked: string[] = []
      await commits.write({
        run(db) {
          const insert = db.prepare('INSERT OR IGNORE INTO loom_slots VALUES (?, ?, NULL)')
          marked = slots.filter((slot) => insert.run(strandId, slot).changes === 1)
        },
      })
      return marked
    },
  }
}
