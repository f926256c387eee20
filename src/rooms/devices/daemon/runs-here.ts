// What runs on this machine for its hub, for commands: by what the daemon wrote down, held against tmux.
import { rmSync } from 'node:fs'
import type { Environment } from '#platform/server/config/environment.ts'
import { isHomeLocked } from '#platform/server/files/home-lock.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import type { TmuxListing } from '#platform/server/tmux/tmux.ts'
import { deviceTmuxSocket, runsFile } from './device-home.ts'
import { seeRuns } from './spool/peek.ts'
import type { SpooledRun } from './spool/spool-tables.ts'

/** A run that goes on. */
export type RunHere = {
  /** What a person knows it by. */
  readonly name: string
  /** Its terminal, which outlives the daemon; null for a child of the daemon, which ends with it. */
  readonly terminal: string | null
}

/** Those that run now. One that tmux can't be asked about counts as running. */
export async function readRunsHere(folder: string, environment: Environment): Promise<RunHere[]> {
  const open = openRuns(folder)
  if (open.length === 0) return []
  const tmux = createTmux({ socketName: deviceTmuxSocket, env: environment, log: silentLog })
  const [listing, isDaemonThere] = [await tmux.list(), isHomeLocked(folder)]
  return open
    .filter((run) => goesOn(run, listing, isDaemonThere))
    .map(({ start, terminal }) => ({ name: nameOf(start), terminal: terminal?.name ?? null }))
}

/** What was kept for one hub is nobody else's: the next pairing begins with nothing. */
export function forgetRuns(folder: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${runsFile(folder)}${end}`, { force: true })
}

function openRuns(folder: string): SpooledRun[] {
  return seeRuns(runsFile(folder))
    .map(({ run }) => run)
    .filter(({ state }) => state !== 'ended')
}

function goesOn({ terminal }: SpooledRun, listing: TmuxListing, isDaemonThere: boolean): boolean {
  if (terminal === null) return isDaemonThere
  if (listing.kind === 'unknown') return true
  const sessions = listing.kind === 'sessions' ? listing.sessions : []
  return sessions.some(({ id, createdMs }) => id === terminal.id && createdMs === terminal.createdMs)
}

function nameOf({ harness, options: { label }, prompt }: SpooledRun['start']): string {
  const told = typeof label === 'string' && label !== '' ? label : prompt
  return told === '' ? harness : `${harness}: ${told}`
}
