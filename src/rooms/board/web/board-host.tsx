// What the board does whichever page is shown: counts in title and icon, news for readers, the way to the next in need.
import { BellRing } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { leaveAttention, showAttention } from '#platform/web/shell/attention.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { CardKey } from '../core/keys.ts'
import { callsAmong, sayCalls } from '../core/news.ts'
import { newsOf } from './needs/news-of.ts'
import type { CardKinds } from './cards/kinds.ts'
import type { BoardIndex } from './places/board-index.ts'
import { hasFilter } from './filter/board-url.ts'
import { CardMenu } from './menu/lazy-card-menu.tsx'
import { goToCard, keepFocus, nextInNeed } from './cards/card-focus.ts'
import { flyCards } from './cards/fly.ts'
import { usePorts } from './ports.ts'

/** `page` is the name of the page that is shown. */
export function BoardHost({ page }: { readonly page: string }): ReactNode {
  const { kinds, index, needs, needCount } = usePorts()
  const count = useValue(needCount)
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
  useCommands(
    useMemo(() => [nextCommand({ kinds, index, needs })], [kinds, index, needs]),
    'everywhere',
  )
  return (
    <>
      <Announcer />
      <CardMenu />
    </>
  )
}

type Board = { readonly kinds: CardKinds; readonly index: BoardIndex; readonly needs: () => readonly CardKey[] }

function nextCommand(board: Board): Command {
  return {
    id: 'board.next',
    title: 'Go to the next that needs you',
    group: 'Board',
    keys: 'n',
    icon: BellRing,
    run: () => goToNext(board),
  }
}

/** On the phone the column of those in need has to be chosen first, hence the address. */
function goToNext(board: Board): void {
  const id = nextInNeed(board.needs())
  if (id === null) return
  const isThere = location.pathname === '/board' && !hasFilter()
  if (!isThere) navigate('/board?col=review')
  goToCard(board, id)
}

/** Readers are told who begins to need a person; many at once are told by number. */
function Announcer(): ReactNode {
  const { kinds } = usePorts()
  const [news, setNews] = useState('')
  useEffect(() => {
    const stops = kinds.all.map((kind) =>
      kind.onChanges((changes) => {
        const calls = callsAmong(changes.flatMap((change) => newsOf(kinds, change) ?? []))
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
