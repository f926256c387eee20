// `orrery send`: says something to an agent, with the words of the command line or from stdin.
import { shortened } from '#base/cut-text.ts'
import { printable } from '#base/printable.ts'
import { shellWord } from '#base/shell-word.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { AgentAnswer } from '../../contract/answer.ts'
import { sessionRoutes } from '../bound-routes.ts'
import { findSession } from './find.ts'

export type SendCommand = { readonly session: string; readonly words: readonly string[]; readonly enter: boolean }

export async function send(cli: Cli, { session: name, words, enter }: SendCommand): Promise<void> {
  const text = await readText(cli, name, words)
  const { id, tmux_session: tmux } = await findSession(cli, name)
  const { unfinished } = await cli.api.ask(sessionRoutes.readReadiness, { params: { id } })
  if (unfinished !== null) warnOf(cli, unfinished, tmux)
  const answer = await cli.api.ask(sessionRoutes.sendInput, { params: { id }, body: { text, submit: enter } })
  const state = answer.session.state.replaceAll('_', ' ')
  cli.output.result(answer, enter ? `${tmux} was told, and is ${state}` : `${tmux} has it in its prompt, not sent`)
  if (!enter) cli.output.note(`Send it there with Enter: orrery attach ${shellWord(tmux)}`)
}

/** As much of a text as tells it from others. */
const mostQuoted = 80

/** What is typed now would stand behind an answer that was never sent. */
function warnOf(cli: Cli, { text, state }: AgentAnswer, tmux: string): void {
  const said = `“${shortened(printable(text), mostQuoted)}”`
  const stands =
    state === 'typed'
      ? `${said} was typed without Enter, and stands before this in its prompt`
      : `nobody knows whether ${said} was sent, since the service ended while it was typed: it may stand before this in its prompt`
  cli.output.note(`Careful: ${stands}. Look there: orrery attach ${shellWord(tmux)}`)
}

async function readText(cli: Cli, name: string, words: readonly string[]): Promise<string> {
  if (words.length === 1 && words[0] === '-') return cli.process.readStdin()
  if (words.length > 0) return words.join(' ')
  const session = shellWord(name)
  throw new CliError('usage', 'the text is missing', {
    hints: [
      `Give it after the session: orrery send ${session} "yes, and add a test"`,
      `Or from a file: orrery send ${session} - < answer.md`,
      `Or look at its terminal first: orrery attach ${session}`,
    ],
  })
}
