// One quick action as a button, on cards, in rows and in the panel.
import { Play, RotateCcw, Square, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionCard } from '../../contract.ts'
import { resume, start, stop } from './actions.ts'
import { AttachLink } from '../attach/attach.tsx'
import { dismiss } from './dismiss.ts'
import type { QuickAction } from './quick-actions.ts'
import { askStop } from '../overlays/stop-question.ts'
import { titleOf } from '../../core/list/title.ts'

type Look = { readonly label: string; readonly icon: LucideIcon; readonly isFilled?: boolean }

type Act = Exclude<QuickAction, 'attach'> | 'start'

const looks: Readonly<Record<Act, Look>> = {
  start: { label: 'Start', icon: Play },
  resume: { label: 'Resume', icon: Play },
  restart: { label: 'Restart', icon: RotateCcw },
  stop: { label: 'Stop', icon: Square, isFilled: true },
  dismiss: { label: 'Dismiss', icon: X },
}

type Props = {
  readonly action: QuickAction | 'start'
  readonly session: SessionCard
  readonly isSmall?: boolean
  readonly look?: 'primary'
}

export function ActionButton({ action, session, isSmall = true, look }: Props): ReactNode {
  if (action === 'attach') return <AttachLink session={session} isSmall={isSmall} />
  const face = looks[action]
  return (
    <Button
      {...face}
      {...(look === undefined ? {} : { look })}
      isSmall={isSmall}
      aria-label={`${face.label} ${titleOf(session)}`}
      onClick={(event) => runAction(action, session, event.currentTarget)}
    />
  )
}

function runAction(action: Act, session: SessionCard, anchor: Element): void {
  switch (action) {
    case 'start':
    case 'restart':
      return start(session)
    case 'resume':
      return resume(session)
    case 'stop':
      return void askStop([session], anchor).then((meant) => meant.forEach(stop))
    case 'dismiss':
      return dismiss(session)
  }
}
