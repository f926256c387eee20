// What sessions draw over every page: the panel of the address, small panels of cards, the launch dialog. Each is loaded
// when it is first opened.
import { Plus } from 'lucide-react'
import { lazy, useLayoutEffect, type ReactNode } from 'react'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { LazyHost } from '#platform/web/ui/lazy-host.tsx'
import { openTerminal } from './attach.tsx'
import { launchStart, openLaunch } from './launch-state.ts'
import { sessionOverlay, type SessionOverlay } from './session-overlay.ts'
import { sessions } from './session-store.ts'
import { shownSession, useOpenSession } from './session-url.ts'

const SessionDrawer = lazy(() =>
  import('./detail/session-drawer.tsx').then(({ SessionDrawer }) => ({ default: SessionDrawer })),
)
const SessionOverlays = lazy(() =>
  import('./session-overlays.tsx').then(({ SessionOverlays }) => ({ default: SessionOverlays })),
)
const LaunchDialog = lazy(() =>
  import('./launch/launch-dialog.tsx').then(({ LaunchDialog }) => ({ default: LaunchDialog })),
)

export function SessionsHost(): ReactNode {
  useCommands(commands)
  const openId = useOpenSession()
  useLayoutEffect(() => shownSession.set(openId), [openId])
  const overlay = useValue(sessionOverlay)
  const start = useValue(launchStart)
  return (
    <>
      <LazyHost>{openId === null ? null : <SessionDrawer id={openId} />}</LazyHost>
      <LazyHost>{overlay === null ? null : <SessionOverlays overlay={overlay} />}</LazyHost>
      <LazyHost>{start === null ? null : <LaunchDialog start={start} />}</LazyHost>
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

function openAt(kind: SessionOverlay['kind']): void {
  const focused = focusedSession()
  if (focused === null || (kind === 'attach' && !hasTerminal(focused))) return
  sessionOverlay.set({ kind, ...focused })
}

function hasTerminal({ id }: Focused): boolean {
  return sessions.get(id)?.tmux_alive === true
}
