// A strand as the wire carries it.
import { tickCount, type Run, type Strand, type StrandStep, type Tick } from '../contract.ts'
import { fromIso } from '#base/time.ts'
import type { StepDefinition, StrandDefinition } from './definition.ts'
import { isLate } from './due-slots.ts'

export type StrandSurroundings = {
  readonly scheduleWords: string | null
  readonly nextRuns: readonly string[]
  readonly ticks: readonly Tick[]
  readonly upstream: Strand['upstream']
  readonly broken: Strand['broken']
}

export function toStrand(definition: StrandDefinition, around: StrandSurroundings): Strand {
  return {
    id: definition.id,
    name: definition.name,
    description: definition.description,
    schedule: definition.schedule,
    schedule_words: around.scheduleWords,
    timezone: definition.timezone,
    enabled: definition.enabled,
    start_at_boot: definition.startAtBoot === true,
    triggerType: definition.triggerType,
    modulePath: definition.modulePath,
    steps: definition.steps.map(toStrandStep),
    default_host: definition.defaultHost,
    required_capabilities: [...definition.requiredCapabilities],
    origin: definition.origin,
    seed: definition.seed,
    input_schema: definition.inputSchema === null ? null : { ...definition.inputSchema },
    concurrency: definition.concurrency,
    missed: definition.missed,
    next_runs: [...around.nextRuns],
    ticks: [...around.ticks],
    broken: around.broken,
    upstream: around.upstream,
  }
}

export function toStrandStep(step: StepDefinition): StrandStep {
  return {
    id: step.id,
    name: step.name,
    after: [...step.after],
    host: step.host,
    requires: [...step.requires],
    timeout_ms: step.timeoutMs,
    retries: step.retry.retries,
  }
}

export type TickRun = Pick<Run, 'run_id' | 'status' | 'caveat' | 'created_at' | 'started_at' | 'finished_at' | 'slot'>

export function toTick(run: TickRun): Tick {
  const at = run.started_at ?? run.created_at
  return {
    run_id: run.run_id,
    status: run.status,
    at,
    duration_ms: run.started_at === null || run.finished_at === null ? null : fromIso(run.finished_at) - fromIso(at),
    late: run.slot !== null && isLate(fromIso(run.slot), fromIso(at)),
    caveat: run.caveat?.kind ?? null,
  }
}

export function missedTick(slot: string): Tick {
  return { run_id: null, status: 'missed', at: slot, duration_ms: null, late: false, caveat: null }
}

/** A line of ticks with the slots that nothing ran in at their places, oldest first and no longer than a strand shows. */
export function withMissed(ticks: readonly Tick[], slots: readonly string[]): readonly Tick[] {
  if (slots.length === 0) return ticks
  const there = new Set(ticks.map(({ at }) => at))
  const missed = slots.filter((slot) => !there.has(slot)).map(missedTick)
  return [...ticks, ...missed].toSorted((one, other) => (one.at < other.at ? -1 : 1)).slice(-tickCount)
}
