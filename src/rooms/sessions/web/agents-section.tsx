// Settings: the agent types that can be launched.
import type { ReactNode } from 'react'
import { versionWords } from '#base/version-words.ts'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { listAgentTypes } from '../api.ts'
import type { AgentType } from '../contract.ts'
import { AgentIcon } from './agent-icon.tsx'
import { shellWord } from '#base/shell-word.ts'

export function AgentsSection(): ReactNode {
  return (
    <section>
      <h2>Agents</h2>
      <Agents />
    </section>
  )
}

const loadAgents = () => call(listAgentTypes)

function Agents(): ReactNode {
  const isSignedIn = useSignedIn()
  const [query, reload] = useQuery(loadAgents, String(isSignedIn))
  switch (query.kind) {
    case 'loading':
      return <Skeleton lines={3} />
    case 'refused':
      return needsLogin(query.problem) ? (
        <div className="setting">
          <SignIn why="The list of agents holds commands of this machine, so it takes a signed-in browser." />
        </div>
      ) : (
        <ProblemView problem={query.problem} onRetry={reload} />
      )
    case 'ready':
      return <AgentTable agents={query.value.agents} />
  }
}

function AgentTable({ agents }: { readonly agents: readonly AgentType[] }): ReactNode {
  return (
    <>
      <table className="table">
        <thead>
          <tr>
            <th>Type</th>
            <th>Command</th>
            <th>Found</th>
          </tr>
        </thead>
        <tbody>
          {agents.map(({ agent_type: type, command, installed: isInstalled, version, tried }) => (
            <tr key={type}>
              <td>
                <span className="row">
                  <AgentIcon type={type} />
                  {type}
                </span>
              </td>
              <td className="mono soft">{command.map(readable).join(' ')}</td>
              <td>
                <span className="row">
                  <Dot state={isInstalled ? 'completed' : 'failed'} isMute />
                  {isInstalled ? (versionWords(version, tried) ?? 'yes') : 'not on PATH'}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="meta">More types, other commands for these and a test launch of each are below.</p>
    </>
  )
}

/** Placeholders are read better without quotes. */
function readable(argument: string): string {
  return /^\{\w+\}$/.test(argument) ? argument : shellWord(argument)
}
