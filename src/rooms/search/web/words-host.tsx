// Over every page: where the address brings words, they are marked in what it opens.
import { useEffect, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { wordsParameter } from '#platform/web/shell/panel-url.ts'
import './found.css'

export function WordsHost(): ReactNode {
  const search = useSearch()
  const words = new URLSearchParams(search).get(wordsParameter) ?? ''
  // Anew for each address: a panel that opens with the same words shows its first hit, too.
  return words === '' ? null : <Marking key={search} words={words} />
}

function Marking({ words }: { readonly words: string }): ReactNode {
  useEffect(() => {
    const marking = beginMarking(words.split(' ').filter((word) => word !== ''))
    return () => marking.end()
  }, [words])
  return null
}

/** Loaded with the first words. What is ended before it is there marks nothing. */
function beginMarking(words: readonly string[]): { readonly end: () => void } {
  let isOver = false
  let stop: (() => void) | null = null
  const begin = async (): Promise<void> => {
    const { markWords } = await import('./mark-words.ts')
    if (!isOver) stop = markWords(words)
  }
  void begin()
  return {
    end() {
      isOver = true
      stop?.()
    },
  }
}
