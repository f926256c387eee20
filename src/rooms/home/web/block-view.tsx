// A block of the answer: its rows in words, each leading to what it is about.
import { useSyncExternalStore, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'wouter'
import { formatCount } from '#platform/web/time/format.ts'
import { formatExact } from '#platform/web/time/relative-time.tsx'
import { onShownTick, shownNow } from '#platform/web/time/ticker.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { useSteady } from '#platform/web/ui/steady.ts'
import type { HomeBlock, HomeRow } from '../contract.ts'
import { sayWhen } from '../core/when.ts'
import { useHomePorts } from './ports.ts'

type Props = { readonly block: HomeBlock; readonly rows: number; readonly moreHref: string | null }

export function BlockView({ block: { title, note, rows: all, total }, rows, moreHref }: Props): ReactNode {
  const shown = useSteady(all.slice(0, rows), keyOf)
  const more = total - shown.length
  return (
    <section>
      <h2>
        {title} {note === null ? null : <span className="meta">{note}</span>}
        {more > 0 && moreHref !== null ? (
          <Link className="btn quiet small push" href={moreHref}>
            {formatCount(more)} more
          </Link>
        ) : null}
      </h2>
      <ul className="rows">
        {shown.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

const keyOf = ({ id }: HomeRow): string => id

function Row({ row: { state, title, text, at, target } }: { readonly row: HomeRow }): ReactNode {
  return (
    <li>
      <Dot state={state} />
      <TargetLink target={target}>{title}</TargetLink>
      <Beside target={target} />
      <span className="meta cut" title={text ?? undefined}>
        <bdi>{text}</bdi>
      </span>
      <span className="end">{at === null ? null : <When at={at} />}</span>
    </li>
  )
}

function Beside({ target }: Pick<HomeRow, 'target'>): ReactNode {
  const { kinds } = useHomePorts()
  const Drawn = kinds.find(({ name }) => name === target?.kind)?.Beside
  return target === null || Drawn === undefined ? null : <Drawn id={target.id} />
}

type LinkProps = { readonly target: HomeRow['target']; readonly children: string }

function TargetLink({ target, children }: LinkProps): ReactNode {
  const { kinds } = useHomePorts()
  const kind = target === null ? undefined : kinds.find(({ name }) => name === target.kind)
  if (target === null || kind === undefined) return <span className="cut">{children}</span>
  const { open } = kind
  const onClick = (event: MouseEvent) => {
    if (open === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(target)
  }
  return (
    <Link className="cut" href={kind.hrefOf(target)} onClick={onClick}>
      {children}
    </Link>
  )
}

function When({ at }: { readonly at: string }): ReactNode {
  const text = useSyncExternalStore(onShownTick, () => sayWhen(at, shownNow()))
  return (
    <time className="meta" dateTime={at} title={formatExact(at)}>
      {text}
    </time>
  )
}
