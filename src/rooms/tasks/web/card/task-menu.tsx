// What the menu of a task's card offers beside the moves: an agent that works on it, and one that starts once it is done.
import { CornerUpRight, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { MenuItem } from '#platform/web/ui/menu-item.tsx'
import { useTaskPorts } from '../ports.ts'

export function TaskMenu({ id, close }: { readonly id: string; readonly close: () => void }): ReactNode {
  const { openLaunch } = useTaskPorts()
  return (
    <>
      <MenuItem icon={Plus} label="Launch agent on this" close={close} run={() => openLaunch({ taskId: id })} />
      <MenuItem
        icon={CornerUpRight}
        label="Launch agent after this…"
        close={close}
        run={() => openLaunch({ dependsOn: [id] })}
      />
    </>
  )
}
