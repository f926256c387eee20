// Which agent: the types of the catalog.
import type { ReactNode } from 'react'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { AgentType } from '../../contract.ts'
import { AgentIcon } from '../agent-icon.tsx'

type Props = {
  readonly agents: readonly AgentType[] | null
  readonly chosen: string
  readonly onChoose: (agentType: string) => void
}

export function AgentField({ agents, chosen, onChoose }: Props): ReactNode {
  return (
    <fieldset className="opts">
      <legend className="label">Agent</legend>
      {agents === null ? <Skeleton lines={2} /> : null}
      {agents?.map(({ agent_type: type, label }) => (
        <label key={type} className="opt" data-on={type === chosen || undefined}>
          <input type="radio" name="agent" className="sr" checked={type === chosen} onChange={() => onChoose(type)} />
          <AgentIcon type={type} />
          <span>
            <b>{type}</b>
            <span className="meta">{label}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
