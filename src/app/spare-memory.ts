// Gives back what only the start needed: functions that ran once, room that V8 took while it loaded a hundred modules.
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Room } from '#platform/server/house/room.ts'
import type { Timers } from '#platform/server/timers.ts'

/** A stretch this long in which next to nothing happened: the collection then holds nobody up. */
const lookMs = 3000
const leastIdle = 0.9

/** Collects once, at the end of the first quiet stretch; until the answer is called or the process ends it goes on looking. */
export function spareMemory(timers: Timers, collect: () => void = collectAll): () => void {
  let before = lookAt(timers)
  const end = timers.every(lookMs, () => {
    const now = lookAt(timers)
    const isQuiet = now.idleMs - before.idleMs >= (now.passedMs - before.passedMs) * leastIdle
    before = now
    if (!isQuiet) return
    end()
    collect()
  })
  return end
}

/** As a part of the service: from the end of its start until it closes. */
export function openSpareMemory(timers: Timers): Room {
  let end: (() => void) | null = null
  return {
    async start() {
      end = spareMemory(timers)
    },
    async [Symbol.asyncDispose]() {
      end?.()
    },
  }
}

function lookAt(timers: Timers): { readonly passedMs: number; readonly idleMs: number } {
  return { passedMs: timers.passedMs(), idleMs: timers.idleMs() }
}

/**
 * The one collection that also gives pages back to the system. Code that ran since the collection before stays; the rest is
 * compiled again if it is ever called. Before that the cache of compiled code is written, since the next start wants it whole.
 * V8's options are as before in the end: they are part of that cache's key.
 */
export function collectAll(): void {
  flushCompileCache()
  setFlagsFromString('--expose-gc')
  setFlagsFromString(`--bytecode-old-age=${oldAtOnce}`)
  try {
    const collect: unknown = runInNewContext('gc')
    if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
  } finally {
    setFlagsFromString(`--bytecode-old-age=${oldInV8}`)
    setFlagsFromString('--no-expose-gc')
  }
}

/** How many collections a function lives through that is not called. */
const oldAtOnce = 1
const oldInV8 = 6
