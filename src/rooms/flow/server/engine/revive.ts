// What a new process makes of a run that a dead one left.
import { deaths, diedSentence, endAttempt, endStep, mostDeaths, type StepRecord } from '../../core/record.ts'
import type { StrandDefinition } from '../../core/definition.ts'
import { queueFor, serveHere, type StepPlace } from '../../core/placement.ts'
import type { LoadedStrand } from '../loaded-strand.ts'
import { isSameDefinition, type OpenRun } from '../store/journal.ts'

/** A step as a new process finds it: what was under way is to run again, as its next try. */
export function revive(step: StepRecord, at: string): StepRecord {
  if (step.status === 'queued') return { ...step, ready_at: null }
  if (step.status !== 'running') return step
  const died = endAttempt(step, { status: 'cancelled', at, error: diedSentence })
  if (deaths(died) < mostDeaths) return { ...died, status: 'queued', ready_at: null }
  const error = `The service ended ${mostDeaths} times while this step was running, so it is not tried again.`
  return endStep(died, { status: 'failed', at, error })
}

/** One that another node runs did not end with this process: it is asked for again, and found as it stands. */
export function reviveAway(step: StepRecord): StepRecord {
  return step.status === 'running' || step.status === 'queued' ? { ...step, status: 'queued', ready_at: null } : step
}

/** Whether a step of the definition is none that this machine serves. */
export function isElsewhere(definition: StrandDefinition, stepId: string, here: StepPlace): boolean {
  const step = definition.steps.find(({ id }) => id === stepId)
  return step !== undefined && !serveHere(queueFor(definition, step), here).ok
}

/** The lines with which a step's output goes on after a restart. */
export function remarksOn(
  strand: LoadedStrand,
  { record, definition }: Pick<OpenRun, 'record' | 'definition'>,
): string[] {
  const isSame = isSameDefinition(strand.definition, definition) && (strand.version ?? null) === record.version
  const edited = 'The strand was edited since this run began: its steps are as they were, what they do is as it is now.'
  return ['— the service was started anew —', ...(isSame ? [] : [edited])]
}
