// The rare actions of a task's panel.
import { Copy, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { closePanel } from '#platform/web/shell/panel-url.ts'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { MoreMenu } from '#platform/web/ui/more-menu.tsx'
import { lineToType } from '#platform/web/ui/own-command.ts'
import type { TaskCard } from '../../contract.ts'
import { deleteTasks } from '../actions.ts'

export function TaskMore({ task }: { readonly task: TaskCard }): ReactNode {
  const remove = () => {
    closePanel()
    void deleteTasks([task.id])
  }
  const show = lineToType(`orrery task show ${task.id}`)
  const actions = [
    { icon: Copy, label: 'Copy command', run: () => void copyText(show) },
    { icon: Copy, label: 'Copy link to this panel', run: () => void copyText(location.href) },
    { icon: Trash2, label: 'Delete', run: remove },
  ]
  return <MoreMenu side="top" actions={actions} />
}
