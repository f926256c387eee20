// The plan of a preview as text: what the model said, and what it was asked from.
import type { PlanBasis } from '../../core/plan-basis.ts'
import type { ModelScore } from '../../core/rank.ts'
import type { ModelAnswers } from './ask-model.ts'
import type { PlanInput } from './plan.ts'
import type { Snapshot } from './snapshot.ts'

export type KeptPlan = PlanInput & { readonly basis: PlanBasis }

type PlanJson = Omit<KeptPlan, 'asked'> & {
  readonly asked: Omit<ModelAnswers, 'answers'> & { readonly answers: readonly (readonly [string, ModelScore])[] }
}

type Made = { readonly snapshot: Snapshot; readonly asked: ModelAnswers }

export function planText({ snapshot: { tasks: _tasks, batches: _batches, basis, ...snapshot }, asked }: Made): string {
  const kept: PlanJson = { snapshot, basis, asked: { ...asked, answers: [...asked.answers] } }
  return JSON.stringify(kept)
}

export function readPlan(text: string): KeptPlan {
  // We wrote it ourselves, in `planText`.
  const { asked, ...plan } = JSON.parse(text) as PlanJson
  return { ...plan, asked: { ...asked, answers: new Map(asked.answers) } }
}
