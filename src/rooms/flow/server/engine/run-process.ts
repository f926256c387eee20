// One run under way: applies the scheduler's decisions to its steps, commits every change, and only then acts on it.
import { secondMs } from '#base/time.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { Run } from '../../contract.ts'
import { advance } from '../../core/advance.ts'
import { retryDelayMs } from '../../core/backoff.ts'
import { runCaveat } from '../../core/caveat.ts'
import type { StepDefinition } from '../../core/definition.ts'
import { queueFor, serveHere } from '../../core/placement.ts'
import {
  beginAttempt,
  endAttempt,
  endStep,
  failures,
  newStep,
  type AttemptEnd,
  type RunRecord,
  type StepRecord,
} from '../../core/record.ts'
import type { LoadedStrand } from '../loaded-strand.ts'
import type { JournalEntry } from '../store/journal.ts'
import type { AwayOutcome } from './away.ts'
import { createAwaySteps, type AwaySteps } from './away-steps.ts'
import type { StepOutput } from '../output/step-output.ts'
import { momentOf } from './moment.ts'
import type { RunGround } from './run-ground.ts'
import { answeredStatus, firstError, isOver, missingBody, type RunParts, type RunProcess } from './run-parts.ts'
import { runBody, type BodyOutcome, type RunningBody } from './run-body.ts'
import { createRunSteps, type RunSteps } from './run-steps.ts'

/** A full disk is asked again this often; the run waits meanwhile. */
const journalRetryMs = secondMs

export function createRunProcess(ground: RunGround, parts: RunParts): RunProcess {
  return new Process(ground, parts)
}

/** What one write of the journal takes along, and the steps whose bodies start after it. */
type Batch = { entry: JournalEntry; starting: readonly string[] }

class Process implements RunProcess {
  readonly over: Promise<Run>
  private record: RunRecord
  private readonly steps: RunSteps
  private readonly bodies = new Map<string, RunningBody>()
  /** Takes back what a step waits for: a place, a retry. */
  private readonly waits = new Map<string, () => void>()
  private readonly settle: (run: Run) => void
  /** Begun in memory; their bodies start once that is committed. */
  private toStart: string[] = []
  /** Steps for other machines, which are told once that is committed. */
  private toSend: StepDefinition[] = []
  private readonly away: AwaySteps
  private isRunUnsaved = false
  private isJournaled: boolean
  private isCommitting = false
  private committed: Promise<void> = Promise.resolve()
  private isInterrupted = false
  private readonly ground: RunGround
  private readonly parts: RunParts

  constructor(ground: RunGround, parts: RunParts) {
    this.ground = ground
    this.parts = parts
    this.record = parts.record
    this.isJournaled = parts.isJournaled
    this.steps = createRunSteps(parts.steps, parts.isJournaled)
    // Taken over from another run, or changed by the death of the process: the journal does not know them so.
    for (const step of parts.steps) this.steps.put(step)
    const { promise, resolve } = Promise.withResolvers<Run>()
    this.over = promise
    this.settle = resolve
    this.away = createAwaySteps({
      runId: parts.record.run.run_id,
      beginAway: ground.beginAway,
      outputs: ground.outputs,
      onStep: (step) => this.putAndCommit(step),
      onOutput: (id, state) => this.noteOutput(id, state),
      onEnd: (step, outcome) => this.endAway(step, outcome),
    })
  }

  run(): Run {
    return this.record.run
  }

  async open(isAdmitted: boolean): Promise<boolean> {
    if (isAdmitted) this.advance()
    const { fresh } = this.steps.takeUnsaved()
    const starting = this.toStart
    this.toStart = []
    this.isRunUnsaved = false
    let isNew = false
    try {
      isNew = await this.ground.journal.begin({ run: this.record, steps: fresh }, this.parts.definition)
    } finally {
      if (!isNew) this.letGo(starting)
    }
    if (!isNew) return false
    this.isJournaled = true
    this.afterCommit({ run: this.record, fresh, changed: [] }, starting)
    this.commit()
    return true
  }

