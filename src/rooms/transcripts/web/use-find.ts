// What is looked for in a conversation, and which of the places where it stands is shown.
import { useEffect, useMemo, useState } from 'react'
import { useParameter } from '#platform/web/shell/parameters.ts'
import { wordsParameter } from '#platform/web/shell/panel-url.ts'
import { hitsOf, timeOf, type Row, type RowHit } from '../core/rows.ts'
import type { RowsHandle } from './rows-handle.ts'

export type Find = ReturnType<typeof useFind>

export function useFind(rows: readonly Row[], list: { readonly current: RowsHandle | null }) {
  // Where a search led here, its words stand in the address, and from where on they are.
  const found = useParameter(wordsParameter)
  const from = useParameter('from')
  const [words, setWords] = useState(() => longest(found.split(' ')))
  const [at, setAt] = useState<number | null>(null)
  const hits = useMemo(() => hitsOf(rows, words), [rows, words])
  const first = useMemo(() => firstFrom(rows, hits, from), [rows, hits, from])
  const place = Math.min(at ?? first, Math.max(0, hits.length - 1))
  const hit = hits[place] ?? null
  const row = hit?.row ?? -1
  const shownRow = rows[row]
  useEffect(() => {
    if (row !== -1) list.current?.show(row)
  }, [row, list])
  return {
    words,
    hits,
    place,
    hit,
    /** When it was, of the hit that is shown. */
    time: shownRow === undefined ? null : timeOf(shownRow),
    look(next: string) {
      setWords(next)
      setAt(0)
    },
    /** Round the end to the beginning. */
    move: (by: 1 | -1) => setAt(hits.length === 0 ? 0 : (place + by + hits.length) % hits.length),
  }
}

/** One that stands out: the words of a search stand anywhere, and here one text is looked for. */
function longest(words: readonly string[]): string {
  return words.reduce((one, other) => (other.length > one.length ? other : one), '')
}

/** The first hit at or behind the item with that id, or behind the row that has it. */
function firstFrom(rows: readonly Row[], hits: readonly RowHit[], from: string): number {
  if (from === '') return 0
  const begin = rows.findIndex((row) => row.key.endsWith(from))
  return begin === -1
    ? 0
    : Math.max(
        0,
        hits.findIndex(({ row }) => row >= begin),
      )
}
