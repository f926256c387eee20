// A live feed that nobody sees, for rooms that are opened by a test: what they publish can be kept.
import type { LiveChange, LiveKind } from '#platform/live-kind.ts'
import type { Counter } from '../db/counter.ts'
import type { Ground } from '../house/ground.ts'
import type { LiveTeller } from './kinds.ts'

/** Numbers of frames that no database keeps. */
export function countFrom(start: number): Counter {
  let last = start
  return { start, next: () => (last += 1) }
}

/** A change with the kind under which viewers would hear of it. */
export type Told = LiveChange<unknown> & { readonly kind: string }

export function keepTold(told: Told[] = []): Ground['live'] {
  const offer = <T>({ kind }: LiveKind<T>): LiveTeller<T> => ({
    publish: (changes: readonly LiveChange<T>[]) => void told.push(...changes.map((change) => ({ kind, ...change }))),
  })
  return {
    offer,
    viewers: () => 0,
    watchers: () => 0,
    follow() {},
    offerLate<T>(kind: LiveKind<T>, { read }: { readonly read: (id: string) => T | null }) {
      const { publish } = offer(kind)
      return {
        publish,
        touch(id: string) {
          const value = read(id)
          publish([value === null ? { op: 'remove', id, value: null } : { op: 'upsert', id, value }])
        },
      }
    },
  }
}
