// `orrery home`: what the Home page shows, in the same words and the same order.
import { InvalidArgumentError, type Command } from 'commander'
import { dayMs, hourMs, minuteMs, toIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { ownCommandOf } from '#platform/server/cli/own-command.ts'
import { systemClock } from '#platform/server/clock.ts'
import { homeText } from './cli/home-text.ts'
import { homeRoutes } from './bound-routes.ts'
import type { HomeCliPorts } from './ports.ts'

/** The command of Home. */
export const homeCli = (ports: HomeCliPorts): CliRoom => ({
  name: 'home',
  addCommands: (program, { cli }) => addHomeCommand(program, { cli, ...ports }),
})

type HomeOptions = { readonly since?: number }
type HomeParts = HomeCliPorts & { readonly cli: Cli }

function addHomeCommand(program: Command, parts: HomeParts): void {
  program
    .command('home')
    .summary('see what matters now')
    .description('What needs you, what ran, what comes and how this machine is: the Home page. So does orrery alone.')
    .option('--since <span>', 'tell what happened in the last 30m, 8h or 3d (default: 24h)', spanMs)
    .action(async ({ since }: HomeOptions) => showHome(parts, since))
}

async function showHome({ cli, readPlaces }: HomeParts, spanMs: number | undefined): Promise<void> {
  const query = spanMs === undefined ? {} : { since: toIso(systemClock.now() - spanMs) }
  const [home, machine] = await Promise.all([
    cli.api.ask(homeRoutes.readHome, { query }),
    cli.api.ask(homeRoutes.readMachine, { query: {} }),
  ])
  const { output } = cli
  const command = ownCommandOf(cli.process.environment)
  const isElsewhere = home.blocks.some(({ rows }) => rows.some(({ device_id: device }) => device !== null))
  const placeOf = isElsewhere ? await readPlaces(cli) : () => null
  const paper = { width: output.width, paint: output.paint, command }
  output.result({ ...home, machine }, homeText({ home, machine, placeOf }, paper))
}

const units: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs }

function spanMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const unitMs = units[unit]
  if (count === undefined || unitMs === undefined || Number(count) === 0) {
    throw new InvalidArgumentError('It must be a span as in 30m, 8h or 3d.')
  }
  return Number(count) * unitMs
}
