// Settings: the agent types that can be launched.
import type { ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Setting } from '#platform/web/settings/setting.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { listAgentTypes } from '../api.ts'
import type { AgentType } from '../contract.ts'
import { AgentIcon } from './agent-icon.tsx'
import { shellWord } from '#base/shell-word.ts'

export function AgentsSection(): ReactNode {
  return (
    <>
      <section>
        <h2>Agents</h2>
        <Agents />
      </section>
      <section>
        <h2>Hooks</h2>
        <Setting
          title="Claude Code reports through hooks"
          text="They are installed into ~/.claude/settings.json with each code-agent launch; your own hooks stay as they are. This installs or takes them out by hand:"
        >
          <CommandLine text="orrery hook install" name="install command" />
          <CommandLine text="orrery hook uninstall" name="uninstall command" />
        </Setting>
        <Setting title="Retry queue" text="What could not be delivered waits and is tried again; this lists it:">
          <CommandLine text="orrery hook queue" name="queue command" />
        </Setting>
      </section>
    </>
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
            <th className="spare">Interactive</th>
          </tr>
        </thead>
        <tbody>
          {agents.map(({ agent_type: type, command, interactive_command: interactive }) => (
            <tr key={type}>
              <td>
                <span className="row">
                  <AgentIcon type={type} />
                  {type}
                </span>
              </td>
              <td className="mono soft">{command.map(readable).join(' ')}</td>
              <td className="mono soft spare">{interactive === null ? 'no' : interactive.map(readable).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="meta">More types, and other commands for these, stand under “agents” in config.json.</p>
    </>
  )
}

/** Placeholders are read better without quotes. */
function readable(argument: string): string {
  return /^\{\w+\}$/.test(argument) ? argument : shellWord(argument)
}
