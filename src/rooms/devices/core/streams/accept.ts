// What the hub does with a numbered envelope: a stream has no gaps but those that it tells of, and nothing counts twice.

/** The numbers that an envelope stands for: its own, or those of a `session.gap`, which bears the last one. */
export type StreamSpan = { readonly first: number; readonly last: number }

export type Acceptance =
  /** The next of its stream. `have` is what may be acknowledged once it is committed; it stands for `from` to `have`. */
  | { readonly kind: 'take'; readonly from: number; readonly have: number }
  /** Committed before: to be dropped, and acknowledged again. */
  | { readonly kind: 'known' }
  /** What comes before it is missing. Nothing is taken until the device goes on after `have`. */
  | { readonly kind: 'out_of_order' }

/** Where an envelope stands in its stream. */
export function spanOf(frame: { readonly type: string; readonly seq: number; readonly from?: number }): StreamSpan {
  return {
    first: frame.type === 'session.gap' ? Math.min(frame.from ?? frame.seq, frame.seq) : frame.seq,
    last: frame.seq,
  }
}

/** `have`: the last number that is committed, 0 for none. A gap may begin with what came before it was dropped. */
export function accept(have: number, { first, last }: StreamSpan): Acceptance {
  if (last <= have) return { kind: 'known' }
  return first > have + 1 ? { kind: 'out_of_order' } : { kind: 'take', from: have + 1, have: last }
}

/** Of a run whose cancel is committed only its end applies: an older event that says `running` revives nothing. */
export function applies(type: string, isCancelled: boolean): boolean {
  return !isCancelled || type === 'session.exit' || type === 'session.refused'
}
