// The command of transcripts.
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import type { TranscriptsCliPorts } from './ports.ts'

/** The command that tells what an agent said and did. */
export const transcriptsCli = (ports: TranscriptsCliPorts): CliRoom => ({
  name: 'transcripts',
  addCommands(program, { cli }) {
    program
      .command('transcript')
      .summary('read what an agent said and did')
      .description(
        'What an agent said and did, from its own file: messages, tools with their results, and what each turn used. Claude Code, Codex and Gemini CLI keep one.',
      )
      .argument('<session>', 'its name or its id; one that left the board by its id')
      .option('-f, --follow', 'go on as more comes')
      .option('-m, --markdown', 'all of it as Markdown')
      .action(async (typed: string, options: { readonly follow?: true; readonly markdown?: true }) => {
        await (await import('./cli/transcript.ts')).showTranscript(cli, ports, { typed, ...options })
      })
  },
})
