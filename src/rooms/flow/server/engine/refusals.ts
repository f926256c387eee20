// What the engine refuses, in words.
import { nearest } from '#base/nearest.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { LoadError } from '../../contract.ts'

export function unknownStrand(id: string, known: Iterable<string>): Refusal {
  const meant = nearest(id, [...known])
  return {
    error: 'not_found',
    reason: `There is no strand ${shown(id)}.`,
    hint: meant === null ? 'See which are loaded: orrery strand ls' : `Did you mean ${meant}?`,
  }
}

export const brokenStrand = (id: string, { file, line, reason }: LoadError): Refusal => ({
  error: 'broken_strand',
  reason: `The file of ${id} has a fault, so it does not run: ${line === null ? file : `${file}:${line}`} ${reason}.`,
  hint: 'Mend the file and reload: orrery strand reload',
})

export const unknownRun = (id: string): Refusal => ({ error: 'not_found', reason: `There is no run ${shown(id)}.` })

export const otherStrand = (runId: string, strandId: string): Refusal => ({
  error: 'conflict',
  reason: `The run ${shown(runId)} is there already, of the strand ${strandId}.`,
  hint: 'Choose another run_id, or leave it out.',
})

export const runIsOver = (id: string, status: string): Refusal => ({
  error: 'conflict',
  reason: `The run ${shown(id)} is over: ${status}.`,
})

export const runsElsewhere = (id: string, node: string): Refusal => ({
  error: 'node_offline',
  reason: `The run ${shown(id)} goes on at the node ${node}, which alone can end it.`,
  hint: `Cancel it on the page of ${node}; where it is: orrery system`,
})

export const runIsNotOver = (id: string): Refusal => ({
  error: 'conflict',
  reason: `The run ${shown(id)} is still under way.`,
  hint: 'Wait for its end, or cancel it first.',
})

export const nothingToRetry = (id: string): Refusal => ({
  error: 'conflict',
  reason: `The run ${shown(id)} succeeded, so there is nothing to go on from.`,
  hint: 'Run the strand anew instead.',
})

export const notOurs = (id: string): Refusal => ({
  error: 'conflict',
  reason: `The run ${shown(id)} took place elsewhere, so it can't be run from here.`,
  hint: 'Run its job where it is scheduled.',
})

export const tooManyWaiting = (id: string): Refusal => ({
  error: 'too_many',
  reason: `Too many runs of ${id} wait already.`,
  hint: 'Cancel some of them, or raise the concurrency of the strand.',
})

export const engineStops: Refusal = {
  error: 'stopping',
  reason: 'The workflow engine is stopping.',
  hint: 'Try again once the service has started anew.',
}

export const strandGone = 'The strand of this run is not there any more, so it could not go on.'
