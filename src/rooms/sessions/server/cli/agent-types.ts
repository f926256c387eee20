// `orrery launch` alone: what can be launched, whether it is installed, and what it can't do.
import { versionWords } from '#base/version-words.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { AgentType } from '../../contract.ts'
import { notInstalled } from '../../core/end/missing-program.ts'
import { sessionRoutes } from '../bound-routes.ts'

/** Those that are installed first. */
export async function listAgentTypes(cli: Cli): Promise<void> {
  const answer = await cli.api.ask(sessionRoutes.listAgentTypes, {})
  const agents = answer.agents.toSorted((one, other) => Number(other.installed) - Number(one.installed))
  cli.output.result(answer, agentTable(agents, cli.output.width))
  for (const { label, cannot, installed } of agents)
    if (installed) for (const each of cannot) cli.output.note(`${label} ${each}.`)
}

/** With the command that installs what is missing. */
export function agentTable(agents: readonly AgentType[], width: number | null): string {
  return formatTable(
    agents,
    [
      { title: 'AGENT', text: ({ agent_type: type }) => type },
      { title: 'WHAT', text: ({ label }) => label },
      { title: 'INTERACTIVE', text: ({ interactive }) => (interactive ? 'yes' : 'no') },
      {
        title: 'INSTALLED',
        text: ({ installed, command: [program = ''], version, tried }) =>
          installed ? (versionWords(version, tried) ?? 'yes') : notInstalled(program),
      },
    ],
    width,
  )
}
