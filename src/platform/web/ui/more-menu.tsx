// The rare actions of what it stands beside, behind one button.
import { Menu } from '@base-ui/react/menu'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

export type MoreAction = { readonly icon: LucideIcon; readonly label: string; readonly run: () => void }

type Props = {
  /** What it is called where several stand on a page, as in 'Actions for forge'. */
  readonly name?: string
  readonly actions: readonly MoreAction[]
  /** Where it opens: above where it stands at the foot of a panel. */
  readonly side: 'top' | 'bottom'
}

/** The menu opens beside its button, so that a panel stays around it for readers, too. */
export function MoreMenu({ name = 'More actions', actions, side }: Props): ReactNode {
  const [host, setHost] = useState<HTMLElement | null>(null)
  return (
    <Menu.Root>
      <span className="push" ref={setHost}>
        <Menu.Trigger render={<Button look="quiet" icon={Ellipsis} aria-label={name} />} />
      </span>
      <Menu.Portal container={host}>
        <Menu.Positioner className="pop-place" side={side} align="end" sideOffset={6}>
          <Menu.Popup className="pop menu">
            {actions.map(({ icon: Icon, label, run }) => (
              <Menu.Item key={label} onClick={run}>
                <Icon className="i" aria-hidden />
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
