// What a room says after a commit, so that every viewer of /ws/state sees it.

/** A resource as it stands after the commit, in card form; `value` is null when it was removed. */
export type FeedChange = {
  readonly kind: 'session' | 'task' | 'lanes'
  readonly op: 'upsert' | 'remove'
  readonly id: string
  readonly value: unknown
}

/** Takes changes after their commit; never throws and never waits for a viewer. */
export type Publish = (changes: readonly FeedChange[]) => void
