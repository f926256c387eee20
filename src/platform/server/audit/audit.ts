// Who changed the service itself, and who tried to come in: rows of the table `audit`, which the activity page reads.
import { dayMs, hourMs, minuteMs, toIso } from '#base/time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open-database.ts'
import { statement, type Script } from '../db/script.ts'
import type { Log } from '../log/log.ts'
import type { Timers } from '../timers.ts'
import { tellAttempt, timesText, togetherMs, type Attempts } from './collapse.ts'

/** One thing that happened. Never a secret, in any field: names of keys, not their values. */
export type AuditRow = {
  /** What it happened to, a dot, what happened: `settings.changed`, `auth.login`. What ends in `.refused` is told together. */
  readonly kind: string
  readonly actor: {
    readonly kind: 'person' | 'agent' | 'hook' | 'cron' | 'gateway' | 'device' | 'service'
    readonly name: string | null
  }
  readonly subject: { readonly type: string; readonly id: string; readonly label: string | null } | null
  /** A sentence for a person, without the actor's name. */
  readonly text: string
  /** What else is to be known of it for as long as the row is kept, whole: nothing of it is cut. */
  readonly facts?: readonly { readonly name: string; readonly value: string }[]
}

export interface AuditLog {
  /** Resolves once it is kept. Never rejects: what can't be kept is logged, and what was done stays done. */
  record(row: AuditRow): Promise<void>
}

export type AuditOptions = {
  readonly database: Pick<Database, 'commits'>
  readonly clock: Clock
  readonly timers: Pick<Timers, 'every'>
  readonly log: Pick<Log, 'error'>
  /** Asked at each clearing. */
  readonly keptDays: () => number
}

/** Of refused attempts, whatever their age. */
export const mostRefused = 10_000
/** Longest text and longest name: both may come from whoever tries to log in. */
const mostText = 500
const mostName = 200

const insert = statement(
  `INSERT INTO audit (at, kind, actor_kind, actor_name, subject_type, subject_id, subject_label, text, facts)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  { key: 'id' },
)
const retell = statement('UPDATE audit SET text = ? WHERE id = ?')
const removeOld = statement('DELETE FROM audit WHERE at < ?')
const removeRefused = statement(
  `DELETE FROM audit WHERE kind LIKE '%.refused' AND id <=
     (SELECT id FROM audit WHERE kind LIKE '%.refused' ORDER BY id DESC LIMIT 1 OFFSET ?)`,
)

type Together = Attempts & { readonly id: number; readonly text: string; isTold: boolean }

/** Clears what is old at once and each hour. Disposing tells what was counted and waits for it. */
export function openAudit(options: AuditOptions): AuditLog & AsyncDisposable {
  const { timers } = options
  const write = writing(options)
  const attempts = createAttempts(options, write)
  const clear = () => write(() => clearOld(toIso(options.clock.now() - options.keptDays() * dayMs)))
  const stops = [timers.every(minuteMs, () => void attempts.tell()), timers.every(hourMs, () => void clear())]
  void clear()
  return {
    record: (row) => (row.kind.endsWith('.refused') ? attempts.note(row) : write(() => keep(options.clock, row))),
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop()
      await attempts.tell()
    },
  }
}

type WriteRows = (script: () => Script) => Promise<void>

function writing({ database, log }: AuditOptions): WriteRows {
  return (script) =>
    database.commits
      .write({ script })
      .catch((error: unknown) => log.error({ err: error }, 'the audit could not be written'))
}

function createAttempts({ clock }: AuditOptions, write: WriteRows) {
  const present = new Map<string, Together>()

  async function note(row: AuditRow): Promise<void> {
    const nowMs = clock.now()
    // A clock that was set back makes them old as well.
    for (const [key, { sinceMs }] of present) if (Math.abs(nowMs - sinceMs) >= togetherMs) present.delete(key)
    const told = tellAttempt(present, JSON.stringify([row.kind, row.actor.name, row.subject?.id]))
    const before = present.get(told.key)
    if (told.is === 'again' && before !== undefined) {
      present.set(told.key, { ...before, times: before.times + 1, isTold: false })
      return
    }
    const kept = told.is === 'others' ? nameless(row) : row
    let id = 0
    // Noted before the commit, so that attempts of the same moment are one row.
    present.set(told.key, { id, text: kept.text, sinceMs: nowMs, times: 1, isTold: true })
    await write(function* () {
      id = yield* insertAuditRow(clock, kept)
    })
    const now = present.get(told.key)
    if (now !== undefined) present.set(told.key, { ...now, id })
  }

  async function tell(): Promise<void> {
    const due = [...present.values()].filter(({ isTold, id }) => !isTold && id !== 0)
    if (due.length === 0) return
    for (const each of due) each.isTold = true
    await write(function* () {
      for (const { id, text, times } of due) yield* retell.run(timesText(cut(text, mostText), times), id)
    })
  }

  return { note, tell }
}

function nameless(row: AuditRow): AuditRow {
  return { ...row, actor: { ...row.actor, name: null }, subject: null, text: `${row.text} – and more like this` }
}

/** A part of the caller's script: the row is kept with what it tells of, or neither is. Answers its id. */
export function* insertAuditRow(clock: Clock, { kind, actor, subject, text, facts }: AuditRow): Script<number> {
  return yield* insert.insert(
    toIso(clock.now()),
    kind,
    actor.kind,
    cut(actor.name, mostName),
    subject?.type ?? null,
    cut(subject?.id ?? null, mostName),
    cut(subject?.label ?? null, mostName),
    cut(text, mostText),
    facts === undefined ? null : JSON.stringify(facts),
  )
}

function* keep(clock: Clock, row: AuditRow): Script {
  yield* insertAuditRow(clock, row)
}

function cut<T extends string | null>(text: T, most: number): T | string {
  return text === null || text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

function* clearOld(before: string): Script {
  yield* removeOld.run(before)
  yield* removeRefused.run(mostRefused)
}
