// The actions of the panel: the likely one first, the rare ones in a menu.
import { Copy, ListRestart, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { MoreMenu } from '#platform/web/ui/more-menu.tsx'
import type { SessionCard } from '../../contract.ts'
import { livesHere } from '../../core/lives-here.ts'
import { nextState } from '../../core/machine.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { requeue } from '../actions/actions.ts'
import { attachThere, orreryAttach } from '../attach/commands-to-copy.ts'
import { quickActionsOf, type QuickAction } from '../actions/quick-actions.ts'
import { ReplayLink } from '../attach/replay-link.tsx'
import { StopWays } from '../card/stop-stages.tsx'
import { TransferButton } from '../transfer/transfer-button.tsx'

export function DrawerActions({ session }: { readonly session: SessionCard }): ReactNode {
  const actions = session.state === 'idle' ? (['start', ...quickActionsOf(session)] as const) : quickActionsOf(session)
  return (
    <>
      <StopWays session={session} isSmall={false} />
      {actions.map((action, index) => (
        <ActionButton
          key={action}
          action={action}
          session={session}
          isSmall={false}
          {...(index === 0 && isLikely(action) ? { look: 'primary' as const } : {})}
        />
      ))}
      <TransferButton session={session} />
      <ReplayLink id={session.id} />
      <More session={session} />
    </>
  )
}

/** Where a reply is the likely answer, Send is the one button in ink. */
function isLikely(action: QuickAction | 'start'): boolean {
  return action === 'start' || action === 'restart' || action === 'dismiss'
}

const attachCommandOf = (session: SessionCard): string =>
  livesHere(session) ? orreryAttach(session) : attachThere(session)

function More({ session }: { readonly session: SessionCard }): ReactNode {
  const canWait = nextState(session.state, 'user.requeue') !== null
  const putBack = { icon: ListRestart, label: 'Put back in the queue', run: () => requeue(session) }
  const actions = [
    ...(canWait ? [putBack] : []),
    { icon: Terminal, label: 'Copy attach command', run: () => void copyText(attachCommandOf(session)) },
    { icon: Copy, label: 'Copy id', run: () => void copyText(session.id) },
    { icon: Copy, label: 'Copy link to this panel', run: () => void copyText(location.href) },
  ]
  return <MoreMenu side="top" actions={actions} />
}
