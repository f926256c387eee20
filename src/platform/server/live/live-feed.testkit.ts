// A live feed that nobody sees, for rooms that are opened by a test: what they publish can be kept.
import type { LiveChange, LiveKind } from '#platform/live-kind.ts'
import type { Kinds } from './kinds.ts'

/** A change with the kind under which viewers would hear of it. */
export type Told = LiveChange<unknown> & { readonly kind: string }

export function keepTold(told: Told[] = []): Pick<Kinds, 'offer'> {
  return {
    offer: <T>({ kind }: LiveKind<T>) => ({
      publish: (changes: readonly LiveChange<T>[]) => void told.push(...changes.map((change) => ({ kind, ...change }))),
    }),
  }
}
