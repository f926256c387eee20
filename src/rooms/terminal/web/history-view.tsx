// What a session's terminal showed before, frozen as it was when it was opened: for scrolling and searching.
import { SearchAddon, type ISearchOptions } from '@xterm/addon-search'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { readScreen } from '../api.ts'
import { readMatchColours } from './colours.ts'
import { openEmulator } from './emulator.ts'
import { fontSizes } from './live-terminal.ts'

/** What fits into the emulator's memory without a thought, and into a moment of reading. */
const historyLines = 5000

type Props = { readonly sessionId: string; readonly begin: 'search' | 'scroll'; readonly onClose: () => void }
type Found = { readonly resultIndex: number; readonly resultCount: number }
type Pages = { readonly search: SearchAddon; readonly options: ISearchOptions; readonly clear: () => void }

export function HistoryView({ sessionId, begin, onClose }: Props): ReactNode {
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const [pages, setPages] = useState<Pages | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (host === null) return
    return openHistory({ host, sessionId, onFound: setFound, onProblem: setProblem, onReady: setPages })
  }, [host, sessionId])
  useEffect(() => {
    if (begin === 'search') field.current?.focus()
  }, [begin])
  const find = (text: string, direction: 'next' | 'previous', incremental = false) => {
    if (pages === null) return
    const options = { ...pages.options, incremental }
    if (text === '') pages.clear()
    else if (direction === 'next') pages.search.findNext(text, options)
    else pages.search.findPrevious(text, options)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter') find(field.current?.value ?? '', event.shiftKey ? 'next' : 'previous')
  }
  return (
    <div className="term-history" role="dialog" aria-label="Earlier output" onKeyDown={onKeyDown}>
      <div className="term-search" data-keys="off">
        <input
          ref={field}
          className="field"
          type="search"
          placeholder="Search the output"
          aria-label="Search the output"
          onChange={({ target }) => find(target.value, 'previous', true)}
        />
        <span className="meta num" role="status">
          {wordsFor(found, problem)}
        </span>
        <Button
          look="quiet"
          isSmall
          icon={ArrowUp}
          aria-label="Earlier match"
          onClick={() => find(field.current?.value ?? '', 'previous')}
        />
        <Button
          look="quiet"
          isSmall
          icon={ArrowDown}
          aria-label="Later match"
          onClick={() => find(field.current?.value ?? '', 'next')}
        />
        <Button isSmall icon={X} label="Back to live" onClick={onClose} />
      </div>
      <div className="term-host" data-keys="off" ref={setHost} />
    </div>
  )
}

function wordsFor(found: Found | null, problem: string | null): string {
  if (problem !== null) return problem
  if (found === null) return 'Earlier output'
  return found.resultCount === 0 ? 'No match' : `${found.resultIndex + 1} of ${found.resultCount}`
}

type Opening = {
  readonly host: HTMLElement
  readonly sessionId: string
  readonly onFound: (found: Found | null) => void
  readonly onProblem: (words: string) => void
  readonly onReady: (pages: Pages) => void
}

/** Answers how to close it. */
function openHistory({ host, sessionId, onFound, onProblem, onReady }: Opening): () => void {
  const fontSize = host.clientWidth >= 768 ? fontSizes.wide : fontSizes.narrow
  const emulator = openEmulator({ host, scrollback: historyLines, takesKeys: false, fontSize, onLink: () => {} })
  const search = new SearchAddon()
  emulator.terminal.loadAddon(search)
  const { match, active } = readMatchColours(host)
  const decorations = {
    matchBackground: match,
    matchOverviewRuler: match,
    activeMatchBackground: active,
    activeMatchColorOverviewRuler: active,
  }
  search.onDidChangeResults(onFound)
  let isOpen = true
  const load = async () => {
    const query = { history: historyLines, colour: true }
    const answer = await call(readScreen, { params: { id: sessionId }, query })
    if (!isOpen) return
    if (!answer.ok) return onProblem(answer.error.reason)
    if (answer.value.screen === null) return onProblem('The terminal is gone.')
    const text = answer.value.screen.text.trimEnd().replaceAll('\n', '\r\n')
    emulator.terminal.write(text, () => {
      onReady({
        search,
        options: { decorations },
        clear: () => {
          search.clearDecorations()
          onFound(null)
        },
      })
    })
  }
  void load()
  return () => {
    isOpen = false
    emulator.close()
  }
}
