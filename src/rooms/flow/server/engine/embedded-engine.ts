// The embedded workflow engine: runs strands in this process, with two tables of service.db as its journal.
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Run } from '../../contract.ts'
import type { StrandDefinition } from '../../core/definition.ts'
import type { StepRecord } from '../../core/record.ts'
import { stepsToReuse } from '../../core/plan-retry.ts'
import type { LoadedStrand } from '../loaded-strand.ts'
import type { WorkflowEngine } from '../ports.ts'
import type { Trigger } from './trigger.ts'
import type { OpenRun } from '../store/journal.ts'
import type { RunReads } from '../store/run-reads.ts'
import { createAdmission, mostWaiting } from './admission.ts'
import { checkInput } from './check-input.ts'
import {
  engineStops,
  notOurs,
  nothingToRetry,
  otherStrand,
  runIsNotOver,
  runIsOver,
  strandGone,
  runsElsewhere,
  tooManyWaiting,
  unknownRun,
  unknownStrand,
} from './refusals.ts'
import { isElsewhere, remarksOn, revive, reviveAway } from './revive.ts'
import type { RunGround } from './run-ground.ts'
import { isOver, type RunProcess } from './run-parts.ts'
import { createRunProcess } from './run-process.ts'

export type EmbeddedEngineParts = {
  readonly ground: RunGround
  readonly reads: RunReads
  /** A fresh id that no run has. */
  readonly makeId: () => string
}

export function createEmbeddedEngine(parts: EmbeddedEngineParts): WorkflowEngine {
  return new EmbeddedEngine(parts)
}

type Started = Result<{ readonly runId: string; readonly isNew: boolean }, Refusal>

/** A run to be, before it has a row. */
type NewStrandRun = {
  readonly strand: LoadedStrand
  readonly run: Pick<Run, 'run_id' | 'trigger' | 'trigger_by' | 'input' | 'slot' | 'retry_of'>
  readonly steps: readonly StepRecord[]
}

class EmbeddedEngine implements WorkflowEngine {
  private strands: ReadonlyMap<string, LoadedStrand> = new Map()
  /** Runs that are not over, the waiting ones included. */
  private readonly active = new Map<string, RunProcess>()
  /** New runs whose first row is being written. */
  private readonly opening = new Map<string, Promise<Started>>()
  private readonly admission = createAdmission<RunProcess>()
  private isStopping = false
  private readonly ground: RunGround
  private readonly parts: EmbeddedEngineParts

  constructor(parts: EmbeddedEngineParts) {
    this.parts = parts
    this.ground = parts.ground
  }

  setStrands(strands: readonly LoadedStrand[]): void {
    this.strands = new Map(strands.map((strand) => [strand.definition.id, strand]))
  }

  async start(): Promise<void> {
    const left = await this.ground.journal.open()
    // Those that ran before those that waited: they hold the strand's places.
    for (const open of left.toSorted((one, other) => rank(one) - rank(other))) this.resume(open)
  }

  async trigger(trigger: Trigger): Promise<Started> {
    if (this.isStopping) return err(engineStops)
    const strand = this.strands.get(trigger.strandId)
    if (strand === undefined) return err(unknownStrand(trigger.strandId, this.strands.keys()))
    const { id } = strand.definition
    if (trigger.runId !== null) {
      const known = await this.known(trigger.runId, id)
      if (known !== null) return known
    }
    const input = checkInput(strand.definition, trigger)
    if (!input.ok) return input
    return this.begin({
      strand,
      steps: [],
      run: {
        run_id: trigger.runId ?? this.parts.makeId(),
        trigger: trigger.trigger,
        trigger_by: trigger.by,
        input: input.value,
        slot: trigger.slot,
        retry_of: null,
      },
    })
  }

  async cancel(runId: string, by: string): Promise<Result<Run, Refusal>> {
    await this.opening.get(runId)
    const process = this.active.get(runId)
    if (process !== undefined) return ok(await process.cancel(by))
    const run = await this.parts.reads.find(runId)
    if (run === null) return err(unknownRun(runId))
    const node = isOver(run) ? null : await this.parts.reads.nodeOf(runId)
    return err(node === null ? runIsOver(runId, run.status) : runsElsewhere(runId, node))
  }

  async retry(runId: string, by: string): Promise<Result<{ readonly runId: string }, Refusal>> {
    if (this.isStopping) return err(engineStops)
    if (this.active.has(runId) || this.opening.has(runId)) return err(runIsNotOver(runId))
    const before = await this.parts.reads.find(runId)
    if (before === null) return err(unknownRun(runId))
    if (!isOver(before)) return err(runIsNotOver(runId))
    if (before.status === 'success') return err(nothingToRetry(runId))
    if (!(await this.parts.reads.isOurs(runId))) return err(notOurs(runId))
    const strand = this.strands.get(before.workflow_id)
    if (strand === undefined) return err(unknownStrand(before.workflow_id, this.strands.keys()))
    const id = this.parts.makeId()
    const steps = new Map((await this.parts.reads.steps(runId)).map((step) => [step.step_id, step]))
    const started = await this.begin({
      strand,
      steps: [...stepsToReuse(strand.definition.steps, steps).values()].map((step) => ({
        ...step,
        run_id: id,
        reusedFrom: step.reusedFrom ?? runId,
      })),
      run: { run_id: id, trigger: 'manual', trigger_by: by, input: before.input, slot: null, retry_of: runId },
    })
    return started.ok ? ok({ runId: started.value.runId }) : started
  }

