// What the board does whichever page is shown: counts in title and icon, news for readers, the way to the next in need.
import { BellRing } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { leaveAttention, showAttention } from '#platform/web/shell/attention.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { callsAmong, sayCalls } from '../core/news.ts'
import { newsOf } from './needs/news-of.ts'
import type { BoardIndex } from './places/board-index.ts'
import { hasFilter } from './filter/board-url.ts'
import { CardMenu } from './menu/lazy-card-menu.tsx'
import { focusCard, keepFocus, nextInNeed } from './cards/card-focus.ts'
import { flyCards } from './cards/fly.ts'
import { usePorts } from './ports.ts'

/** `page` is the name of the page that is shown. */
export function BoardHost({ page }: { readonly page: string }): ReactNode {
  const { index } = usePorts()
  const count = useValue(index.needs).length
  useEffect(() => showAttention(count, page), [count, page])
  useEffect(() => leaveAttention, [])
  useEffect(
    () =>
      index.onMoves((moves) => {
        keepFocus(index, moves)
        flyCards(moves)
      }),
    [index],
  )
  useCommands(useMemo(() => [nextCommand(index)], [index]))
  return (
    <>
      <Announcer />
      <CardMenu />
    </>
  )
}

/** In the top bar: how many need a person, and the way to the first. */
export function NeedsButton(): ReactNode {
  const { index } = usePorts()
  const count = useValue(index.needs).length
  if (count === 0) return null
  const words = count === 1 ? 'needs you' : 'need you'
  return (
    <Link className="btn quiet small" href="/board" onClick={() => goToNext(index)}>
      <span className="count">{formatCount(count)}</span>
      <span className="wide">{words}</span>
      <span className="narrow sr">{words}</span>
    </Link>
  )
}

/** In the corner of a tab's icon. */
export function NeedsMark(): ReactNode {
  const { index } = usePorts()
  const count = useValue(index.needs).length
  return count === 0 ? null : <span className="count">{formatCount(count)}</span>
}

function nextCommand(index: BoardIndex): Command {
  return {
    id: 'board.next',
    title: 'Go to the next that needs you',
    group: 'Board',
    keys: 'n',
    icon: BellRing,
    run: () => goToNext(index),
  }
}

/** On the phone the column of those in need has to be chosen first, hence the address. */
function goToNext(index: BoardIndex): void {
  const id = nextInNeed(index)
  if (id === null) return
  const isThere = location.pathname === '/board' && !hasFilter()
  if (!isThere) navigate('/board?col=review')
  focusCard(index, id)
}

/** Readers are told who begins to need a person; many at once are told by number. */
function Announcer(): ReactNode {
  const { kinds } = usePorts()
  const [news, setNews] = useState('')
  useEffect(() => {
    const stops = kinds.all.map((kind) =>
      kind.onChanges((changes) => {
        const calls = callsAmong(changes.map((change) => newsOf(kinds, change)))
        const sentence = sayCalls(calls, { plural: kind.plural, wordsOf: wordsForState })
        setNews((before) => sentence ?? before)
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [kinds])
  return (
    <div className="sr" role="status">
      {news}
    </div>
  )
}
