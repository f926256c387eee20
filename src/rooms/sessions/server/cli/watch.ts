// `orrery ls --watch`: the list as it changes; drawn over itself on a terminal, one line a change anywhere else.
import { printable } from '#base/printable.ts'
import { toIso } from '#base/time.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { systemClock } from '#platform/server/clock.ts'
import { pause } from '#platform/server/pause.ts'
import type { SessionView } from '../../contract.ts'
import { listChanges, type KnownList, type ListChange } from '../../core/list/list-changes.ts'

export type WatchParts = {
  /** The sessions that are asked for, in the order of the list. */
  readonly read: () => Promise<readonly SessionView[]>
  /** The list as lines. */
  readonly draw: (sessions: readonly SessionView[]) => string
}

/** Quick enough for an eye that watches, and one small request each. */
const everyMs = 1000

/** Ends when the person interrupts. A service that is away for a while, as in a restart, is waited for. */
export async function watchList(cli: Cli, { read, draw }: WatchParts): Promise<void> {
  const interrupted = cli.process.catchSignals()
  const show = cli.output.width === null || cli.output.json ? lineByLine(cli) : inPlace(cli, draw)
  let isAway = false
  show(await read())
  while (!interrupted.aborted) {
    await pause(everyMs, interrupted)
    if (interrupted.aborted) return
    try {
      show(await read())
      isAway = false
    } catch (error) {
      if (!(error instanceof CliError) || error.exit !== 'unavailable') throw error
      if (!isAway) cli.output.note(`${error.message}; watching goes on when it is back`)
      isAway = true
    }
  }
}

type Show = (sessions: readonly SessionView[]) => void

/** Goes back to the first line and clears what follows; a list longer than the screen is cut, or it could not go back. */
function inPlace(cli: Cli, draw: WatchParts['draw']): Show {
  const { stdout } = cli.process
  let drawn = 0
  return (sessions) => {
    const most = Math.max(2, (stdout.rows ?? usualRows) - 1)
    const all = draw(sessions).split('\n')
    const lines = all.length > most ? [...all.slice(0, most - 1), `and ${all.length - most + 1} more`] : all
    const back = drawn === 0 ? '' : `\u001B[${drawn}A`
    cli.output.raw(`${back}\u001B[J${lines.join('\n')}\n`)
    drawn = lines.length
  }
}

/** A terminal that does not tell its height. */
const usualRows = 24

function lineByLine(cli: Cli): Show {
  let known: KnownList = new Map()
  return (sessions) => {
    const at = toIso(systemClock.now())
    for (const change of listChanges(known, sessions)) cli.output.raw(`${lineOf(change, at, cli.output.json)}\n`)
    known = new Map(sessions.map((session) => [session.id, session]))
  }
}

/** With --json each line is an object of its own. */
function lineOf(change: ListChange, at: string, json: boolean): string {
  const { kind, session } = change
  if (json) return JSON.stringify(kind === 'gone' ? { at, gone: session.id } : { at, session })
  const what = change.kind === 'gone' ? 'gone' : `${session.state.replaceAll('_', ' ')}: ${printable(change.why)}`
  return `${at}  ${session.tmux_session}  ${what}`
}
