// Shows the command before it runs.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import type { AgentType } from '../../contract.ts'
import type { LaunchFields } from './launch-fields.ts'
import { launchLine, type OnChoice } from './on-device.ts'
import { useTmuxSocket } from '../attach/use-tmux-socket.ts'
import { whatWillRun } from './what-will-run.ts'

type Props = {
  readonly agent: AgentType
  readonly fields: LaunchFields
  /** Null in legacy mode. */
  readonly choices: readonly OnChoice[] | null
}

/** Of a launch on a device the command that asks for it: what it runs there, that device knows. */
export function WhatWillRun({ agent, fields, choices }: Props): ReactNode {
  const socket = useTmuxSocket() ?? null
  const place = choices?.find(({ value }) => value === fields.on)
  const isHere = place === undefined || place.value === ''
  const line = isHere
    ? whatWillRun(agent, fields, socket)
    : launchLine({ ...fields, agentType: agent.agent_type }, place.label)
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
