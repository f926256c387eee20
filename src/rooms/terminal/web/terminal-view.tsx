// The live screen of a session with its bar: who may type, search, copy, and what became of the connection.
import { Copy, Search } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { AsOf } from '#platform/web/live/as-of-view.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import { ConnectionNotice, ConnectionWord } from './connection-notice.tsx'
import { HistoryView } from './history-view.tsx'
import { KeyRow } from './key-row.tsx'
import { LinkQuestion } from './link-question.tsx'
import { openLiveTerminal, type LiveTerminal } from './live-terminal.ts'
import type { TerminalPorts } from './ports.ts'

type Props = {
  readonly sessionId: string
  readonly session: SessionCard | null
  readonly ports: TerminalPorts
  readonly onTitle: (title: string) => void
}

export function TerminalView({ sessionId, session, ports, onTitle }: Props): ReactNode {
  const isNarrow = useNarrow()
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const [live, setLive] = useState<LiveTerminal | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const [history, setHistory] = useState<'search' | 'scroll' | null>(null)
  /** A phone is for looking first: a thumb hits keys by accident. */
  const firstMode = useRef(isNarrow ? ('read' as const) : ('write' as const))
  useEffect(() => {
    if (host === null) return
    const opened = openLiveTerminal({
      host,
      sessionId,
      mode: firstMode.current,
      onLink: setLink,
      onHistory: setHistory,
    })
    setLive(opened)
    return () => {
      setLive(null)
      opened.close()
    }
  }, [host, sessionId])
  const closeHistory = () => {
    setHistory(null)
    live?.focus()
  }
  return (
    <section className="raw" aria-label="Terminal">
      {live === null ? null : (
        <Bar live={live} session={session} onTitle={onTitle} onSearch={() => setHistory('search')} />
      )}
      <div className="term-stage">
        <div className="term-host" data-keys="off" ref={setHost} onKeyDown={(event) => event.stopPropagation()} />
        {history === null ? null : <HistoryView sessionId={sessionId} begin={history} onClose={closeHistory} />}
        {live === null ? null : <ConnectionNotice live={live} session={session} ports={ports} />}
      </div>
      {isNarrow && live !== null ? <KeyRow live={live} /> : null}
      {link === null ? null : <LinkQuestion address={link} onClose={() => setLink(null)} />}
    </section>
  )
}

type BarProps = Pick<Props, 'session' | 'onTitle'> & { readonly live: LiveTerminal; readonly onSearch: () => void }

function Bar({ live, session, onTitle, onSearch }: BarProps): ReactNode {
  const state = useValue(live.connection.state)
  const title = useValue(live.connection.title)
  const isLive = state.kind === 'live'
  const mode = isLive ? state.mode : null
  useEffect(() => onTitle(title), [title, onTitle])
  const startedAt = session?.tmux_alive === true ? session.started_at : null
  useEffect(() => {
    // A restart brings the terminal back.
    const isOver = live.connection.state.get().kind === 'ended'
    if (startedAt === null || !isOver) return
    live.connection.reconnect()
    live.focus()
  }, [startedAt, live])
  return (
    <header>
      <h2>Terminal</h2>
      <ConnectionWord state={state} onRetry={live.connection.reconnect} />
      <AsOf />
      <span className="push row">
        <span className="choice" role="group" aria-label="Keys">
          <button type="button" aria-pressed={mode === 'read'} disabled={!isLive} onClick={() => live.setMode('read')}>
            Read only
          </button>
          <button
            type="button"
            aria-pressed={mode === 'write'}
            disabled={!isLive}
            onClick={() => live.setMode('write')}
          >
            Type here
          </button>
        </span>
        <Button
          look="quiet"
          isSmall
          icon={Search}
          aria-label="Search the output"
          title="Search the output (Ctrl+Shift+F)"
          onClick={onSearch}
        />
        <Button
          look="quiet"
          isSmall
          icon={Copy}
          aria-label="Copy the selection, or the screen"
          title="Copy the selection, or the screen (Ctrl+Shift+C)"
          onClick={() => void copyText(live.textToCopy())}
        />
      </span>
    </header>
  )
}
