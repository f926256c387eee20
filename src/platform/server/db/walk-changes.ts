// How a room tells another what of its own changed: first everything there is, then what its log has since that began.

/** What a room knows of its things. */
export type ChangeWalk = {
  /** The newest number of its log; 0 for an empty one. */
  readonly head: () => Promise<number>
  /** Things in an order that stays, from behind `after` (empty: the first); null at their end. */
  readonly list: (
    after: string,
    limit: number,
  ) => Promise<{ readonly ids: readonly string[]; readonly after: string | null }>
  /** What changed after `number`, and the number that was reached. */
  readonly since: (
    number: number,
    limit: number,
  ) => Promise<{ readonly ids: readonly string[]; readonly reached: number; readonly isEnd: boolean }>
}

export type Walked = { readonly ids: readonly string[]; readonly mark: string; readonly isEnd: boolean }

/** Marks are `all <number> <after>` while everything is listed, and `since <number>` from then on. */
export function walkChanges({ head, list, since }: ChangeWalk) {
  return async (mark: string | null, limit: number): Promise<Walked> => {
    const { kind, number } = read(mark) ?? { kind: 'none', number: 0 }
    const newest = await head()
    // A log that was lost counts from one again.
    if (kind === 'since' && number <= newest) {
      const { ids, reached, isEnd } = await since(number, limit)
      return { ids, mark: `since ${reached}`, isEnd }
    }
    const began = kind === 'all' ? number : newest
    const { ids, after } = await list(kind === 'all' ? (read(mark)?.after ?? '') : '', limit)
    if (after !== null) return { ids, mark: `all ${began} ${after}`, isEnd: false }
    return { ids, mark: `since ${began}`, isEnd: began === newest }
  }
}

function read(mark: string | null) {
  const { kind, number, after } =
    /^(?<kind>all|since) (?<number>\d{1,16})(?: (?<after>.*))?$/s.exec(mark ?? '')?.groups ?? {}
  return kind === undefined ? null : { kind, number: Number(number), after: after ?? '' }
}
