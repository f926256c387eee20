// A session's terminal as a page of its own, for a tab beside the board.
import { History } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { Brand } from '#platform/web/shell/brand.tsx'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { formatDuration } from '#base/duration.ts'
import { Dot, StateWord } from '#platform/web/ui/dot.tsx'
import { Panes } from '#platform/web/ui/panes.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import { useTerminalPorts, type TerminalPorts } from './ports.ts'
import { TerminalView } from './terminal-view.tsx'
import './terminal.css'

export function TerminalPage(): ReactNode {
  const { id } = useParams<{ id: string }>()
  const ports = useTerminalPorts()
  return <Page key={id} id={id} ports={ports} />
}

function Page({ id, ports }: { readonly id: string; readonly ports: TerminalPorts }): ReactNode {
  const session = useEntity(ports.sessions, id)
  const isLoaded = useValue(ports.isLoaded)
  const [ownTitle, setOwnTitle] = useState('')
  const title = session === null ? id : ports.titleOf(session)
  useEffect(() => {
    document.title = `${title} · Terminal · Orrery`
  }, [title])
  return (
    <main className="terminal-page" id="page" tabIndex={-1}>
      <header className="head term-head">
        <Link className="brand" href={session === null ? '/board' : ports.hrefOfSession(id)}>
          <Brand />
          <span className="sr">To the board</span>
        </Link>
        <div className="row title">
          {session === null ? null : <Dot state={session.state} isMute />}
          <h1 className="cut">{title}</h1>
          {ownTitle === '' || ownTitle === title ? null : <span className="meta cut wide">{ownTitle}</span>}
        </div>
        {session === null ? null : <State session={session} />}
        {session === null ? null : <Actions session={session} ports={ports} />}
      </header>
      {session === null && isLoaded ? (
        <Empty title="This session is gone">It was dismissed, or it never stood on this board.</Empty>
      ) : (
        <Content id={id} session={session} ports={ports} onTitle={setOwnTitle} />
      )}
    </main>
  )
}

type ContentProps = {
  readonly id: string
  readonly session: SessionCard | null
  readonly ports: TerminalPorts
  readonly onTitle: (title: string) => void
}

/** A phone begins with the terminal, which was asked for. */
function Content({ id, session, ports, onTitle }: ContentProps): ReactNode {
  const [shown, setShown] = useState<'left' | 'right'>('right')
  const { Derived } = ports
  const terminal = <TerminalView sessionId={id} session={session} ports={ports} onTitle={onTitle} />
  if (Derived === null) return terminal
  return (
    <Panes
      name="terminal"
      shown={shown}
      onShow={setShown}
      left={{ name: 'Derived', content: <Derived sessionId={id} /> }}
      right={{ name: 'Output', content: terminal }}
    />
  )
}

function State({ session }: { readonly session: SessionCard }): ReactNode {
  return (
    <span className="row term-state" role="status">
      <StateWord state={session.state} />
      <RelativeTime since={session.state_since} format={formatDuration} className="meta" />
    </span>
  )
}

function Actions({ session, ports }: { readonly session: SessionCard; readonly ports: TerminalPorts }): ReactNode {
  const { Action, TransferButton, hrefOfReplay } = ports
  return (
    <div className="row push">
      {session.state === 'awaiting_review' ? <Action action="resume" session={session} /> : null}
      {session.state === 'running' || session.state === 'awaiting_review' ? (
        <Action action="stop" session={session} />
      ) : null}
      {session.state === 'completed' || session.state === 'failed' ? (
        <Action action="restart" session={session} />
      ) : null}
      <TransferButton session={session} />
      {hrefOfReplay === null ? null : (
        <a
          className="btn small"
          href={hrefOfReplay(session.id)}
          title="What it wrote and did until now, at each moment"
        >
          <History className="i" aria-hidden />
          <span className="wide">Replay</span>
          <span className="sr">, at each moment</span>
        </a>
      )}
    </div>
  )
}
