// What a person said of approvals on this page, until Orrery has it: a yes may be taken back for a moment, a no goes at once.
import type { Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { refusedHere } from '#platform/web/ui/sending.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { Approval, ApprovalCard, DecisionRequest } from '../../contract.ts'
import type { UnsentList } from './unsent-list.ts'

/** How long a yes waits for its Undo. */
export const undoMs = 4 * secondMs

/** What is decided: of this input, as it was shown. */
export type PageDecision = {
  readonly card: Pick<ApprovalCard, 'id' | 'summary'>
  readonly request: DecisionRequest
}

export type Pending = { readonly said: PageDecision } & (
  | { readonly kind: 'waiting'; readonly sinceMs: number }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly problem: Problem }
)

/** How it is sent: `leaving` lets the request outlive the page. */
export type Send = (said: PageDecision, manner: 'staying' | 'leaving') => Promise<Result<Approval, Problem>>

export type DeciderWorld = {
  readonly send: Send
  readonly nowMs: () => number
  /** Calls back once, unless it is stopped. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Offers to take it back while it waits. Answers how to end the offer. */
  readonly offerUndo: (said: PageDecision, undo: () => Problem | null) => () => void
  readonly onDecided: (approval: Approval) => void
  readonly onRefused: (said: PageDecision, problem: Problem) => void
  /** It was decided otherwise while the yes waited, which is not sent then. */
  readonly onForestalled: (said: PageDecision) => void
  /** Outlives the page, so that the next one can tell what was lost. */
  readonly unsent: UnsentList
}

export interface PageDecider {
  readonly pending: ValueStore<ReadonlyMap<string, Pending>>
  /** A second press while the first one is on its way does nothing. */
  decide(said: PageDecision): void
  /** Null where it was taken back; a refusal where it is on its way already. */
  undo(id: string): Problem | null
  /** Nobody can take anything back on a page that is left or out of sight, and its clock may stand: what waits goes now. */
  leave(): void
  /** It is not open any more, by whatever another one said. */
  over(id: string): void
}

const none: ReadonlyMap<string, Pending> = new Map()

export function createDecider(world: DeciderWorld): PageDecider {
  const { pending, set, take, wait } = createWaits(world)

  async function send(said: PageDecision, manner: 'staying' | 'leaving'): Promise<void> {
    const { id } = said.card
    set(id, { said, kind: 'sending' })
    world.unsent.add(said.card)
    const answer = await world.send(said, manner)
    // A page that ends breaks off what it sends: the next one looks.
    const isBrokenOff = manner === 'leaving' && !answer.ok && answer.error.status === 0
    if (!isBrokenOff) world.unsent.remove(id)
    set(id, answer.ok ? null : { said, kind: 'refused', problem: answer.error })
    if (answer.ok) world.onDecided(answer.value)
    else world.onRefused(said, answer.error)
  }

  function undo(id: string): Problem | null {
    if (take(id) === null) return refusedHere('It was sent already.')
    world.unsent.remove(id)
    set(id, null)
    return null
  }

  return {
    pending,
    undo,
    decide(said) {
      const before = pending.get().get(said.card.id)
      if (before !== undefined && before.kind !== 'refused') return
      if (said.request.decision === 'deny') return void send(said, 'staying')
      world.unsent.add(said.card)
      wait(said, { onTime: () => void send(said, 'staying'), onUndo: () => undo(said.card.id) })
    },
    leave() {
      for (const id of pending.get().keys()) {
        const said = take(id)
        if (said !== null) void send(said, 'leaving')
      }
    },
    over(id) {
      const said = take(id)
      if (pending.get().has(id)) world.unsent.remove(id)
      if (said !== null) world.onForestalled(said)
      if (pending.get().get(id)?.kind !== 'sending') set(id, null)
    },
  }
}

type WaitEnds = { readonly onTime: () => void; readonly onUndo: () => Problem | null }

function createWaits({ nowMs, offerUndo, after }: Pick<DeciderWorld, 'nowMs' | 'offerUndo' | 'after'>) {
  const pending = createValue(none)
  const ends = new Map<string, () => void>()

  function set(id: string, next: Pending | null): void {
    const all = new Map(pending.get())
    if (next === null) all.delete(id)
    else all.set(id, next)
    pending.set(all)
  }

  /** Ends its wait: the offer and the clock go. Null for what does not wait. */
  function take(id: string): PageDecision | null {
    const one = pending.get().get(id)
    if (one?.kind !== 'waiting') return null
    ends.get(id)?.()
    ends.delete(id)
    return one.said
  }

  function wait(said: PageDecision, { onTime, onUndo }: WaitEnds): void {
    const { id } = said.card
    set(id, { said, kind: 'waiting', sinceMs: nowMs() })
    const endOffer = offerUndo(said, onUndo)
    const stop = after(undoMs, () => {
      if (take(id) !== null) onTime()
    })
    ends.set(id, () => {
      stop()
      endOffer()
    })
  }

  return { pending, set, take, wait }
}
