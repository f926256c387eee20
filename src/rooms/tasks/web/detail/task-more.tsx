// The rare actions of a task's panel.
import { Menu } from '@base-ui/react/menu'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { closePanel } from '#platform/web/shell/panel-url.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { copyText } from '#platform/web/ui/copy-button.tsx'
import type { TaskCard } from '../../contract.ts'
import { removeTasks } from '../actions.ts'

/** The menu opens inside the panel, so that the panel stays around it for readers, too. */
export function TaskMore({ task }: { readonly task: TaskCard }): ReactNode {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const remove = () => {
    closePanel()
    void removeTasks([task.id])
  }
  return (
    <Menu.Root>
      <span className="push" ref={setHost}>
        <Menu.Trigger render={<Button look="quiet" icon={Ellipsis} aria-label="More actions" />} />
      </span>
      <Menu.Portal container={host}>
        <Menu.Positioner className="pop-place" side="top" align="end" sideOffset={6}>
          <Menu.Popup className="pop menu">
            <Menu.Item onClick={() => void copyText(`orrery task show ${task.id}`)}>
              <Copy className="i" aria-hidden />
              Copy command
            </Menu.Item>
            <Menu.Item onClick={() => void copyText(location.href)}>
              <Copy className="i" aria-hidden />
              Copy link to this panel
            </Menu.Item>
            <Menu.Item onClick={remove}>
              <Trash2 className="i" aria-hidden />
              Delete
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
