// One quick action as a button, on cards, in rows and in the panel.
import { Play, RotateCcw, Square, Terminal, X, type LucideIcon } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionCard } from '../contract.ts'
import { resume, start, stop } from './actions.ts'
import { dismiss } from './dismiss.ts'
import type { QuickAction } from './quick-actions.ts'
import { sessionOverlay } from './session-overlay.ts'
import { titleOf } from './session-title.ts'

type Look = { readonly label: string; readonly icon: LucideIcon; readonly isFilled?: boolean }

const looks: Readonly<Record<QuickAction | 'start', Look>> = {
  start: { label: 'Start', icon: Play },
  resume: { label: 'Resume', icon: Play },
  restart: { label: 'Restart', icon: RotateCcw },
  stop: { label: 'Stop', icon: Square, isFilled: true },
  dismiss: { label: 'Dismiss', icon: X },
  attach: { label: 'Attach', icon: Terminal },
}

type Props = {
  readonly action: QuickAction | 'start'
  readonly session: SessionCard
  readonly isSmall?: boolean
  readonly look?: 'primary'
}

export function ActionButton({ action, session, isSmall = true, look }: Props): ReactNode {
  const face = looks[action]
  return (
    <Button
      {...face}
      {...(look === undefined ? {} : { look })}
      isSmall={isSmall}
      aria-label={`${face.label} ${titleOf(session)}`}
      onClick={(event) => runAction(action, session, event)}
    />
  )
}

function runAction(action: QuickAction | 'start', session: SessionCard, event: MouseEvent): void {
  switch (action) {
    case 'start':
    case 'restart':
      return start(session)
    case 'resume':
      return resume(session)
    case 'stop':
      return stop(session)
    case 'dismiss':
      return dismiss(session)
    case 'attach':
      return sessionOverlay.set({ kind: 'attach', id: session.id, anchor: event.currentTarget })
  }
}
