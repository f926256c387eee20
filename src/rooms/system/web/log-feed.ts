// The log as the page shows it: the newest lines of a level, what comes, and what is older.
import type { Result } from '#base/result.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { LogAnswer, LogLevel, ServiceLogQuery, ServiceLogRow } from '../contract.ts'

export type LogShown = {
  readonly level: LogLevel
  /** Newest first; null until the first answer. */
  readonly rows: readonly ServiceLogRow[] | null
  readonly next: string | null
  readonly problem: Problem | null
}

export type AskLog = (query: Partial<ServiceLogQuery>) => Promise<Result<LogAnswer, Problem>>

export interface LogFeed {
  readonly state: ValueStore<LogShown>
  /** Begins anew with the newest lines of that level. */
  show(level: LogLevel): Promise<void>
  /** Brings what came since; begins anew after a refusal. One question at a time. */
  look(): Promise<void>
  older(): Promise<void>
}

/** One answer of lines. */
const pageRows = 100
/** Older ones are a press away; a page that is open for days must not grow. */
const mostRows = 1000

export function createLogFeed(ask: AskLog): LogFeed {
  const state = createValue<LogShown>({ level: 'info', rows: null, next: null, problem: null })
  let newest: string | null = null
  let isAsking = false

  async function one(query: Partial<ServiceLogQuery>, take: (answer: LogAnswer) => void): Promise<void> {
    const { level } = state.get()
    isAsking = true
    const answer = await ask({ level, limit: pageRows, ...query })
    // A level that was chosen meanwhile has asked for itself.
    if (state.get().level !== level) return
    isAsking = false
    if (answer.ok) take(answer.value)
    else state.set({ ...state.get(), problem: answer.error })
  }

  const begin = () =>
    one({}, (answer) => {
      newest = answer.newest
      state.set({ ...state.get(), rows: answer.rows, next: answer.next_cursor, problem: null })
    })

  return {
    state,
    async show(level) {
      newest = null
      state.set({ level, rows: null, next: null, problem: null })
      await begin()
    },
    async look() {
      if (isAsking) return
      if (newest === null) return begin()
      await one({ after: newest }, (answer) => {
        newest = answer.newest
        const known = state.get()
        if (answer.rows.length === 0 && known.problem === null) return
        const rows = [...answer.rows, ...(known.rows ?? [])]
        const kept = rows.slice(0, mostRows)
        // A line's id is the cursor of what is older than it.
        const next = kept.length < rows.length ? (kept.at(-1)?.id ?? known.next) : known.next
        state.set({ ...known, rows: kept, next, problem: null })
      })
    },
    async older() {
      const { next } = state.get()
      if (next === null || isAsking) return
      await one({ cursor: next }, (answer) => {
        const known = state.get()
        state.set({ ...known, rows: [...(known.rows ?? []), ...answer.rows], next: answer.next_cursor, problem: null })
      })
    },
  }
}
