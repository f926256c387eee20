// What a retry takes over from the run before: the steps that succeeded, as far as everything before them did, too.
import type { StepDefinition } from './definition.ts'
import type { StepRecord } from './record.ts'

/** The steps to take over, by id. `steps` is the definition as it now stands: it may have changed since that run. */
export function stepsToReuse(
  steps: readonly Pick<StepDefinition, 'id' | 'after'>[],
  before: ReadonlyMap<string, StepRecord>,
): ReadonlyMap<string, StepRecord> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const answers = new Map<string, boolean>()
  const isReusable = (id: string): boolean => {
    const known = answers.get(id)
    if (known !== undefined) return known
    const answer = before.get(id)?.status === 'success' && (byId.get(id)?.after ?? []).every(isReusable)
    answers.set(id, answer)
    return answer
  }
  return new Map(
    steps.flatMap(({ id }) => {
      const step = before.get(id)
      return step !== undefined && isReusable(id) ? [[id, step] as const] : []
    }),
  )
}
