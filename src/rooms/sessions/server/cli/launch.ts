// `orrery launch`: starts an agent here, with the prompt from the command line or from stdin.
import { resolve } from 'node:path'
import { shellWord } from '#base/shell-word.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { LaunchRequest } from '../../contract.ts'
import { notInstalled } from '../../core/end/missing-program.ts'
import { sessionRoutes } from '../bound-routes.ts'

export type LaunchOptions = {
  readonly prompt?: string
  readonly interactive?: boolean
  readonly task?: string
  readonly after?: readonly string[]
  readonly dir?: string
  readonly name?: string
  readonly label?: string
  /** A device instead of this machine. */
  readonly on?: string
  readonly model?: string
}

export type LaunchCommand = LaunchOptions & { readonly agentType: string; readonly words: readonly string[] }

export async function launch(cli: Cli, command: LaunchCommand): Promise<void> {
  if (command.on !== undefined) {
    const { launchOn } = await import('./launch-on.ts')
    return launchOn(cli, { ...command, on: command.on })
  }
  const body: LaunchRequest = {
    agent_type: command.agentType,
    prompt: await readPrompt(cli, command),
    interactive: command.interactive ?? null,
    task_id: command.task ?? null,
    depends_on: command.after === undefined ? null : [...command.after],
    working_dir: resolve(cli.process.workingDir, command.dir ?? '.'),
    session_name: command.name ?? null,
    label: command.label ?? null,
  }
  const answer = await cli.api.ask(sessionRoutes.launchAgent, { body })
  const { session } = answer
  const waits = session.blocked_by.length > 0
  cli.output.result(answer, session.tmux_session)
  cli.output.note(
    waits
      ? `Queued as ${session.id}: it starts once ${session.blocked_by.join(', ')} is done.`
      : `Launched as ${session.id}. Look at it with: orrery attach ${shellWord(session.tmux_session)}`,
  )
  await noteMissing(cli, command.agentType)
}

/** In the words of the page. It was launched all the same: the agent's terminal may find what the service does not. */
async function noteMissing(cli: Cli, agentType: string): Promise<void> {
  const { agents } = await cli.api.ask(sessionRoutes.listAgentTypes, {})
  const agent = agents.find(({ agent_type: type }) => type === agentType)
  if (agent?.installed === false) cli.output.note(`${notInstalled(agent.command[0] ?? agentType)}.`)
}

/** From --prompt, from the words, or from stdin for `-`; null only for an interactive session. */
export async function readPrompt(cli: Cli, { prompt, words, interactive }: LaunchCommand): Promise<string | null> {
  if (prompt !== undefined && words.length > 0) {
    throw new CliError('usage', 'a prompt was given twice: after the agent type and with --prompt')
  }
  const given = prompt ?? (words.length === 0 ? null : words.join(' '))
  if (given === '-') return (await cli.process.readStdin()).replace(/\n$/, '')
  if (given === null && interactive !== true) {
    throw new CliError('usage', 'the prompt is missing', {
      hints: [
        'Give it after the agent type: orrery launch shell "make test"',
        'Or from a file: orrery launch code-agent - < prompt.md',
        'Or start without one: orrery launch code-agent --interactive',
      ],
    })
  }
  return given
}
