// A live resource as a value: what it is called on the wire, and under which name a snapshot lists it.

export type LiveKind<T = unknown, K extends string = string> = {
  /** The `kind` of its changes. */
  readonly kind: K
  /** The name of its list in a snapshot; null for what a snapshot does not tell, as a signal or a part of another kind. */
  readonly listed: string | null
  /** Whether nobody acts on one of its changes: then a frame of them holds back no change of another kind. Default: somebody does. */
  readonly canWait?: boolean
  /** Carries the type alone: there is never a value. */
  readonly value?: T
}

/** Declares a live resource: `liveKind<SessionCard>()({ kind: 'session', listed: 'sessions' })`. */
export function liveKind<T>() {
  return <const K extends string>(declared: Omit<LiveKind<never, K>, 'value'>): LiveKind<T, K> => declared
}

/** What became of one resource, as it stands after the commit. */
export type LiveChange<T> =
  | { readonly op: 'upsert'; readonly id: string; readonly value: T }
  | { readonly op: 'remove'; readonly id: string; readonly value: null }
