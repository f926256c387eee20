// Doctor's look at what sessions need of the machine: tmux, and the programs of the agent types.
import { adapterOf } from '#base/harness/catalog.ts'
import { versionWords } from '#base/version-words.ts'
import { fail, ok, warn, type Finding } from '#platform/server/cli/doctor/finding.ts'
import { findProgram, installCommand } from '#platform/server/cli/install-hint.ts'
import { readVersion } from '#platform/server/client-version.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { installCommandOf } from '../../core/end/missing-program.ts'
import type { AgentDefinition } from '../../core/start/agent-catalog.ts'

/** Where `socketName` is the `tmux -L` name of the settings, or null. */
export async function checkTmux(socketName: string | null, environment: Environment): Promise<Finding> {
  const version = await createTmux({ socketName, env: environment, log: silentLog }).version()
  if (version !== null) return ok('tmux', version)
  return fail(
    'tmux',
    'not installed, so no agent can be launched',
    `Install it: ${installCommand('tmux', environment)}`,
  )
}

/** Whether each agent type's program is on PATH, and in which version it says to be. */
export async function checkAgents(agents: Config['agents'], environment: Environment): Promise<Finding> {
  const isMissing = ({ command: [program = ''], env }: AgentDefinition): boolean =>
    !program.includes('/') && findProgram(program, { ...environment, ...env }) === null
  const all = Object.entries(agents)
  const missing = all.filter(([, agent]) => isMissing(agent))
  const there = all.filter(([, agent]) => !isMissing(agent))
  const installed = await Promise.all(there.map((each) => withVersion(each, environment)))
  if (missing.length === 0) return ok('agents', `all installed: ${installed.join(', ')}`)
  const programs = new Set(missing.map(([, { command }]) => command[0] ?? ''))
  const known = [...programs].flatMap((program) => {
    const command = installCommandOf(program)
    return command === null ? [] : [`Install ${program}: ${command}`]
  })
  const names = missing.map(([type, { command }]) => `${type} (${command[0]})`)
  const others = installed.length === 0 ? '' : `; installed: ${installed.join(', ')}`
  return warn(
    'agents',
    `not on PATH: ${names.join(', ')}${others}`,
    'Install what you want to launch; the rest does no harm.',
    ...known,
  )
}

async function withVersion(
  [type, agent]: readonly [string, AgentDefinition],
  environment: Environment,
): Promise<string> {
  const version = await readVersion(agent, environment)
  const words = versionWords(version, adapterOf(agent.harness)?.tried ?? null)
  return words === null ? type : `${type} ${words}`
}
