// Says where the connection stands, and what can be done when the terminal has ended.
import { useEffect, type ReactNode } from 'react'
import { terminalText } from '#base/terminal-text.ts'
import { callText } from '#platform/web/api/call.ts'
import { askForLogin } from '#platform/web/auth/ask-for-login.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import { readLog } from '#rooms/sessions/api.ts'
import type { ConnectionState } from './connection.ts'
import type { LiveTerminal } from './live-terminal.ts'
import type { TerminalPorts } from './ports.ts'

export function ConnectionWord({
  state,
  onRetry,
}: {
  readonly state: ConnectionState
  readonly onRetry: () => void
}): ReactNode {
  const { look, words } = wordOf[state.kind]
  if (state.kind === 'reconnecting') {
    return (
      <button type="button" className="live" data-live={look} title="Try again now" onClick={onRetry}>
        {words}
      </button>
    )
  }
  return (
    <span className="live" data-live={look} role="status">
      {words}
    </span>
  )
}

const wordOf: Readonly<Record<ConnectionState['kind'], { readonly look: string; readonly words: string }>> = {
  connecting: { look: 'connecting', words: 'connecting' },
  live: { look: 'live', words: 'attached' },
  reconnecting: { look: 'reconnecting', words: 'reconnecting' },
  signed_out: { look: 'resting', words: 'not signed in' },
  ended: { look: 'resting', words: 'not attached' },
}

type Props = { readonly live: LiveTerminal; readonly session: SessionCard | null; readonly ports: TerminalPorts }

export function ConnectionNotice({ live, session, ports }: Props): ReactNode {
  const state = useValue(live.connection.state)
  const isEnded = state.kind === 'ended'
  const sessionId = session?.id ?? null
  useEffect(() => {
    if (isEnded && sessionId !== null && live.isEmpty()) void showLog(live, sessionId)
  }, [isEnded, sessionId, live])
  if (state.kind === 'signed_out') {
    return (
      <div className="term-notice">
        <strong>Sign in to see the terminal</strong>
        <Button isSmall look="primary" label="Sign in" onClick={() => askForLogin('Terminal not shown')} />
      </div>
    )
  }
  if (state.kind !== 'ended') return null
  const { Action } = ports
  const attachAgain = () => {
    live.connection.reconnect()
    live.focus()
  }
  const canRestart = session !== null && (session.state === 'completed' || session.state === 'failed')
  return (
    <div className="term-notice" role="status">
      <strong>{state.reason === 'detached' ? 'Detached' : 'Session ended'}</strong>
      <span>{state.message}</span>
      {state.reason === 'gone' && canRestart ? <Action action="restart" session={session} /> : null}
      <Button isSmall label="Attach again" onClick={attachAgain} />
    </div>
  )
}

/** A screenful and more, with its escape sequences. */
const tailBytes = 65_536

/** A terminal that ended before the page came: what was recorded of it stands in. */
async function showLog(live: LiveTerminal, sessionId: string): Promise<void> {
  const answer = await callText(readLog, { params: { id: sessionId }, query: { tail: tailBytes } })
  if (!answer.ok || !live.isEmpty()) return
  const lines = terminalText(answer.value, { keepColour: true }).trimEnd().split('\n')
  live.show(lines.join('\r\n'))
}
