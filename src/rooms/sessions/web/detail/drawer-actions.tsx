// The actions of the panel: the likely one first, the rare ones in a menu.
import { Menu } from '@base-ui/react/menu'
import { Copy, Ellipsis, ListRestart, Terminal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { copyText } from '#platform/web/ui/copy-button.tsx'
import type { SessionCard } from '../../contract.ts'
import { nextState } from '../../core/machine.ts'
import { ActionButton } from '../action-button.tsx'
import { requeue } from '../actions.ts'
import { orreryAttach } from '../commands-to-copy.ts'
import { quickActionsOf } from '../quick-actions.ts'
import { TransferButton } from '../transfer/transfer-button.tsx'

export function DrawerActions({ session }: { readonly session: SessionCard }): ReactNode {
  const actions = session.state === 'idle' ? (['start', ...quickActionsOf(session)] as const) : quickActionsOf(session)
  return (
    <>
      {actions.map((action, index) => (
        <ActionButton
          key={action}
          action={action}
          session={session}
          isSmall={false}
          {...(index === 0 && action !== 'stop' && action !== 'attach' ? { look: 'primary' as const } : {})}
        />
      ))}
      <TransferButton session={session} />
      <More session={session} />
    </>
  )
}

/** The menu opens inside the panel, so that the panel stays around it for readers, too. */
function More({ session }: { readonly session: SessionCard }): ReactNode {
  const [host, setHost] = useState<HTMLElement | null>(null)
  return (
    <Menu.Root>
      <span className="push" ref={setHost}>
        <Menu.Trigger render={<Button look="quiet" icon={Ellipsis} aria-label="More actions" />} />
      </span>
      <Menu.Portal container={host}>
        <Menu.Positioner className="pop-place" side="top" align="end" sideOffset={6}>
          <Menu.Popup className="pop menu">
            {nextState(session.state, 'user.requeue') === null ? null : (
              <Menu.Item onClick={() => requeue(session)}>
                <ListRestart className="i" aria-hidden />
                Put back in the queue
              </Menu.Item>
            )}
            <Menu.Item onClick={() => void copyText(orreryAttach(session))}>
              <Terminal className="i" aria-hidden />
              Copy attach command
            </Menu.Item>
            <Menu.Item onClick={() => void copyText(session.id)}>
              <Copy className="i" aria-hidden />
              Copy id
            </Menu.Item>
            <Menu.Item onClick={() => void copyText(location.href)}>
              <Copy className="i" aria-hidden />
              Copy link to this panel
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
