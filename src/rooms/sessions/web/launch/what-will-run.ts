// The command that a launch would run, as a person would type it.
import type { AgentType } from '../../contract.ts'
import { planCommand } from '../../core/start/planned-command.ts'
import type { LaunchFields } from './launch-fields.ts'
import { shellWord } from '#base/shell-word.ts'

/** Longest argument that is shown whole, in characters. */
const shownArgument = 120

/** A `tmux new-session` line, on the tmux server of that name; a name that the service will make is shown by its form. */
export function whatWillRun(agent: AgentType, fields: LaunchFields, socket: string | null): string {
  const isInteractive = fields.isInteractive && agent.interactive_command !== null
  const name = fields.sessionName.trim() || '<new name>'
  const planned = planCommand({
    template: isInteractive ? (agent.interactive_command ?? agent.command) : agent.command,
    isInteractive,
    values: {
      prompt: fields.prompt,
      session_name: name,
      working_dir: fields.workingDir.trim(),
      task_id: fields.taskId.trim(),
      label: fields.label.trim(),
    },
    promptPath: '<file with the prompt>',
  })
  if (!planned.ok) return ''
  const directory = fields.workingDir.trim() === '' ? [] : ['-c', fields.workingDir.trim()]
  const server = socket === null ? [] : ['-L', socket]
  return ['tmux', ...server, 'new-session', '-d', '-s', name, ...directory, ...planned.value.argv].map(shown).join(' ')
}

function shown(argument: string): string {
  if (argument.startsWith('<')) return argument
  return shellWord(argument.length > shownArgument ? `${argument.slice(0, shownArgument)}…` : argument)
}
