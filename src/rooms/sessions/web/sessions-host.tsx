// What sessions draw over every page: the panel of the address, small panels of cards, the launch dialog. Each is loaded
// when it is first opened.
import { Plus } from 'lucide-react'
import { useLayoutEffect, type ReactNode } from 'react'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { waitsForText } from '../core/answer/takes-text.ts'
import { answerInPanel, answerOnCard } from './answer/reply-state.ts'
import { openTerminal } from './attach/open-terminal.ts'
import { launchStart, openLaunch } from './launch/launch-state.ts'
import { sessionOverlay, type SessionOverlay } from './overlays/session-overlay.ts'
import { stopQuestion } from './overlays/stop-question.ts'
import { sessions } from './session-store.ts'
import { openSession, shownSession, useOpenSession } from './session-url.ts'

const SessionDrawer = lazyOverlay(() =>
  import('./detail/session-drawer.tsx').then(({ SessionDrawer }) => SessionDrawer),
)
const SessionOverlays = lazyOverlay(() =>
  import('./overlays/session-overlays.tsx').then(({ SessionOverlays }) => SessionOverlays),
)
const ConfirmStop = lazyOverlay(() => import('./overlays/confirm-stop.tsx').then(({ ConfirmStop }) => ConfirmStop))
const LaunchDialog = lazyOverlay(() => import('./launch/launch-dialog.tsx').then(({ LaunchDialog }) => LaunchDialog))

export function SessionsHost(): ReactNode {
  useCommands(commands, 'everywhere')
  const openId = useOpenSession()
  useLayoutEffect(() => shownSession.set(openId), [openId])
  const overlay = useValue(sessionOverlay)
  const question = useValue(stopQuestion)
  const start = useValue(launchStart)
  return (
    <>
      {openId === null ? null : <SessionDrawer id={openId} />}
      {overlay === null ? null : <SessionOverlays overlay={overlay} />}
      {question === null ? null : <ConfirmStop question={question} />}
      {start === null ? null : <LaunchDialog start={start} />}
    </>
  )
}

const commands: readonly Command[] = [
  { id: 'session.launch', title: 'Launch agent', group: 'Session', keys: 'c', icon: Plus, run: () => openLaunch() },
  {
    id: 'session.why',
    title: 'Why is it in this state?',
    group: 'Session',
    keys: 'w',
    keysOnly: true,
    run: () => openAt('why'),
  },
  { id: 'session.answer', title: 'Answer', group: 'Session', keys: 'r', keysOnly: true, run: answer },
  { id: 'session.attach', title: 'Attach', group: 'Session', keys: 'a', keysOnly: true, run: attach },
  {
    id: 'session.attach-elsewhere',
    title: 'Attach in a terminal of your own',
    group: 'Session',
    keys: 'A',
    keysOnly: true,
    run: () => openAt('attach'),
  },
]

type Focused = { readonly id: string; readonly anchor: Element }

/** The session whose card, row or panel has the focus. */
function focusedSession(): Focused | null {
  const anchor =
    document.activeElement?.closest('[data-card]')?.querySelector('[data-session]') ?? document.activeElement
  const id = anchor?.getAttribute('data-session') ?? null
  return anchor === null || id === null ? null : { id, anchor }
}

function attach(): void {
  const focused = focusedSession()
  if (focused !== null && hasTerminal(focused)) openTerminal(focused.id)
}

/**
 * On its card where that has the focus, and there first what it asks to be allowed; of a session that takes no text the panel
 * says how to answer it.
 */
function answer(): void {
  const focused = focusedSession()
  if (focused === null) return
  const asked = focused.anchor.closest('[data-card]')?.querySelector<HTMLElement>('.asks button')
  if (asked != null) return asked.focus()
  const session = sessions.get(focused.id)
  if (session === null || !waitsForText(session)) return openSession(focused.id)
  const isOnCard = focused.anchor.closest('[data-card]') !== null && shownSession.get() !== focused.id
  if (isOnCard) answerOnCard(focused.id)
  else answerInPanel(focused.id)
}

function openAt(kind: SessionOverlay['kind']): void {
  const focused = focusedSession()
  if (focused === null || (kind === 'attach' && !hasTerminal(focused))) return
  sessionOverlay.set({ kind, ...focused })
}

function hasTerminal({ id }: Focused): boolean {
  return sessions.get(id)?.tmux_alive === true
}
