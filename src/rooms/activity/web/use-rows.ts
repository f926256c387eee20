// The rows that are shown: a page at a time, and what happens meanwhile, which waits while somebody reads further down.
import { useEffect, useMemo } from 'react'
import { fromIso, minuteMs, toIso } from '#base/time.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { reconnects } from '#platform/web/live/reconnects.ts'
import { createValue, useValue, type ValueStore } from '#platform/web/store/value-store.ts'
import { onTick } from '#platform/web/time/ticker.ts'
import { readActivity } from '../api.ts'
import type { ActivityRow } from '../contract.ts'
import { newerRows, overlapMs } from '../core/newer.ts'
import { queryOf, type Filters } from './filters.ts'
import { happened } from './happened.ts'

export type Rows = {
  /** Null until the first answer. */
  readonly rows: readonly ActivityRow[] | null
  /** What came since, not shown yet. */
  readonly waiting: readonly ActivityRow[]
  /** Where older ones go on; null at the end. */
  readonly next: string | null
  readonly isLoading: boolean
  readonly problem: Problem | null
}

const nothing: Rows = { rows: null, waiting: [], next: null, isLoading: true, problem: null }

export type RowsFeed = {
  readonly state: ValueStore<Rows>
  readonly load: () => Promise<void>
  readonly loadOlder: () => Promise<void>
  /** Nobody sees it any more: nothing is read on. */
  readonly leave: () => void
  /** Looks for newer ones, and for such as came in late: so much older than the newest. */
  readonly look: (backMs?: number) => Promise<void>
  /** Shows what waits. */
  readonly takeIn: () => void
}

/** Rows at once: some screenfuls. */
const pageSize = 100
/** Of rows with words: fewer would leave half a screen empty. */
const enough = 20
/** More that wait are told as so many, and read from the top. */
const mostWaiting = 200

export function createRows(filters: Filters): RowsFeed {
  const state = createValue(nothing)
  const set = (part: Partial<Rows>): void => state.set({ ...state.get(), ...part })
  const query = () => queryOf(filters, Date.now())
  const least = filters.text === null ? 1 : enough
  let isLooking = false
  const left = new AbortController()

  async function load(): Promise<void> {
    set({ isLoading: true, problem: null })
    const answer = await call(readActivity, { query: { ...query(), limit: pageSize } })
    if (!answer.ok) return set({ problem: answer.error, isLoading: false })
    set({ rows: answer.value.rows, waiting: [], next: answer.value.next_cursor })
    await readOn(answer.value.rows.length)
  }

  async function loadOlder(): Promise<void> {
    const { next, isLoading } = state.get()
    if (next === null || isLoading) return
    set({ isLoading: true, problem: null })
    await readOn(0)
  }

  /** Of words that are rare a page may have few rows: it is read on until there are some, or no more. */
  async function readOn(found: number): Promise<void> {
    for (let count = found; count < least && !left.signal.aborted;) {
      const cursor = state.get().next
      if (cursor === null) break
      const answer = await call(readActivity, { query: { ...query(), limit: pageSize, cursor } })
      if (!answer.ok) return set({ problem: answer.error, isLoading: false })
      const older = newerRows(state.get().rows ?? [], answer.value.rows)
      set({ rows: [...(state.get().rows ?? []), ...older], next: answer.value.next_cursor })
      count += older.length
    }
    set({ isLoading: false })
  }

  async function look(backMs: number = overlapMs): Promise<void> {
    const { rows, waiting } = state.get()
    if (rows === null || isLooking || waiting.length >= mostWaiting) return
    isLooking = true
    const newest = waiting[0] ?? rows[0]
    const since = newest === undefined ? {} : { since: toIso(fromIso(newest.at) - backMs) }
    const answer = await call(readActivity, { query: { ...query(), ...since, limit: mostWaiting } })
    isLooking = false
    // What is away is told by the bar over the page.
    if (!answer.ok) return
    const now = state.get()
    const fresh = newerRows([...(now.rows ?? []), ...now.waiting], answer.value.rows)
    if (fresh.length > 0) set({ waiting: [...fresh, ...now.waiting] })
  }

  function takeIn(): void {
    const { rows, waiting } = state.get()
    if (waiting.length >= mostWaiting) void load()
    else set({ rows: [...waiting, ...(rows ?? [])], waiting: [] })
  }

  return { state, load, loadOlder, leave: () => left.abort(), look, takeIn }
}

/** What a frame of the live feed tells of is looked for at once, but not more often than this. */
const leastBetweenMs = 400
/** After a connection that was lost: what waited in queues meanwhile comes in with its own times. */
const backAfterLossMs = 10 * minuteMs
/** Seconds between two looks for what no frame tells of, as logins. */
const lookEvery = 5

/** Another choice is another list. */
export function useRows(filters: Filters): readonly [Rows, RowsFeed] {
  const key = JSON.stringify({ ...filters, each: false })
  const feed = useMemo(() => createRows(JSON.parse(key) as Filters), [key])
  useEffect(() => {
    void feed.load()
    let seconds = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const stops = [
      onTick(() => {
        if ((seconds += 1) % lookEvery === 0) void feed.look()
      }),
      reconnects.subscribe(() => void feed.look(backAfterLossMs)),
      happened.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = undefined
          if (document.visibilityState === 'visible') void feed.look()
        }, leastBetweenMs)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      feed.leave()
    }
  }, [feed])
  return [useValue(feed.state), feed]
}
