// Home: who needs a person first, then what runs and what starts by itself.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useValue, type ValueStore } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { homeSentence } from '../../core/home-sentence.ts'
import { useFeed } from '../feed/feed-context.ts'
import { FirstLaunch } from './first-launch.tsx'
import { NotReadable } from '../feed/lazy-not-readable.ts'
import { usePorts } from '../ports.ts'
import '../board.css'
import '../home.css'

export function HomePage(): ReactNode {
  const { index } = usePorts()
  const { isLoaded, refusal } = useFeed()
  const size = useValue(index.size)
  if (size > 0) return <Lists />
  return (
    <>
      <h1 className="sr">Home</h1>
      {refusal !== null ? <NotReadable problem={refusal} /> : isLoaded ? <FirstLaunch /> : <Skeleton lines={6} />}
    </>
  )
}

function Lists(): ReactNode {
  const { index, NowBlock } = usePorts()
  const needs = useValue(index.needs)
  const running = useValue(index.running)
  const waiting = useValue(index.waiting)
  const { call, rest } = homeSentence({ needs: needs.length, running: running.length, waiting: waiting.length })
  return (
    <div className="home scroll">
      <div>
        <h1 className="lede">
          {call} <em>{rest}</em>
        </h1>
        <Rows title="Need you" meta="longest first" ids={index.needs} className="rows calls" />
        <Rows title="Running" meta={countSessions(running.length)} ids={index.running} className="rows slim" isSlim />
        <Rows title="Starts by itself" meta="when what it waits for is done" ids={index.waiting} className="rows" />
      </div>
      <div className="beside">
        <NowBlock />
      </div>
    </div>
  )
}

type RowsProps = {
  readonly title: string
  readonly meta: string
  readonly ids: ValueStore<readonly string[]>
  readonly className: string
  readonly isSlim?: boolean
}

/** Home is a glance; the board shows all. */
const mostRows = 12

function Rows({ title, meta, ids, className, isSlim = false }: RowsProps): ReactNode {
  const { kinds } = usePorts()
  const all = useValue(ids)
  if (all.length === 0) return null
  const more = all.length - mostRows
  return (
    <section>
      <h2>
        {title} <span className="meta">{meta}</span>
      </h2>
      <ul className={className}>
        {all.slice(0, mostRows).map((key) => {
          const card = kinds.of(key)
          return card === null ? null : <card.kind.Row key={key} id={card.id} isSlim={isSlim} />
        })}
      </ul>
      {more > 0 ? (
        <Link className="more-link meta" href="/board">
          {formatCount(more)} more on the board
        </Link>
      ) : null}
    </section>
  )
}

function countSessions(count: number): string {
  return count === 1 ? '1 session' : `${formatCount(count)} sessions`
}
