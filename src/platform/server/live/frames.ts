// What a live feed carries.

/** A change with its kind, as frames carry it; `value` is null when `op` is `remove`. */
export type FeedChange = {
  readonly kind: string
  readonly op: 'upsert' | 'remove'
  readonly id: string
  readonly value: unknown
}

/** A change whose value is read when its frame is made: many changes of one resource cost one reading. */
export type LateChange = { readonly kind: string; readonly id: string; readonly read: () => FeedChange }

export type Frame = { readonly seq: number; readonly changes: readonly FeedChange[] }
