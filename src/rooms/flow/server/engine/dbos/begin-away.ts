// A step of ours on another node: put into a queue, followed until it ended there, cancelled by a word to whoever runs it.
import { secondMs } from '#base/time.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import { queueFor, queueName } from '../../../core/placement.ts'
import type { StepRecord } from '../../../core/record.ts'
import type { AwayNews, AwayOrder, AwayOutcome, AwayStep, BeginAway } from '../away.ts'
import { stepWorkflow, type Loom } from './loom.ts'
import { isLast, type Order } from './orders.ts'

const lookMs = 250
/** A node that runs the step and does not answer a cancel for so long is given up. */
const answerMs = 15 * secondMs

export type BeginAwayParts = {
  readonly loom: Loom
  readonly node: string
  readonly after: Timers['after']
  readonly log: Log
}

export const createBeginAway =
  (parts: BeginAwayParts): BeginAway =>
  (order, news) => {
    const away = new Away(parts, order, news)
    void away.run()
    return away
  }

class Away implements AwayStep {
  readonly outcome: Promise<AwayOutcome>
  private readonly settle: (outcome: AwayOutcome) => void
  private readonly parts: BeginAwayParts
  private readonly order: AwayOrder
  private readonly news: AwayNews
  private readonly id: string
  private readonly queue: string
  private isLeft = false
  private cancelledBy: string | null = null
  private stopWaiting: (() => void) | null = null
  private isSent = false
  private read = 0
  private known: StepRecord | null = null

  constructor(parts: BeginAwayParts, order: AwayOrder, news: AwayNews) {
    this.parts = parts
    this.order = order
    this.news = news
    this.id = stepWorkflow(order.record.run.run_id, order.step.id)
    this.queue = queueName(queueFor(order.definition, order.step)).toLowerCase()
    const { promise, resolve } = Promise.withResolvers<AwayOutcome>()
    this.outcome = promise
    this.settle = resolve
  }

  cancel(by: string): void {
    if (this.cancelledBy !== null) return
    this.cancelledBy = by
    void this.tell(by)
  }

  leave(): void {
    this.isLeft = true
    this.stopWaiting?.()
  }

  async run(): Promise<void> {
    while (!this.isLeft) {
      try {
        const outcome = await this.look()
        if (this.isLeft) return
        if (outcome !== null) {
          this.stopWaiting?.()
          this.settle(outcome)
          return
        }
      } catch (error) {
        this.parts.log.warn({ err: error, workflow: this.id }, 'a step on another node could not be followed')
      }
      await this.pause()
    }
  }

  private async look(): Promise<AwayOutcome | null> {
    if (!this.isSent) {
      if (this.cancelledBy !== null) return { kind: 'unbegun' }
      await this.parts.loom.send(this.id, this.queue, this.toOrder())
      this.isSent = true
      // It came while the step was on its way, and found nothing to cancel.
      if (this.cancelledBy !== null) await this.parts.loom.cancel(this.id, this.cancelledBy)
    }
    const { entries, state } = await this.parts.loom.follow(this.id, this.read)
    this.read += entries.length
    for (const { steps, output } of entries) {
      if (output !== undefined && output !== '') this.news.onOutput(output)
      const step = steps.findLast(({ step_id: id }) => id === this.order.step.id)
      if (step === undefined) continue
      this.known = step
      if (step.finished_at === null) this.news.onStep(step)
    }
    if (this.known !== null && entries.some(isLast)) return { kind: 'ended', step: this.known }
    if (state === 'cancelled') return this.cancelled()
    if (state === 'waits' || state === 'runs') return null
    return { kind: 'lost', status: 'failed', error: `PostgreSQL has no end of this step (${this.id}).` }
  }

  private cancelled(): AwayOutcome {
    if (this.known === null || this.known.attempt === 0) return { kind: 'unbegun' }
    const error = `Cancelled by ${this.cancelledBy ?? 'somebody'}. The node ${this.known.host ?? ''} did not answer.`
    return { kind: 'lost', status: 'cancelled', error }
  }

  /** Tells again until PostgreSQL takes it. */
  private async tell(by: string): Promise<void> {
    while (!this.isLeft) {
      try {
        await this.parts.loom.cancel(this.id, by)
        break
      } catch (error) {
        this.parts.log.warn({ err: error, workflow: this.id }, 'a cancel could not be told to another node')
      }
      await new Promise<void>((resolve) => void this.parts.after(lookMs, resolve))
    }
    this.stopWaiting = this.parts.after(answerMs, () => {
      this.parts.loom.abandon(this.id).catch((error: unknown) => {
        this.parts.log.warn({ err: error, workflow: this.id }, 'a step on another node could not be given up')
      })
    })
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => void this.parts.after(lookMs, resolve))
  }

  /** The step alone, with what it gets from those before it. */
  private toOrder(): Order {
    const { record, definition, step, known, before } = this.order
    const names = new Set(step.after)
    const steps = definition.steps.filter(({ id }) => names.has(id)).map((one) => ({ ...one, after: [] }))
    const first = { ...known, status: 'queued' as const, ready_at: null, output_tail: '', output_bytes: 0 }
    return {
      node: this.parts.node,
      record: { ...record, cancelBy: null },
      definition: { ...definition, steps: [...steps, step] },
      steps: [...before, first],
    }
  }
}
