// The output of a step as it comes: only the lines in sight are drawn, and the end is followed until somebody scrolls up.
import { useVirtualizer } from '@tanstack/react-virtual'
import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { terminalText } from '#base/terminal-text.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import type { RunStep } from '../../contract.ts'
import { downloadOutput } from './download-output.ts'
import { skipMark } from './output-book.ts'
import { openOutput, type OutputFeed } from './output-feed.ts'
import './output-view.css'

/** Pixels, as the style sheet has it. */
const lineHeight = 18
/** Lines drawn beyond the edges. */
const overscan = 30

export function OutputView({ step }: { readonly step: RunStep }): ReactNode {
  const feed = useOutput(step)
  return feed === null ? null : <Output feed={feed} step={step} />
}

function useOutput({ run_id: runId, step_id: stepId, output_bytes: bytes }: RunStep): OutputFeed | null {
  const [feed, setFeed] = useState<OutputFeed | null>(null)
  const first = useRef(bytes)
  useEffect(() => {
    const opened = openOutput(runId, stepId, first.current)
    setFeed(opened)
    return () => opened.close()
  }, [runId, stepId])
  useEffect(() => feed?.expect(bytes), [feed, bytes])
  return feed
}

function Output({ feed, step }: { readonly feed: OutputFeed; readonly step: RunStep }): ReactNode {
  const { book } = useValue(feed.book)
  const problem = useValue(feed.problem)
  const [isFollowing, setIsFollowing] = useState(true)
  const isEmpty = book.lines.length === 0 || (book.lines.length === 1 && book.lines[0] === '')
  return (
    <>
      <div className="output-bar">
        {book.from > 0 ? (
          <Button look="quiet" isSmall label="Show what came before" onClick={() => void feed.readEarlier()} />
        ) : null}
        <span className="push row">
          <span className="meta" aria-hidden>
            Follow
          </span>
          <button
            type="button"
            className="switch"
            role="switch"
            aria-checked={isFollowing}
            aria-label="Follow output"
            onClick={() => setIsFollowing(!isFollowing)}
          />
          <Button
            look="quiet"
            isSmall
            icon={Copy}
            aria-label="Copy output"
            title="Copy what is shown"
            onClick={() => void copyText(book.lines.map(shown).join('\n'))}
          />
          <Button
            look="quiet"
            isSmall
            icon={Download}
            aria-label="Download output"
            title="Download the whole output"
            onClick={() => void downloadOutput(step)}
          />
        </span>
      </div>
      {problem === null ? null : <ProblemView problem={problem} />}
      {isEmpty && problem === null ? <p className="output-none">{nothing(step)}</p> : null}
      {isEmpty ? null : <Lines lines={book.lines} isFollowing={isFollowing} onFollow={setIsFollowing} />}
    </>
  )
}

function nothing({ status, reused }: RunStep): string {
  if (reused) return 'Taken over from the run before: its output is there.'
  if (status === 'queued') return 'Not begun.'
  return status === 'running' ? 'No output yet.' : 'It wrote nothing.'
}

type LinesProps = {
  readonly lines: readonly string[]
  readonly isFollowing: boolean
  readonly onFollow: (isFollowing: boolean) => void
}

function Lines({ lines, isFollowing, onFollow }: LinesProps): ReactNode {
  const [list, setList] = useState<HTMLDivElement | null>(null)
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length
  // oxlint-disable-next-line react/incompatible-library -- the page is not compiled, and nothing of it is memoized
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => list,
    estimateSize: () => lineHeight,
    overscan,
    paddingStart: 8,
    paddingEnd: 8,
  })
  useFollowing({ list, isFollowing, onFollow, size: virtual.getTotalSize() })
  return (
    <div className="output-lines" role="log" aria-live="off" tabIndex={0} aria-label="Output" ref={setList}>
      <div style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <pre key={key} style={{ transform: `translateY(${start}px)` }}>
            {shown(lines[index] ?? '')}
          </pre>
        ))}
      </div>
    </div>
  )
}

type Following = {
  readonly list: HTMLDivElement | null
  readonly isFollowing: boolean
  readonly onFollow: (isFollowing: boolean) => void
  readonly size: number
}

/** As near to the end as counts as the end. */
const nearPx = 2 * lineHeight

/** Keeps to the end; whoever scrolls up stays there, and at the end again it is followed again. */
function useFollowing({ list, isFollowing, onFollow, size }: Following): void {
  useEffect(() => {
    if (isFollowing && list !== null) list.scrollTo({ top: size })
  }, [list, isFollowing, size])
  useEffect(() => {
    if (list === null) return
    let lastTop = list.scrollTop
    const look = () => {
      const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < nearPx
      if (list.scrollTop < lastTop - 1 && !isAtEnd) onFollow(false)
      else if (list.scrollTop > lastTop && isAtEnd) onFollow(true)
      lastTop = list.scrollTop
    }
    list.addEventListener('scroll', look, { passive: true })
    return () => list.removeEventListener('scroll', look)
  }, [list, onFollow])
}

/** What programs write to steer a terminal is left out. */
function shown(line: string): string {
  if (line.startsWith(skipMark)) return `… ${formatCount(Number(line.slice(1)) + 1)} bytes were not kept …`
  return terminalText(line, { keepColour: false })
}
