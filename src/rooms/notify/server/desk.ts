// The desk: hears what stands, waits where a rule says so, and hands to the post what is to be told. One timer, and none while
// nothing waits.
import type { NotifyKind } from '#base/notify-names.ts'
import { dayMs, hourMs, secondMs, toIso } from '#base/time.ts'
import { isLookedAt } from '../core/looked-at.ts'
import { quietLeftMs } from '../core/quiet.ts'
import type { EndWord, Signal } from '../core/signal.ts'
import {
  endMissing,
  hear,
  tellDue,
  watchOf,
  type Change,
  type StandingNotification,
  type WatchStep,
  type WatchState,
  type WhenRules,
} from '../core/watch.ts'
import type { NotifyContext } from './context.ts'
import type { Post } from './post.ts'

const noTimer = (): void => {}

export interface Desk extends Disposable {
  /** What stands for these now. */
  hear(changes: readonly Change[]): void
  /** What stood when the service began, all at once: old news calls nobody. */
  begin(signals: readonly Signal[]): void
  /** The notification of that tag, while it stands. */
  isStanding(tag: string): boolean
  /** Of all that was told. */
  standing(): readonly StandingNotification[]
}

export type DeskParts = Pick<NotifyContext, 'config' | 'clock' | 'timers'> & {
  /** What an earlier life of the service told, and what stood of it. */
  readonly kept: readonly StandingNotification[]
  readonly post: Pick<Post, 'take'>
  readonly pagesSeen: () => readonly string[]
  readonly wordFor: (tag: string) => EndWord
}

/** What stands for longer than this at a start was told, or nobody wanted to hear it. */
const oldNewsMs = hourMs
/** Strands are read after the start: what was told of them is not over before this. */
const missingAfterMs = 30 * secondMs

export function createDesk({ config, clock, timers, kept, post, pagesSeen, wordFor }: DeskParts): Desk {
  let state = watchOf(kept)
  /** All that stands, told or not. */
  const current = new Set<string>()
  const nextLook = oneTimer(timers)
  const whenRules = keptRules()
  let stopMissing = noTimer

  function take({ state: next, acts }: WatchStep): void {
    state = next
    if (acts.length > 0) post.take(acts)
  }

  function hearNow(changes: readonly Change[], oldBefore: string | null): void {
    for (const change of changes) mark(current, change)
    const nowMs = timers.passedMs()
    take(hear(state, changes, { nowMs, rules: whenRules(config.notify), oldBefore }))
    if (state.waiting.size === 0) nextLook.stop()
    else if (isDueBefore(state.waiting, nowMs, nextLook.dueMs())) look()
  }

  function look(): void {
    nextLook.stop()
    const pages = pagesSeen()
    const dayAt = msOfDay(clock.now())
    const told = tellDue(state, {
      nowMs: timers.passedMs(),
      isLookedAt: (signal) => isLookedAt(signal, pages),
      quietMs: (kind: NotifyKind) => quietLeftMs(config.notify.rules[kind].quiet, dayAt),
    })
    take(told)
    if (told.nextMs !== null) nextLook.set(told.nextMs, look)
  }

  const heard = gatherTurn((changes) => hearNow(changes, null))
  return {
    hear: heard.add,
    begin(signals) {
      const changes = signals.map((signal) => ({ tag: signal.tag, signal }))
      hearNow(changes, toIso(clock.now() - oldNewsMs))
      if (kept.length === 0) return
      stopMissing = timers.after(missingAfterMs, () => take(endMissing(state, current, wordFor)))
    },
    isStanding(tag) {
      heard.take()
      return state.standing.has(tag)
    },
    standing() {
      heard.take()
      return [...state.standing.values()]
    },
    [Symbol.dispose]() {
      heard.take()
      nextLook.stop()
      stopMissing()
    },
  }
}

/** What one commit brought about is taken in at once, at the end of its turn: each look goes over all that stands. */
function gatherTurn(takeAll: (changes: readonly Change[]) => void) {
  let gathered: Change[] = []

  function take(): void {
    if (gathered.length === 0) return
    const changes = gathered
    gathered = []
    takeAll(changes)
  }

  return {
    add(changes: readonly Change[]): void {
      if (gathered.length === 0) queueMicrotask(take)
      gathered.push(...changes)
    },
    take,
  }
}

function mark(current: Set<string>, { tag, signal }: Change): void {
  if (signal === null) current.delete(tag)
  else current.add(tag)
}

/** Whether something waits that a look at `lookMs` comes too late for. */
function isDueBefore(waiting: WatchState['waiting'], nowMs: number, lookMs: number): boolean {
  for (const { dueMs } of waiting.values()) if (dueMs <= nowMs || dueMs < lookMs) return true
  return false
}

/** One call that is to come, at most. */
function oneTimer(timers: DeskParts['timers']) {
  let cancel = noTimer
  let dueMs = Number.POSITIVE_INFINITY

  function stop(): void {
    cancel()
    dueMs = Number.POSITIVE_INFINITY
  }

  return {
    dueMs: () => dueMs,
    set(atMs: number, call: () => void): void {
      stop()
      dueMs = atMs
      cancel = timers.after(Math.max(1, atMs - timers.passedMs()), call)
    },
    stop,
  }
}

/** Made anew when the settings change, and not for each commit. */
function keptRules(): (notify: NotifyContext['config']['notify']) => WhenRules {
  let made: { readonly of: NotifyContext['config']['notify']; readonly rules: WhenRules } | null = null
  return (notify) => {
    if (made?.of !== notify) made = { of: notify, rules: rulesOf(notify) }
    return made.rules
  }
}

function rulesOf({ rules, approvalDelayS }: NotifyContext['config']['notify']): WhenRules {
  const approvalDelayMs = approvalDelayS * secondMs
  const all = Object.entries(rules).map(([kind, { on, delayS }]) => [
    kind,
    { on, delayMs: delayS * secondMs, approvalDelayMs },
  ])
  return Object.fromEntries(all) as WhenRules
}

/** On the clock of this machine. */
function msOfDay(nowMs: number): number {
  const now = new Date(nowMs)
  const midnight = new Date(nowMs).setHours(0, 0, 0, 0)
  return (now.getTime() - midnight) % dayMs
}
