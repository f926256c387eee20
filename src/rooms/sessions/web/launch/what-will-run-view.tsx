// Shows the command before it runs.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import type { AgentType } from '../../contract.ts'
import type { LaunchFields } from './launch-fields.ts'
import { useTmuxSocket } from '../use-tmux-socket.ts'
import { whatWillRun } from './what-will-run.ts'

export function WhatWillRun({
  agent,
  fields,
}: {
  readonly agent: AgentType
  readonly fields: LaunchFields
}): ReactNode {
  const line = whatWillRun(agent, fields, useTmuxSocket() ?? null)
  if (line === '') return null
  return (
    <details className="shape" open>
      <summary className="meta">
        <ChevronRight className="i" aria-hidden />
        What will run
      </summary>
      <CommandLine text={line} name="command" />
    </details>
  )
}