  start(): void {
    this.advance()
    this.commit()
  }

  fail(sentence: string): void {
    const end: AttemptEnd = { status: 'failed', at: this.now(), error: sentence }
    for (const step of this.steps.all()) {
      if (step.status === 'queued' && step.attempt > 0) this.steps.put(endStep(step, end))
    }
    this.skipUnbegun()
    this.end('failed', sentence)
    this.commit()
  }

  async cancel(by: string): Promise<Run> {
    if (this.record.cancelBy === null && !isOver(this.record.run)) {
      this.record = { ...this.record, cancelBy: by }
      this.isRunUnsaved = true
      this.giveUp()
      this.commit()
    }
    return this.over
  }

  async interrupt(): Promise<void> {
    this.isInterrupted = true
    this.away.leave()
    for (const wait of this.waits.values()) wait()
    for (const body of this.bodies.values()) body.interrupt('The service is stopping.')
    while (this.bodies.size > 0) await Promise.all([...this.bodies.values()].map(({ outcome }) => outcome))
    this.commit()
    await this.committed
  }

  /** Applies what the scheduler says, until it has nothing new. */
  private advance(): void {
    if (this.isInterrupted || isOver(this.record.run)) return
    if (this.record.cancelBy !== null) return this.giveUp()
    if (this.record.run.status === 'queued') this.change({ status: 'running', started_at: this.now() })
    const { definition } = this.parts
    const { ready, skip, over } = advance(definition.steps, this.steps.statuses())
    for (const id of skip) this.steps.put({ ...this.blank(id), status: 'skipped', finished_at: this.now() })
    for (const step of definition.steps) if (ready.includes(step.id)) this.makeReady(step)
    if (over !== null) this.end(over, over === 'failed' ? firstError(this.steps.all()) : null)
    // A step that can't be placed has ended already.
    else if (ready.some((id) => this.steps.get(id).status === 'failed')) this.advance()
  }

  private makeReady(step: StepDefinition): void {
    const at = this.now()
    const known = { ...this.blank(step.id), ready_at: at }
    const placed = serveHere(queueFor(this.parts.definition, step), this.ground.here)
    if (!placed.ok && this.ground.beginAway !== null) {
      this.steps.put(known)
      this.toSend.push(step)
      return
    }
    const problem = placed.ok ? missingBody(this.parts.strand, step) : placed.error
    if (problem === null) {
      this.steps.put(known)
      this.takePlace(step)
    } else {
      this.steps.put({ ...endStep(known, { status: 'failed', at, error: problem }), started_at: null })
    }
  }

  private takePlace(step: StepDefinition): void {
    let isTaken = false
    const giveUp = this.ground.places.take(() => {
      isTaken = true
      this.waits.delete(step.id)
      this.steps.put(beginAttempt(this.steps.get(step.id), this.now(), this.ground.here.hosts[0] ?? null))
      this.toStart.push(step.id)
      this.commit()
    })
    if (!isTaken) this.waits.set(step.id, giveUp)
  }

  private execute(step: StepDefinition, strand: LoadedStrand): void {
    const { run_id: runId, input, workflow_id: strandId } = this.record.run
    const { attempt, output_tail: tail, output_bytes: bytes } = this.steps.get(step.id)
    const name = { runId, stepId: step.id }
    const output = this.ground.outputs.open(name, { tail, bytes }, (state) => this.noteOutput(step.id, state))
    if (attempt > 1) output.line(`— try ${attempt} —`)
    for (const remark of this.parts.remarks) output.line(remark)
    const call = { runId, strandId, stepId: step.id, attempt, input, results: this.steps.resultsFor(step) }
    const body = runBody({
      strand,
      call: { ...call, output: (line) => output.line(line) },
      timeoutMs: step.timeoutMs,
      after: this.ground.after,
    })
    this.bodies.set(step.id, body)
    void this.whenSettled(step, body, output)
  }

