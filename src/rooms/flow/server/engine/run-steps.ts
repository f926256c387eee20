// The steps of one run in memory, with what of them is not in the journal yet.
import type { Json } from '#base/json.ts'
import type { StepStatus } from '../../contract.ts'
import type { StepDefinition } from '../../core/definition.ts'
import type { StepRecord } from '../../core/record.ts'

export type UnsavedSteps = { readonly fresh: readonly StepRecord[]; readonly changed: readonly StepRecord[] }

export interface RunSteps {
  /** Throws for a step that was never put. */
  get(id: string): StepRecord
  find(id: string): StepRecord | undefined
  put(step: StepRecord): void
  /** What `advance` decides on: a step that waits for a place or a retry counts as running. */
  statuses(): ReadonlyMap<string, StepStatus>
  /** Results of the steps before one, by their ids. */
  resultsFor(step: StepDefinition): Readonly<Record<string, Json>>
  /** Steps put since the last call, for the journal: `fresh` ones have no row yet. */
  takeUnsaved(): UnsavedSteps
  /** The journal did not take them. */
  giveBack(steps: UnsavedSteps): void
  hasUnsaved(): boolean
  all(): StepRecord[]
}

/** `known` have rows already if the run is journaled. */
export function createRunSteps(known: readonly StepRecord[], isJournaled: boolean): RunSteps {
  const steps = new Map(known.map((step) => [step.step_id, step]))
  const rows = new Set(isJournaled ? steps.keys() : [])
  const unsaved = new Set<string>()
  const get = (id: string): StepRecord => {
    const step = steps.get(id)
    if (step === undefined) throw new Error(`the step ${id} has not begun`)
    return step
  }
  return {
    get,
    find: (id) => steps.get(id),
    put(step) {
      steps.set(step.step_id, step)
      unsaved.add(step.step_id)
    },
    statuses: () => new Map([...steps].map(([id, step]) => [id, seenStatus(step)])),
    resultsFor: ({ after }) => Object.fromEntries(after.map((id) => [id, get(id).result])),
    takeUnsaved() {
      const fresh: StepRecord[] = []
      const changed: StepRecord[] = []
      for (const id of unsaved) {
        if (rows.has(id)) changed.push(get(id))
        else fresh.push(get(id))
        rows.add(id)
      }
      unsaved.clear()
      return { fresh, changed }
    },
    giveBack({ fresh, changed }) {
      for (const { step_id: id } of fresh) rows.delete(id)
      for (const { step_id: id } of [...fresh, ...changed]) unsaved.add(id)
    },
    hasUnsaved: () => unsaved.size > 0,
    all: () => [...steps.values()],
  }
}

const seenStatus = ({ status, ready_at: readyAt }: StepRecord): StepStatus =>
  status === 'queued' && readyAt !== null ? 'running' : status
