// What a test of engines works with: a place with an engine that it may kill, and words for what it asks of it.
import assert from 'node:assert/strict'
import type { Refusal } from '#platform/contract.ts'
import type { Result } from '#base/result.ts'
import type { Run, RunStep } from '#rooms/flow/contract.ts'
import type { LoadedStrand } from '#rooms/flow/server/loaded-strand.ts'
import type { WorkflowEngine } from '#rooms/flow/server/ports.ts'
import type { Trigger } from '#rooms/flow/server/engine/trigger.ts'
import type { ManualTime } from '#testing/manual-time.testkit.ts'

/** A place with an engine that a test may kill and start again. */
export interface Rig extends AsyncDisposable {
  readonly engine: WorkflowEngine
  readonly time: ManualTime
  find(runId: string): Promise<Run | null>
  /** In the order of the definition where it is known. */
  steps(runId: string): Promise<RunStep[]>
  /** The whole output of a step that is still on disk. */
  output(runId: string, stepId: string): Promise<string>
  /** The journal takes nothing, as on a full disk, until it is called with false. */
  refuseWrites(refuses: boolean): void
  /** The process dies: nothing more is written. A new engine takes its place, with these strands. */
  die(strands: readonly LoadedStrand[]): Promise<void>
  /** The service stops as it should, and starts again. */
  restart(strands: readonly LoadedStrand[]): Promise<void>
}

export type OpenRig = (strands: readonly LoadedStrand[]) => Promise<Rig>

/** What the shared tests are run with. */
export type Suite = {
  readonly name: string
  readonly openRig: OpenRig
  readonly test: (what: string, run: () => Promise<void>) => void
}

export function ask(strandId: string, more: Partial<Trigger> = {}): Trigger {
  return { strandId, runId: null, trigger: 'manual', by: 'test', input: null, slot: null, ...more }
}

export async function start(rig: Rig, strandId: string, more: Partial<Trigger> = {}) {
  return taken(await rig.engine.trigger(ask(strandId, more)))
}

export async function over(rig: Rig, runId: string): Promise<Run> {
  const run = await rig.engine.result(runId)
  assert.ok(run, `there is no run ${runId}`)
  return run
}

export async function finish(rig: Rig, strandId: string, more: Partial<Trigger> = {}): Promise<Run> {
  const { runId } = await start(rig, strandId, more)
  return over(rig, runId)
}

export async function step(rig: Rig, runId: string, stepId: string): Promise<RunStep> {
  const found = (await rig.steps(runId)).find(({ step_id: id }) => id === stepId)
  assert.ok(found, `the run has no step ${stepId}`)
  return found
}

/** Status and tries of each step. */
export async function outline(rig: Rig, run: Run | string): Promise<Record<string, string>> {
  const steps = await rig.steps(typeof run === 'string' ? run : run.run_id)
  return Object.fromEntries(steps.map(({ step_id: id, status, attempt }) => [id, `${status} ${attempt}`]))
}

export function taken<T>(result: Result<T, Refusal>): T {
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.error))
  return result.value
}

export function refused(result: Result<unknown, Refusal>): readonly [string, string | undefined] {
  assert.equal(result.ok, false)
  return result.ok ? ['', ''] : [result.error.error, result.error.hint]
}

export async function until(rig: Rig, runId: string, holds: (step: RunStep) => boolean): Promise<void> {
  await untilTrue(async () => (await rig.steps(runId)).some(holds))
}

const deadlineMs = 20_000

export async function untilTrue(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + deadlineMs
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error('it did not come about in time')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
