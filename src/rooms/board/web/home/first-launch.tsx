// An empty board offers the first launch and the first task.
import { ListPlus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { usePorts } from '../ports.ts'

export function FirstLaunch(): ReactNode {
  const { openLaunch, openNewTask } = usePorts()
  return (
    <div className="whole-page">
      <Empty title="No sessions yet">
        <span>Launch one here, or name a tmux session agent-something and it appears by itself.</span>
        <span className="row">
          <Button look="primary" icon={Plus} label="Launch agent" keys="c" onClick={() => openLaunch()} />
          <Button icon={ListPlus} label="New task" keys="t" onClick={() => openNewTask()} />
        </span>
        <CommandLine text="orrery launch shell --prompt 'echo hello'" name="launch command" />
      </Empty>
    </div>
  )
}
