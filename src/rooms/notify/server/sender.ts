// Sends what is queued, one at a time to each place, and again where that failed. No timer while nothing waits for its time.
import { fromIso, secondMs } from '#base/time.ts'
import type { KeptDelivery } from '../contract/kept.ts'
import { attempt, type SendOne } from './attempt.ts'
import type { NotifyContext } from './context.ts'
import type { NumberedDelivery } from './store.ts'

export interface DeliverySender extends AsyncDisposable {
  /** Takes on what is committed as `queued`. */
  add(deliveries: readonly NumberedDelivery[]): void
  /** Resolves with it once its next try is over; null where that was not made. */
  settled(id: string): Promise<KeptDelivery | null>
}

type Row = NumberedDelivery & { readonly dueMs: number }

/** What is under way at the end of the service has this long. */
const endMs = 3 * secondMs

const noTimer = (): void => {}

export function createSender(context: NotifyContext, sendOne: SendOne): DeliverySender {
  const { timers, clock } = context
  const rows = new Map<string, Row>()
  /** One try at a time for each place: what is over is told after what it ends. */
  const busy = new Map<string, Promise<void>>()
  const settling = createSettling()
  const ended = new AbortController()
  let stopTimer = noTimer

  function look(): void {
    stopTimer()
    if (ended.signal.aborted) return
    const nowMs = timers.passedMs()
    for (const row of [...rows.values()].toSorted((one, other) => one.seq - other.seq)) {
      const place = placeOf(row.delivery)
      if (row.dueMs > nowMs || busy.has(place)) continue
      rows.delete(row.delivery.id)
      busy.set(place, run(row, place))
    }
    const later = [...rows.values()].map(({ dueMs }) => dueMs).filter((dueMs) => dueMs > nowMs)
    if (later.length > 0) stopTimer = timers.after(Math.min(...later) - nowMs, look)
  }

  /** Never rejects. */
  async function run({ seq, delivery }: Row, place: string): Promise<void> {
    const tried = await attempt(context, delivery, { sendOne, signal: ended.signal })
    if (tried !== null && tried.waitMs !== null) {
      rows.set(delivery.id, { seq, delivery: tried.delivery, dueMs: timers.passedMs() + tried.waitMs })
    }
    settling.settle(delivery.id, tried?.delivery ?? null)
    busy.delete(place)
    look()
  }

  return {
    add(deliveries) {
      const [now, passedMs] = [clock.now(), timers.passedMs()]
      for (const { seq, delivery } of deliveries) {
        const waitMs = delivery.next_at === null ? 0 : Math.max(0, fromIso(delivery.next_at) - now)
        rows.set(delivery.id, { seq, delivery, dueMs: passedMs + waitMs })
      }
      look()
    },
    settled: settling.wait,
    async [Symbol.asyncDispose]() {
      stopTimer()
      rows.clear()
      const all = Promise.all(busy.values())
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const stopWaiting = timers.after(endMs, resolve)
      await Promise.race([all, late])
      stopWaiting()
      ended.abort()
      await all
      settling.settleAll()
    },
  }
}

const placeOf = ({ channel, subscription }: KeptDelivery): string => `${channel}/${subscription ?? ''}`

/** Who waits for what comes of a try. */
function createSettling() {
  const waiters = new Map<string, ((delivery: KeptDelivery | null) => void)[]>()
  function settle(id: string, delivery: KeptDelivery | null): void {
    for (const resolve of waiters.get(id) ?? []) resolve(delivery)
    waiters.delete(id)
  }
  return {
    settle,
    settleAll: () => [...waiters.keys()].forEach((id) => settle(id, null)),
    wait(id: string): Promise<KeptDelivery | null> {
      const { promise, resolve } = Promise.withResolvers<KeptDelivery | null>()
      waiters.set(id, [...(waiters.get(id) ?? []), resolve])
      return promise
    },
  }
}
