// The kinds that a feed tells: who tells them, and how a snapshot lists them.
import type { LiveChange, LiveKind } from '#platform/live-kind.ts'
import type { FeedChange, LateChange } from './frames.ts'

/** Takes changes of one kind after their commit; never throws and never waits for a viewer. */
export type Publish<T> = (changes: readonly LiveChange<T>[]) => void

/** How a room tells of its kind. */
export interface LiveTeller<T> {
  readonly publish: Publish<T>
}

/** As above, for a kind whose resources are read when a frame is made. */
export interface LateTeller<T> extends LiveTeller<T> {
  /** It changed, or is gone: what it is by then is read once for a frame. */
  readonly touch: (id: string) => void
}

export type Offer<T> = {
  /** All of them, as a snapshot lists them; left out for a kind that no snapshot lists. */
  readonly all?: () => Iterable<T>
}

/** Where rooms offer their kinds. */
export interface Kinds {
  /** Makes a kind known, before the first viewer comes. Throws for one that is known already. */
  offer<T>(kind: LiveKind<T>, offer: Offer<T>): LiveTeller<T>
  /** As above; `read` answers null for what is gone. */
  offerLate<T>(kind: LiveKind<T>, offer: Offer<T> & { readonly read: (id: string) => T | null }): LateTeller<T>
}

type KindsParts = {
  readonly path: string
  readonly publish: (changes: readonly (FeedChange | LateChange)[]) => void
}

/** `lists` is what a snapshot tells, as it stands. */
export function createKinds({ path, publish }: KindsParts): Kinds & { readonly lists: () => object } {
  const known = new Map<string, { readonly listed: string | null; readonly all: () => Iterable<unknown> }>()

  function offer<T>({ kind, listed }: LiveKind<T>, { all = () => [] }: Offer<T>): LiveTeller<T> {
    if (known.has(kind)) throw new Error(`the kind ${kind} is told on ${path} already`)
    known.set(kind, { listed, all })
    return { publish: (changes) => publish(changes.map(({ op, id, value }) => ({ kind, op, id, value }))) }
  }

  return {
    offer,
    offerLate(kind, { read, ...offered }) {
      const readNow = (id: string): FeedChange => {
        const value = read(id)
        return { kind: kind.kind, op: value === null ? 'remove' : 'upsert', id, value }
      }
      const touch = (id: string): void => publish([{ kind: kind.kind, id, read: () => readNow(id) }])
      return { ...offer(kind, offered), touch }
    },
    lists() {
      const all = known.values().flatMap(({ listed, all: list }) => (listed === null ? [] : [[listed, [...list()]]]))
      return Object.fromEntries(all)
    },
  }
}