  async result(runId: string): Promise<Run | null> {
    await this.opening.get(runId)
    return this.active.get(runId)?.over ?? this.parts.reads.find(runId)
  }

  async stop(): Promise<void> {
    this.isStopping = true
    await Promise.allSettled(this.opening.values())
    await Promise.all([...this.active.values()].map((process) => process.interrupt()))
  }

  /** The answer for an id that has a run, or is about to have one. */
  private async known(runId: string, strandId: string): Promise<Started | null> {
    const opening = this.opening.get(runId)
    if (opening !== undefined && !(await opening).ok) return opening
    const run = this.active.get(runId)?.run() ?? (await this.parts.reads.find(runId))
    if (run === null) return null
    return run.workflow_id === strandId ? ok({ runId, isNew: false }) : err(otherStrand(runId, run.workflow_id))
  }

  private begin(fresh: NewStrandRun): Promise<Started> {
    const { run_id: runId } = fresh.run
    // Two calls with one id that both found nothing: the second takes the first one's run.
    const same = this.opening.get(runId)
    if (same !== undefined) return same.then((started) => (started.ok ? ok({ runId, isNew: false }) : started))
    const { id } = fresh.strand.definition
    if (this.admission.waiting(id) >= mostWaiting) return Promise.resolve(err(tooManyWaiting(id)))
    const opening = this.open(fresh).finally(() => this.opening.delete(runId))
    this.opening.set(runId, opening)
    return opening
  }

  private async open({ strand, run, steps }: NewStrandRun): Promise<Started> {
    const { id, concurrency } = strand.definition
    const process = createRunProcess(this.ground, {
      record: { run: { ...run, ...this.blankRun(id) }, version: strand.version ?? null, cancelBy: null },
      definition: strand.definition,
      strand,
      steps,
      remarks: [],
      isJournaled: false,
    })
    const isAdmitted = this.admission.enter(id, concurrency)
    // At once, so that runs begin in the order in which they were asked for.
    if (!isAdmitted) this.admission.wait(id, process)
    let isNew = false
    try {
      isNew = await process.open(isAdmitted)
    } finally {
      if (!isNew) this.takeOut(id, process)
    }
    if (isNew) this.keep(process)
    return ok({ runId: run.run_id, isNew })
  }

  private blankRun(strandId: string) {
    const run = { workflow_id: strandId, status: 'queued', created_at: toIso(this.ground.clock.now()) } as const
    return { ...run, started_at: null, finished_at: null, error: null, caveat: null, usage: null }
  }

  private keep(process: RunProcess): void {
    this.active.set(process.run().run_id, process)
    void this.whenOver(process)
  }

  private async whenOver(process: RunProcess): Promise<void> {
    const { run_id: runId, workflow_id: strandId } = await process.over
    this.active.delete(runId)
    this.takeOut(strandId, process)
  }

  /** The run waits no more, or is no more under way: then others go in. */
  private takeOut(strandId: string, process: RunProcess): void {
    if (this.admission.remove(strandId, process) || this.isStopping) return
    const limit = this.strands.get(strandId)?.definition.concurrency ?? 1
    for (const next of this.admission.leave(strandId, limit)) next.start()
  }

  private isAway(definition: StrandDefinition, { step_id: id }: StepRecord): boolean {
    return this.ground.beginAway !== null && isElsewhere(definition, id, this.ground.here)
  }

  private resume({ record, definition, steps }: OpenRun): void {
    const { workflow_id: strandId, status } = record.run
    const strand = this.strands.get(strandId) ?? null
    const at = toIso(this.ground.clock.now())
    const process = createRunProcess(this.ground, {
      record,
      definition,
      strand,
      steps: steps.map((step) => (this.isAway(definition, step) ? reviveAway(step) : revive(step, at))),
      remarks: strand === null ? [] : remarksOn(strand, { record, definition }),
      isJournaled: true,
    })
    this.keep(process)
    const isAdmitted = status === 'queued' ? this.admission.enter(strandId, strand?.definition.concurrency ?? 1) : true
    if (status === 'running') this.admission.force(strandId)
    if (strand === null) process.fail(strandGone)
    else if (isAdmitted) process.start()
    else this.admission.wait(strandId, process)
  }
}

const rank = ({ record }: OpenRun): number => (record.run.status === 'running' ? 0 : 1)
