// The command of the demo; what it does is loaded with its first use.
import { InvalidArgumentError, type Command } from 'commander'
import { hourMs, minuteMs, secondMs } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'

/** `orrery demo`. */
export const demoCli: CliRoom = { name: 'demo', addCommands: (program, { cli }) => addDemo(program, cli) }

function addDemo(program: Command, cli: Cli): void {
  program
    .command('demo')
    .summary('try everything on a made-up board')
    .description(
      'Show a living board of made-up agents until Ctrl+C: a service of its own in a folder for temporary files, with a ' +
        'tmux server of its own. Nothing of yours is touched, and nothing is left behind.',
    )
    .option('--for <span>', 'end by itself after 30s, 10m or 2h', spanMs)
    .option('--port <port>', 'port to listen on (default: a free one)', portNumber, 0)
    .action(async (options: { for?: number; port: number }) => {
      const { runDemo } = await import('./demo.ts')
      await runDemo(cli, { forMs: options.for ?? null, port: options.port })
    })
}

const units: Readonly<Record<string, number>> = { s: secondMs, m: minuteMs, h: hourMs }

function spanMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([smh])$/.exec(text) ?? []
  const unitMs = units[unit]
  if (count === undefined || unitMs === undefined || Number(count) === 0) {
    throw new InvalidArgumentError('It must be a span as in 30s, 10m or 2h.')
  }
  return Number(count) * unitMs
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be a number up to 65535.')
  return port
}
