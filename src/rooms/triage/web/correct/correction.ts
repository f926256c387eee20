// Which correction a person is about to make, and at which element it is asked for.
import { createValue } from '#platform/web/store/value-store.ts'
import type { Lane, ScoreDimension } from '../../contract.ts'

type Question =
  | { readonly kind: 'part'; readonly dimension: ScoreDimension }
  | { readonly kind: 'lane'; readonly lane: Lane }
  | { readonly kind: 'lock'; readonly lane: Lane }

export type AskedCorrection = Question & { readonly task: string; readonly anchor: Element }

export const askedCorrection = createValue<AskedCorrection | null>(null)

export function closeCorrection(): void {
  askedCorrection.set(null)
}
