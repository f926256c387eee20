// Which agent: the types of the catalog, those that are installed first, and what the chosen one can't do.
import type { ReactNode } from 'react'
import { versionWords } from '#base/version-words.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import type { AgentType } from '../../contract.ts'
import { missingParts, notInstalled } from '../../core/end/missing-program.ts'
import { AgentIcon } from '../agent-icon.tsx'
import type { OnChoice } from './on-device.ts'

type Props = {
  readonly agents: readonly AgentType[] | null
  readonly chosen: string
  /** Whether it is to run on this machine: what is installed elsewhere, that device tells. */
  readonly isHere: boolean
  /** What the chosen device told of its clients; null for any other place. */
  readonly versionsThere: OnChoice['versions']
  readonly onChoose: (agentType: string) => void
}

export function AgentField({ agents, chosen, isHere, versionsThere, onChoose }: Props): ReactNode {
  const chosenAgent = agents?.find(({ agent_type: type }) => type === chosen)
  return (
    <fieldset className="opts">
      <legend className="label">Agent</legend>
      {agents === null ? <Skeleton lines={2} /> : null}
      {offered(agents ?? [], isHere).map(({ agent_type: type, label, installed, command, version, tried }) => (
        <label key={type} className="opt" data-on={type === chosen || undefined}>
          <input type="radio" name="agent" className="sr" checked={type === chosen} onChange={() => onChoose(type)} />
          <AgentIcon type={type} />
          <span>
            <b>{type}</b>
            <span className="meta">{label}</span>
            {installed || !isHere ? null : <span className="meta absent">{command[0]} is not installed</span>}
            {installed && isHere ? <VersionLine words={versionWords(version, tried)} /> : null}
            {isHere ? null : <VersionLine words={wordsThere(versionsThere?.[type])} />}
          </span>
        </label>
      ))}
      {isHere ? <HowToInstall agent={chosenAgent} /> : null}
      <Cannot agent={chosenAgent} />
    </fieldset>
  )
}

function wordsThere(told: { readonly version: string; readonly tried: string | null } | undefined): string | null {
  return told === undefined ? null : versionWords(told.version, told.tried)
}

/** Of the program where it is to run: one that is older than what was tried may behave otherwise. */
function VersionLine({ words }: { readonly words: string | null }): ReactNode {
  return words === null ? null : <span className="meta version">{words}</span>
}

/** On a device another set is installed than here. */
function offered(agents: readonly AgentType[], isHere: boolean): readonly AgentType[] {
  return isHere ? agents.toSorted((one, other) => Number(other.installed) - Number(one.installed)) : agents
}

/** Said before the launch, and not discovered after it. */
function Cannot({ agent }: { readonly agent: AgentType | undefined }): ReactNode {
  if (agent === undefined || agent.cannot.length === 0) return null
  return (
    <ul className="cannot meta" aria-label={`What ${agent.label} can’t do`}>
      {agent.cannot.map((each) => (
        <li key={each}>
          {agent.label} {each}.
        </li>
      ))}
    </ul>
  )
}

/** It may be launched all the same: an agent that is started may find what the service does not. */
function HowToInstall({ agent }: { readonly agent: AgentType | undefined }): ReactNode {
  if (agent === undefined || agent.installed) return null
  const words = notInstalled(agent.command[0] ?? '')
  const known = missingParts(words)
  return (
    <div className="how-to-install" role="status">
      <span className="meta">{known === null ? `${words}.` : `${known.what}. Run this where Orrery runs:`}</span>
      {known === null ? null : <CommandLine text={known.command} name="install command" />}
    </div>
  )
}
