// Why a change of settings was not made, in words.
import type { Refusal } from '#platform/contract.ts'
import type { ConfigProblem } from './problem.ts'

/** The file is newer than the revision that the caller knows. */
export const changedElsewhere: Refusal = {
  error: 'changed_elsewhere',
  reason: 'Nothing was changed: config.json was changed meanwhile, by hand or by somebody else.',
  hint: 'Load the settings anew, look at what is new, and change it again if it is still meant.',
}

/** A text that nothing can be written into without writing it anew. */
export function notJson(problems: readonly ConfigProblem[]): Refusal {
  return {
    error: 'conflict',
    reason: 'Nothing was changed: config.json is not JSON as it stands.',
    hint: 'Mend it in an editor, or put back a copy from the folder config-copies of the home.',
    details: asDetails(problems),
  }
}

export function doesNotFit(problems: readonly ConfigProblem[]): Refusal {
  const count = problems.length === 1 ? 'one value does' : `${problems.length} values do`
  return {
    error: 'invalid_request',
    reason: `Nothing was changed: ${count} not fit.`,
    details: asDetails(problems),
  }
}

export function needsToken(keys: readonly string[]): Refusal {
  return {
    error: 'access_token_needed',
    reason: `Nothing was changed: ${keys.join(', ')} decide${keys.length === 1 ? 's' : ''} who gets in, which takes the ACCESS_TOKEN itself.`,
    hint: 'Send the request with `Authorization: Bearer <ACCESS_TOKEN>`, or run `orrery settings set` on the machine of the service.',
    details: keys.map((field) => ({ field, reason: 'takes the ACCESS_TOKEN' })),
  }
}

const asDetails = (problems: readonly ConfigProblem[]) => problems.map(({ at, reason }) => ({ field: at, reason }))
