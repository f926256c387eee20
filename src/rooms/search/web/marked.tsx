// A text with the words of a search marked in it.
import type { ReactNode } from 'react'
import { findHits } from '#base/search-words.ts'

type Props = { readonly text: string; readonly words: readonly string[] }

export function Marked({ text, words }: Props): ReactNode {
  const hits = findHits(text, words)
  return (
    <>
      {hits.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(index === 0 ? 0 : hits[index - 1]?.end, start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(hits.at(-1)?.end ?? 0)}
    </>
  )
}
