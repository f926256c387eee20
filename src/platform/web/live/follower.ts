// How a room's store follows its kind: from a snapshot, from changes, and from a GET where the socket is refused.
import { ok, type Result } from '#base/result.ts'
import type { LiveChange, LiveKind } from '#platform/live-kind.ts'
import type { Problem } from '../api/problem.ts'
import type { Entity, EntityStore } from '../store/entity-store.ts'
import type { ValueStore } from '../store/value-store.ts'

/** What a feed needs of a kind that the page follows; the values are trusted to be of the kind's type. */
export type Follower = {
  readonly kind: LiveKind
  /** All there are, from a snapshot; undefined where the snapshot does not list the kind. */
  readonly takeAll: (values: readonly unknown[] | undefined) => void
  /** In order; the last value of each. */
  readonly takeChanges: (changes: readonly LiveChange<unknown>[]) => void
  /** All that its store holds, where there is one. */
  readonly held?: () => readonly unknown[]
  /** Reads by GET what a snapshot would list; the answer puts it in its place. Left out where a page can do without. */
  readonly read?: () => Promise<Result<() => void, Problem>>
}

type Following<T> = {
  /** All there are, by GET. */
  readonly read?: () => Promise<Result<readonly T[], Problem>>
  /** Set once the store was told: before that, absence means nothing. */
  readonly isTold?: ValueStore<boolean>
}

/** Keeps a store in step with its kind. */
export function followIn<T extends Entity>(
  kind: LiveKind<T>,
  store: EntityStore<T>,
  { read, isTold }: Following<T> = {},
): Follower {
  const replaceAll = (values: readonly T[]): void => {
    store.replaceAll(values)
    isTold?.set(true)
  }
  const listening: Follower = {
    ...listenTo(kind, { onAll: replaceAll, onChanges: (changes) => store.apply(changes) }),
    held: store.all,
  }
  if (read === undefined) return listening
  return {
    ...listening,
    async read() {
      const answer = await read()
      return answer.ok ? ok(() => replaceAll(answer.value)) : answer
    },
  }
}

type Listening<T> = {
  /** What a snapshot lists, which may be nothing: then anything may have changed. */
  readonly onAll: (values: readonly T[]) => void
  readonly onChanges: (changes: readonly LiveChange<T>[]) => void
}

/** Hears of a kind that no store keeps. */
export function listenTo<T>(kind: LiveKind<T>, { onAll, onChanges }: Listening<T>): Follower {
  return {
    kind,
    takeAll: (values = []) => onAll(values as readonly T[]),
    takeChanges: (changes) => onChanges(changes as readonly LiveChange<T>[]),
  }
}
