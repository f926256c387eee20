// The small panels of cards: why a session is in its state, how to attach to it, what it starts after.
import { useEffect, useRef, type ReactNode } from 'react'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { Pop } from '#platform/web/ui/pop.tsx'
import type { SessionCard } from '../../contract.ts'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { orreryAttach } from '../attach/commands-to-copy.ts'
import { TmuxCommand } from '../attach/tmux-command.tsx'
import { EventsView, useEvents } from '../events/events-view.tsx'
import '../events/events.css'
import { quickActionsOf } from '../actions/quick-actions.ts'
import { closeOverlay, type SessionOverlay } from './session-overlay.ts'
import { useSession } from '../session-store.ts'
import { titleOf } from '../../core/list/title.ts'
import { openSession } from '../session-url.ts'
import { StartAfter } from './start-after-view.tsx'
import { useBlockerNames, useWhy } from './use-why.ts'
import { whatMovesIt } from './what-moves-it.ts'

export function SessionOverlays({ overlay }: { readonly overlay: SessionOverlay }): ReactNode {
  const session = useSession(overlay.id)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A card that moved to another column took the anchor with it.
    if (session === null || !overlay.anchor.isConnected) closeOverlay()
  }, [session, overlay])
  if (session === null) return null
  return (
    <Pop
      name={`${names[overlay.kind]}: ${titleOf(session)}`}
      anchor={overlay.anchor}
      className={classes[overlay.kind]}
      align={overlay.kind === 'attach' ? 'start' : 'end'}
      initialFocus={overlay.kind === 'after' ? field : undefined}
      onClose={closeOverlay}
    >
      {overlay.kind === 'why' ? <Why session={session} /> : null}
      {overlay.kind === 'attach' ? <Attach session={session} /> : null}
      {overlay.kind === 'after' ? <StartAfter key={session.id} session={session} inputRef={field} /> : null}
    </Pop>
  )
}

const classes: Readonly<Record<SessionOverlay['kind'], string>> = {
  why: 'why-pop',
  attach: 'attach-pop',
  after: 'after-pop',
}

const names: Readonly<Record<SessionOverlay['kind'], string>> = {
  why: 'Why',
  attach: 'Attach to',
  after: 'Start after',
}

/** What fits into a small panel; the session's own panel lists all. */
const shownLines = 6
/** Refused events in a row are one line, so more are asked for than are shown. */
const askedEvents = 50

function Why({ session }: { readonly session: SessionCard }): ReactNode {
  const [query, reload] = useEvents(session.id, askedEvents, session.last_activity)
  const detail = useWhy(session)
  const blockers = useBlockerNames(session)
  const openAll = () => {
    closeOverlay()
    openSession(session.id)
  }
  return (
    <>
      <p className="label">
        {[wordsForState(shownStateOf(session)), detail].filter((part) => part !== null).join(': ')}
      </p>
      <p className="meta">{whatMovesIt(session, blockers)}</p>
      <EventsView query={query} onRetry={reload} mostLines={shownLines} />
      <div className="row">
        {quickActionsOf(session)
          .filter((action) => action === 'resume' || action === 'restart')
          .map((action) => (
            <ActionButton key={action} action={action} session={session} />
          ))}
        <Button isSmall label="All events" onClick={openAll} />
        {query.kind === 'ready' ? (
          <CopyButton text={JSON.stringify(query.value.events, null, 2)} name="events" label="Copy as JSON" />
        ) : null}
      </div>
    </>
  )
}

function Attach({ session }: { readonly session: SessionCard }): ReactNode {
  return (
    <>
      <p className="label">Attach in a terminal of your own</p>
      <p className="meta">On the machine that runs Orrery. Leave again with Ctrl+B, then D: the agent goes on.</p>
      <CommandLine text={orreryAttach(session)} name="command" />
      <p className="meta">Or with tmux alone:</p>
      <TmuxCommand session={session} />
    </>
  )
}