  private async whenSettled(step: StepDefinition, body: RunningBody, output: StepOutput): Promise<void> {
    const outcome = await body.outcome
    this.bodies.delete(step.id)
    if (outcome.kind === 'failed' && outcome.stack !== null) output.line(outcome.stack)
    output.close()
    this.ground.places.give()
    this.noteOutput(step.id, output.state())
    this.apply(step, outcome)
    this.advance()
    this.commit()
  }

  private putAndCommit(step: StepRecord): void {
    this.steps.put(step)
    this.commit()
  }

  private endAway({ id }: StepDefinition, outcome: AwayOutcome): void {
    const known = this.steps.get(id)
    const { output_tail, output_bytes } = known
    if (outcome.kind === 'ended') this.steps.put({ ...outcome.step, output_tail, output_bytes })
    if (outcome.kind === 'lost')
      this.steps.put(endStep(known, { status: outcome.status, at: this.now(), error: outcome.error }))
    this.advance()
    this.commit()
  }

  private apply(step: StepDefinition, outcome: BodyOutcome): void {
    const at = this.now()
    const known = this.steps.get(step.id)
    switch (outcome.kind) {
      case 'success':
        return this.steps.put(
          endStep(known, { status: answeredStatus(outcome.result), at, error: null }, outcome.result),
        )
      case 'cancelled':
        return this.steps.put(endStep(known, { status: 'cancelled', at, error: outcome.error }))
      case 'interrupted':
        return this.steps.put({
          ...endAttempt(known, { status: 'cancelled', at, error: outcome.error }),
          status: 'queued',
        })
      case 'failed':
        return this.retryOrFail(step, { status: 'failed', at, error: outcome.error })
    }
  }

  private retryOrFail(step: StepDefinition, end: AttemptEnd): void {
    const tried = endAttempt(this.steps.get(step.id), end)
    const delayMs = this.record.cancelBy === null ? retryDelayMs(step.retry, failures(tried)) : null
    if (delayMs === null) return this.steps.put(endStep(this.steps.get(step.id), end))
    this.steps.put({ ...tried, status: 'queued' })
    if (this.isInterrupted) return
    const takeBack = this.ground.after(delayMs, () => {
      this.waits.delete(step.id)
      this.takePlace(step)
    })
    this.waits.set(step.id, takeBack)
  }

  /** The run is to end: nothing begins any more, and what runs is aborted. */
  private giveUp(): void {
    const sentence = `Cancelled by ${this.record.cancelBy ?? ''}.`
    for (const wait of this.waits.values()) wait()
    this.waits.clear()
    const at = this.now()
    for (const step of this.steps.all()) {
      if (step.status !== 'queued' || step.attempt === 0 || this.away.has(step.step_id)) continue
      this.steps.put(endStep(step, { status: 'cancelled', at, error: sentence }))
    }
    // Begun in memory alone: its body has not started.
    for (const id of this.toStart) {
      this.steps.put(endStep(this.steps.get(id), { status: 'cancelled', at, error: sentence }))
      this.ground.places.give()
    }
    this.toStart = []
    this.toSend = []
    for (const body of this.bodies.values()) body.cancel(sentence)
    this.away.cancel(this.record.cancelBy ?? '')
    if (this.bodies.size + this.away.count() > 0 || this.steps.all().some(({ status }) => status === 'running')) return
    this.skipUnbegun()
    this.end('cancelled', sentence)
  }

  private skipUnbegun(): void {
    for (const { id } of this.parts.definition.steps) {
      const step = this.blank(id)
      if (step.status === 'queued') this.steps.put({ ...step, status: 'skipped', finished_at: this.now() })
    }
  }

  private end(status: 'success' | 'failed' | 'cancelled', error: string | null): void {
    const steps = this.parts.definition.steps.flatMap(({ id }) => this.steps.find(id) ?? [])
    const caveat = status === 'success' ? runCaveat(steps) : null
    this.change({ status, finished_at: this.now(), error, caveat })
  }

