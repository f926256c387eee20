// The ways to a session's terminal: one click opens it in a tab of its own, the button beside it has the commands.
import { ChevronDown, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSelection } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { SessionCard } from '../../contract.ts'
import { sessionOverlay } from '../overlays/session-overlay.ts'
import { titleOf } from '../../core/list/title.ts'
import { hrefOfTerminal } from './open-terminal.ts'

type Props = { readonly session: SessionCard; readonly isSmall?: boolean }

export function AttachLink({ session, isSmall = true }: Props): ReactNode {
  return (
    <a
      className={isSmall ? 'btn small' : 'btn'}
      href={hrefOfTerminal(session.id)}
      target="_blank"
      rel="noopener"
      title="Opens its terminal in a new tab"
      aria-label={`Attach ${titleOf(session)}`}
    >
      <Terminal className="i" aria-hidden />
      Attach
    </a>
  )
}

/** Opens the commands that attach from a terminal of one's own. A phone has none, and no room: there the panel lists them. */
export function AttachCommands({ session }: { readonly session: SessionCard }): ReactNode {
  const isNarrow = useNarrow()
  const isOpen = useSelection(sessionOverlay, (overlay) => overlay?.kind === 'attach' && overlay.id === session.id)
  if (isNarrow) return null
  return (
    <Button
      isSmall
      icon={ChevronDown}
      title="Attach in a terminal of your own"
      aria-label={`Other ways to attach ${titleOf(session)}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={({ currentTarget: anchor }) => sessionOverlay.set({ kind: 'attach', id: session.id, anchor })}
    />
  )
}
