// The rows of a conversation: only those in sight are drawn. At its end it goes on with what comes.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import type { TranscriptAnswer } from '../contract.ts'
import type { RowHit, Row } from '../core/rows.ts'
import { Link } from 'wouter'
import { followEnd, leaveEnd } from './follow-end.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { markHits } from './mark-hits.ts'
import { RowView } from './row-view.tsx'
import type { RowsHandle } from './rows-handle.ts'

type Props = {
  readonly handle: Ref<RowsHandle>
  readonly rows: readonly Row[]
  /** Whether it opens at its end, since more comes there. */
  readonly follows: boolean
  readonly isUnfolded: boolean
  readonly words: string
  readonly hit: RowHit | null
  readonly session: TranscriptAnswer['session']
  /** The turn that is at the top now. */
  readonly onTurn: (n: number) => void
}

/** Guesses in pixels; each row is measured once it is drawn. */
const heights: Readonly<Record<Row['kind'], number>> = { prompt: 100, said: 64, tool: 40, tools: 40, foot: 72 }
const overscan = 8

export function TalkRows({ handle, rows, follows, isUnfolded, words, hit, session, onTurn }: Props): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  // oxlint-disable-next-line react/incompatible-library -- the page is not compiled, and nothing of it is memoized
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'said'],
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan,
    paddingStart: 16,
    paddingEnd: 24,
  })
  useImperativeHandle(
    handle,
    () => ({
      show(row) {
        if (scroller.current !== null) leaveEnd(scroller.current)
        virtual.scrollToIndex(row, { align: 'start' })
      },
    }),
    [virtual],
  )
  useEndInSight(scroller, follows)
  const drawn = virtual.getVirtualItems()
  const top = rows[virtual.range?.startIndex ?? 0]?.turn.n ?? 1
  useEffect(() => onTurn(top), [onTurn, top])
  const hitKey = hit === null ? undefined : rows[hit.row]?.key
  // After each drawing, since it may be other rows.
  useEffect(() => markHits(scroller.current, words, hit))
  return (
    <div className="talk-page scroll" role="region" aria-label="Conversation" tabIndex={0} ref={scroller}>
      <div>
        <div className="talk-rows" style={{ height: virtual.getTotalSize() }}>
          {drawn.map(({ key, index, start }) => {
            const row = rows[index]
            return row === undefined ? null : (
              <div
                key={key}
                className="talk-row"
                data-index={index}
                data-kind={row.kind}
                ref={virtual.measureElement}
                style={{ transform: `translateY(${start}px)` }}
              >
                <RowView
                  row={row}
                  session={session.id}
                  isOpen={unfolded.has(row.key) !== isUnfolded || row.key === hitKey}
                  onFold={() => setUnfolded(toggled(unfolded, row.key))}
                />
              </div>
            )
          })}
        </div>
        {session.state === 'awaiting_review' ? <Waiting id={session.id} /> : null}
      </div>
    </div>
  )
}

/** Below its last words: they may be a question. */
function Waiting({ id }: { readonly id: string }): ReactNode {
  return (
    <div className="asks-row">
      <Dot state="awaiting_review" isMute />
      <b>Waits for you</b>
      <Link className="btn small primary" href={`/board?session=${encodeURIComponent(id)}`}>
        Answer
      </Link>
    </div>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Whoever is at the end stays there; who scrolled up reads on undisturbed. */
function useEndInSight(scroller: { readonly current: HTMLDivElement | null }, follows: boolean): void {
  useEffect(() => {
    const element = scroller.current
    if (element !== null && follows) return followEnd(element)
  }, [scroller, follows])
}
