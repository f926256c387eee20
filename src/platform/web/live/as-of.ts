// Since when what the page shows may be old: the moment at which a feed of it fell silent.
import { secondMs } from '#base/time.ts'
import { createValue, type ValueStore } from '../store/value-store.ts'
import type { LinkState } from './reconnecting-socket.ts'
import type { SocketWorld } from './socket-world.ts'

/** Epoch milliseconds; null while every feed that the page follows is live, or was never so. */
export const asOf = createValue<number | null>(null)

/** A restart of the service is over by then: what comes back at once was never away. */
export const silentAfterMs = 2 * secondMs

/** When each feed that is away was last heard. */
const silent = new Map<object, number>()

export type Silence = {
  readonly stop: () => void
  /** What is shown was kept from then, as nothing came yet. A feed that is live, or rests, shows nothing of that kind. */
  readonly recall: (atMs: number) => void
}

/** Follows the connection of a feed. */
export function followSilence(
  link: ValueStore<LinkState>,
  { nowMs, after }: Pick<SocketWorld, 'nowMs' | 'after'>,
): Silence {
  const feed = {}
  let lostAtMs: number | null = null
  let wasLive = false
  let stopWaiting: (() => void) | null = null

  function follow(): void {
    const { kind } = link.get()
    if (kind === 'live') return comeBack()
    // One that rests says itself why nothing comes.
    if (kind === 'resting') return forget()
    if (!wasLive) return
    if (lostAtMs === null) {
      lostAtMs = nowMs()
      stopWaiting = after(silentAfterMs, tell)
    }
    if (kind === 'offline') tell()
  }

  function tell(): void {
    if (lostAtMs === null) return
    silent.set(feed, lostAtMs)
    say()
  }

  function comeBack(): void {
    wasLive = true
    forget()
  }

  function forget(): void {
    stopWaiting?.()
    lostAtMs = null
    silent.delete(feed)
    say()
  }

  const stop = link.subscribe(follow)
  follow()
  return {
    stop() {
      stop()
      forget()
    },
    recall(atMs) {
      const { kind } = link.get()
      if (kind === 'live' || kind === 'resting') return
      wasLive = true
      lostAtMs = atMs
      tell()
    },
  }
}

function say(): void {
  asOf.set(silent.size === 0 ? null : Math.min(...silent.values()))
}
