// `orrery ask`: its arguments and options; what it does stands in cli/.
import type { CliRoom } from '#platform/server/cli/cli-room.ts'

export type AskAssistantOptions = { readonly model?: string; readonly models?: boolean }

/** The assistant's command. */
export const assistantCli: CliRoom = {
  name: 'assistant',
  addCommands(program, { cli }) {
    program
      .command('ask')
      .summary('ask the local assistant')
      .description(
        'Ask a local model about what goes on here (fabric mode). It is told who needs you, the NOW lane, what failed and ' +
          'what runs next, and nothing that was asked before; it answers, and can do nothing.',
      )
      .argument('[question...]', 'what to ask; - reads it from standard input')
      .option('-m, --model <name>', 'by this model; default: the first of assistant.models that is there')
      .option('--models', 'list the models instead, and say whether one would answer')
      .action(async (words: string[], options: AskAssistantOptions) => {
        await (await import('./cli/ask.ts')).ask(cli, words, options)
      })
  },
}
