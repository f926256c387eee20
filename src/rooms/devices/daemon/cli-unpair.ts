// `orrery daemon unpair`: ends the daemon and forgets the hub; of agents that run here a person says what becomes of them.
import { setTimeout as wait } from 'node:timers/promises'
import { existsSync } from 'node:fs'
import { shortened } from '#base/cut-text.ts'
import { printable } from '#base/printable.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { isHomeLocked } from '#platform/server/files/home-lock.ts'
import { daemonStanding } from './cli-unit.ts'
import { notPaired } from './cli-refusals.ts'
import { deviceFolder, deviceTmuxSocket, forgetPairing, readPaired, readStatus } from './device-home.ts'
import { forgetRuns, readRunsHere, type RunHere } from './runs-here.ts'

/** What becomes of agents that run here; without either nothing is changed while some do. */
export type UnpairOptions = { readonly stopAgents?: boolean; readonly keepAgents?: boolean }

export type UnpairParts = {
  readonly cli: Cli
  /** Ends what runs here and tells the hub of it where that is reached. Called while no daemon is there. */
  readonly endAgents: () => Promise<void>
}

export async function unpair({ cli, endAgents }: UnpairParts, options: UnpairOptions): Promise<void> {
  const { stopAgents = false, keepAgents = false } = options
  const folder = deviceFolder(cli.home)
  const paired = readPaired(folder)
  if (paired === null && !existsSync(folder)) throw notPaired()
  if (stopAgents && keepAgents) throw new CliError('usage', 'say either --stop-agents or --keep-agents')
  const runs = await readRunsHere(folder, cli.process.environment)
  if (runs.length > 0 && !stopAgents && !keepAgents) throw agentsRun(runs)
  await endDaemon(folder)
  if (runs.length > 0 && stopAgents) {
    cli.output.note(`Ending ${agents(runs.length)}.`)
    await endAgents()
  }
  const left = runs.length === 0 ? [] : await readRunsHere(folder, cli.process.environment)
  forgetPairing(folder)
  forgetRuns(folder)
  const hub = paired?.hub_url ?? null
  cli.output.result(
    { ok: true, hub, agents_ended: runs.length - left.length, agents_left: left.length },
    hub === null ? 'nothing is left of a pairing' : `no longer paired with ${hub}`,
  )
  if (left.length > 0) cli.output.note(goOn(left))
  if (paired !== null) cli.output.note(`The hub lists ${paired.label} as offline until it is revoked there.`)
  const unit = await daemonStanding(cli)
  if (unit?.installed === 'yes' || unit?.installed === 'differs')
    cli.output.note(`${unit.unit} would start again with the machine. Take it out with: orrery daemon uninstall`)
}

const agents = (count: number): string => (count === 1 ? '1 agent' : `${count} agents`)

/** Enough to know what is meant. */
const shownRuns = 8
const nameLimit = 60

function agentsRun(runs: readonly RunHere[]): CliError {
  const shown = runs.slice(0, shownRuns).map(({ name }) => `  ${shortened(printable(name), nameLimit)}`)
  const more = runs.length > shown.length ? [`  and ${runs.length - shown.length} more`] : []
  const verb = runs.length === 1 ? 'runs' : 'run'
  return new CliError('usage', `nothing was changed: ${agents(runs.length)} ${verb} here for the hub`, {
    hints: [
      ...shown,
      ...more,
      'End them and unpair with: orrery daemon unpair --stop-agents',
      'Or let those in terminals go on, unseen by the hub: orrery daemon unpair --keep-agents',
    ],
  })
}

function goOn(left: readonly RunHere[]): string {
  const lines = left.map(({ terminal }) => `  tmux -L ${deviceTmuxSocket} attach -t '=${terminal ?? ''}'`)
  const verb = left.length === 1 ? 'goes on, and no hub hears of it' : 'go on, and no hub hears of them'
  return [`${agents(left.length)} ${verb}:`, ...lines].join('\n')
}

/** A daemon ends within a second; one that is stuck is left to a person. */
const endTimeoutMs = 5000
const pauseMs = 20

/** The lock tells that one lives, and who holds it has written the pid. */
async function endDaemon(folder: string): Promise<void> {
  const pid = isHomeLocked(folder) ? (readStatus(folder)?.pid ?? null) : null
  if (pid !== null) process.kill(pid, 'SIGTERM')
  for (let waitedMs = 0; isHomeLocked(folder); waitedMs += pauseMs) {
    if (waitedMs >= endTimeoutMs) {
      throw new CliError('unavailable', `the daemon did not end (pid ${pid ?? 'unknown'})`, {
        hints: ['End it, then try again.'],
      })
    }
    await wait(pauseMs)
  }
}
