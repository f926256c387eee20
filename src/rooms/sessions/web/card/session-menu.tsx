// What the menu of a session's card offers beside the moves.
import { CornerUpRight, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { MenuItem } from '#platform/web/ui/menu-item.tsx'
import { openLaunch } from '../launch-state.ts'
import { openStartAfter } from '../session-overlay.ts'
import { useSession } from '../session-store.ts'

type Props = { readonly id: string; readonly anchor: Element; readonly close: () => void }

export function SessionMenu({ id, anchor, close }: Props): ReactNode {
  const task = useSession(id)?.task_id ?? null
  return (
    <>
      {task === null ? null : (
        <MenuItem
          icon={CornerUpRight}
          label="Launch agent after this…"
          close={close}
          run={() => openLaunch({ dependsOn: [task] })}
        />
      )}
      <MenuItem icon={Link2} label="Start after…" close={close} run={() => openStartAfter(id, anchor)} />
    </>
  )
}
