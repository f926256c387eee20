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

/** Where another part of the service hears what viewers hear. */
export interface KindFollowing {
  /** Hears of all there are at once, then of each change after its commit. Throws for a kind that nobody offered. */
  follow<T extends { readonly id: string }>(kind: LiveKind<T>, hear: Publish<T>): void
}

type Known = {
  readonly listed: string | null
  readonly all: () => Iterable<unknown>
  readonly followers: Set<Publish<unknown>>
}

type KindsParts = {
  readonly path: string
  /** `canWait`: as the kind of the changes says. */
  readonly publish: (changes: readonly (FeedChange | LateChange)[], canWait: boolean) => void
}

function toChange<T>(id: string, value: T | null): LiveChange<T> {
  return value === null ? { op: 'remove', id, value: null } : { op: 'upsert', id, value }
}

/** `lists` is what a snapshot tells, as it stands. */
export function createKinds({ path, publish }: KindsParts): Kinds & KindFollowing & { readonly lists: () => object } {
  const known = new Map<string, Known>()

  function offer<T>({ kind, listed, canWait = false }: LiveKind<T>, { all = () => [] }: Offer<T>): LiveTeller<T> {
    if (known.has(kind)) throw new Error(`the kind ${kind} is told on ${path} already`)
    const followers = new Set<Publish<unknown>>()
    known.set(kind, { listed, all, followers })
    return {
      publish(changes) {
        publish(
          changes.map(({ op, id, value }) => ({ kind, op, id, value })),
          canWait,
        )
        for (const hear of followers) hear(changes)
      },
    }
  }

  return {
    offer,
    offerLate(kind, { read, ...offered }) {
      const readNow = (id: string): FeedChange => {
        const value = read(id)
        return { kind: kind.kind, op: value === null ? 'remove' : 'upsert', id, value }
      }
      const told = offer(kind, offered)
      const followers = known.get(kind.kind)?.followers
      const touch = (id: string): void => {
        publish([{ kind: kind.kind, id, read: () => readNow(id) }], kind.canWait ?? false)
        for (const hear of followers ?? []) hear([toChange(id, read(id))])
      }
      return { ...told, touch }
    },
    follow<T extends { readonly id: string }>({ kind }: LiveKind<T>, hear: Publish<T>) {
      const found = known.get(kind)
      if (found === undefined) throw new Error(`nobody tells of the kind ${kind} on ${path}`)
      // Whoever offers a kind tells values of the kind's type.
      found.followers.add(hear as Publish<unknown>)
      hear([...(found.all() as Iterable<T>)].map((value) => toChange(value.id, value)))
    },
    lists() {
      const all = known.values().flatMap(({ listed, all: list }) => (listed === null ? [] : [[listed, [...list()]]]))
      return Object.fromEntries(all)
    },
  }
}