  private change(fields: Partial<Run>): void {
    this.record = { ...this.record, run: { ...this.record.run, ...fields } }
    this.isRunUnsaved = true
  }

  /** The step as it is, or as it begins. */
  private blank(id: string): StepRecord {
    const definition = this.parts.definition.steps.find((step) => step.id === id)
    return this.steps.find(id) ?? newStep(this.record.run.run_id, id, definition?.host ?? null)
  }

  private noteOutput(id: string, { tail, bytes }: { readonly tail: string; readonly bytes: number }): void {
    const step = this.steps.get(id)
    if (step.output_bytes === bytes) return
    this.steps.put({ ...step, output_tail: tail, output_bytes: bytes })
    this.commit()
  }

  private now(): string {
    return momentOf(this.ground.clock.now())
  }

  /** Writes what is unsaved; one write at a time, each with all that gathered during the one before. */
  private commit(): void {
    if (this.isCommitting || !this.isJournaled) return
    this.isCommitting = true
    this.committed = this.commitAll()
  }

  private async commitAll(): Promise<void> {
    while (this.isRunUnsaved || this.steps.hasUnsaved()) {
      const batch: Batch = { entry: { run: null, fresh: [], changed: [] }, starting: [] }
      try {
        // Taken when the transaction begins, so that all that changed in this turn goes into it.
        await this.ground.journal.save(() => this.takeInto(batch))
        this.afterCommit(batch.entry, batch.starting)
      } catch (error) {
        if (!(error instanceof StorageError)) throw error
        this.giveBack(batch)
        this.ground.log.error({ err: error, run_id: this.record.run.run_id }, 'a run waits for the database')
        if (this.isInterrupted) break
        await new Promise<void>((resolve) => void this.ground.after(journalRetryMs, resolve))
      }
    }
    this.isCommitting = false
  }

  private takeInto(batch: Batch): JournalEntry {
    batch.entry = { run: this.isRunUnsaved ? this.record : null, ...this.steps.takeUnsaved() }
    batch.starting = this.toStart
    this.isRunUnsaved = false
    this.toStart = []
    return batch.entry
  }

  private giveBack({ entry, starting }: Batch): void {
    this.steps.giveBack(entry)
    this.isRunUnsaved ||= entry.run !== null
    this.toStart.unshift(...starting)
  }

  /** A run that was not written holds no place. */
  private letGo(starting: readonly string[]): void {
    for (const wait of this.waits.values()) wait()
    starting.forEach(() => this.ground.places.give())
  }

  private afterCommit({ run, fresh, changed }: JournalEntry, starting: readonly string[]): void {
    this.ground.onCommit({ run: run?.run ?? null, steps: [...fresh, ...changed] })
    const { strand, definition } = this.parts
    for (const step of definition.steps) {
      if (!starting.includes(step.id)) continue
      if (this.isInterrupted || this.record.cancelBy !== null || strand === null) this.dropUnstarted(step)
      else this.execute(step, strand)
    }
    this.sendAway()
    if (run !== null && isOver(run.run)) this.settle(run.run)
  }

  private sendAway(): void {
    const { record, parts } = this
    for (const step of this.isInterrupted ? [] : this.toSend.splice(0)) {
      const before = step.after.map((id) => this.steps.get(id))
      this.away.begin(step, { record, definition: parts.definition, known: this.steps.get(step.id), before })
    }
  }

  /** A cancel or the end of the service came between the commit of a beginning and its body. */
  private dropUnstarted(step: StepDefinition): void {
    this.ground.places.give()
    const kind = this.isInterrupted ? 'interrupted' : 'cancelled'
    const error = this.isInterrupted ? 'The service is stopping.' : `Cancelled by ${this.record.cancelBy ?? ''}.`
    this.apply(step, { kind, error })
    this.advance()
  }
}
