// Cards as rows of Home: who runs, and who starts by itself.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useValue, type ValueStore } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { useSteady } from '#platform/web/ui/steady.ts'
import { usePorts } from '../ports.ts'

type BlockProps = { readonly rows: number }

/** The latest start first. */
export function RunningBlock({ rows }: BlockProps): ReactNode {
  const { index } = usePorts()
  const count = useValue(index.running).length
  return <CardRows title="Running" meta={countSessions(count)} ids={index.running} rows={rows} isSlim />
}

/** Those that wait for tasks. */
export function WaitingBlock({ rows }: BlockProps): ReactNode {
  const { index } = usePorts()
  return <CardRows title="Starts by itself" meta="when what it waits for is done" ids={index.waiting} rows={rows} />
}

type Props = BlockProps & {
  readonly title: string
  readonly meta: string
  readonly ids: ValueStore<readonly string[]>
  readonly isSlim?: boolean
}

function CardRows({ title, meta, ids, rows, isSlim = false }: Props): ReactNode {
  const { kinds } = usePorts()
  const all = useValue(ids)
  const shown = useSteady(all.slice(0, rows), keyOf)
  if (shown.length === 0) return null
  const more = all.length - shown.length
  return (
    <section>
      <h2>
        {title} <span className="meta">{meta}</span>
        {more > 0 ? (
          <Link className="btn quiet small push" href="/board">
            {formatCount(more)} more
          </Link>
        ) : null}
      </h2>
      <ul className={isSlim ? 'rows slim' : 'rows'}>
        {shown.map((key) => {
          const card = kinds.of(key)
          return card === null ? null : <card.kind.Row key={key} id={card.id} isSlim={isSlim} />
        })}
      </ul>
    </section>
  )
}

const keyOf = (key: string): string => key

function countSessions(count: number): string {
  return count === 1 ? '1 session' : `${formatCount(count)} sessions`
}
