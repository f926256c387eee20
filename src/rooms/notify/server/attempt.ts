// One try of a delivery: claimed by a commit before it, so that no death of the service makes it be sent twice.
import { toIso } from '#base/time.ts'
import type { KeptDelivery } from '../contract/kept.ts'
import { afterTry, type Tried } from '../core/retry.ts'
import type { NotifyContext } from './context.ts'

/** Tries once; never rejects. */
export type SendOne = (delivery: KeptDelivery, signal: AbortSignal) => Promise<Tried>

type Attempting = { readonly sendOne: SendOne; readonly signal: AbortSignal }

/** The delivery after the try, and how long until the next one. */
type Attempted = { readonly delivery: KeptDelivery; readonly waitMs: number | null }

/** Null where it was taken back meanwhile, or where nobody knows. Never rejects. */
export async function attempt(
  context: NotifyContext,
  delivery: KeptDelivery,
  { sendOne, signal }: Attempting,
): Promise<Attempted | null> {
  const { timers, clock, subscriptions, log } = context
  try {
    const sending: KeptDelivery = { ...delivery, state: 'sending', tries: delivery.tries + 1, next_at: null }
    if (!(await move(context, 'queued', sending))) return null
    const startedMs = timers.passedMs()
    const tried = await sendOne(sending, signal)
    // Whether it arrived nobody knows then; the next start says so.
    if (signal.aborted) return null
    const after = afterTry(tried, sending.tries, sending.is_by_hand)
    const tookMs = Math.round(timers.passedMs() - startedMs)
    const done = { ...sending, ...outcome(tried, after, clock.now()), took_ms: tookMs }
    await move(context, 'sending', done)
    if (tried.is === 'gone' && delivery.subscription !== null) await subscriptions.remove([delivery.subscription])
    return { delivery: done, waitMs: after.waitMs }
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, 'a delivery could not be written')
    return null
  }
}

async function move(
  { commits, store }: NotifyContext,
  from: 'queued' | 'sending',
  delivery: KeptDelivery,
): Promise<boolean> {
  let isMoved = false
  await commits.write({
    *script() {
      isMoved = yield* store.move(from, delivery)
    },
  })
  return isMoved
}

function outcome(
  tried: Tried,
  { state, waitMs }: ReturnType<typeof afterTry>,
  nowMs: number,
): Pick<KeptDelivery, 'state' | 'next_at' | 'done_at' | 'says' | 'hint'> {
  return {
    state,
    next_at: waitMs === null ? null : toIso(nowMs + waitMs),
    done_at: waitMs === null ? toIso(nowMs) : null,
    says: tried.says,
    hint: tried.is === 'delivered' ? null : tried.hint,
  }
}
