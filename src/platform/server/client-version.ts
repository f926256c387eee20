// Which version of an agent program is installed, as the program itself says.
import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { adapterOf } from '#base/harness/catalog.ts'
import { findProgram } from './cli/install-hint.ts'
import type { Environment } from './config/environment.ts'
import { runProgram } from './spawn.ts'
import { tmuxEnvironment } from './tmux/tmux-environment.ts'

/** Some of them are programs of 200 MB that a busy machine reads first. */
const timeoutMs = 10_000
const versionPattern = /\d+\.\d+[\w.+-]*/

/** What each file says: doctor is asked each minute, and a start of some clients costs a second of the processor. */
const told = new Map<string, Promise<string | null>>()
/** Far more than there are clients; each update of one is another file. */
const mostTold = 100

/** Which of the six clients a command runs, and the variables that are set for it. */
export type ClientProgram = {
  readonly command: readonly string[]
  readonly harness: string | null
  readonly env?: Readonly<Record<string, string>>
}

/** Null for a program that is none of the six, is not there, or says nothing that looks like a version in time. */
export async function readVersion(
  { command: [program = ''], harness, env }: ClientProgram,
  environment: Environment,
): Promise<string | null> {
  const adapter = adapterOf(harness)
  // As an agent sees it: a program of somebody else's is asked, which needs no token of ours.
  const whole = { ...tmuxEnvironment(environment, process.platform), ...env }
  const path = program.includes('/') ? program : findProgram(program, whole)
  const mark = path === null ? null : markOf(path)
  if (adapter === null || path === null || mark === null) return null
  const before = told.get(mark)
  if (before !== undefined) return before
  const asking = runProgram({ argv: [path, ...adapter.versionArguments], env: whole, timeoutMs }).then((outcome) => {
    // One that said nothing in time is asked again.
    if (outcome.kind !== 'exited') told.delete(mark)
    else if (outcome.code === 0) return versionPattern.exec(outcome.stdout)?.[0] ?? null
    return null
  })
  if (told.size >= mostTold) told.clear()
  told.set(mark, asking)
  return asking
}

/** A dialog waits no longer for a program that starts slowly. */
const soonMs = 1000

/** The versions of those that tell them by then; whoever is late is known to the next one who asks. */
export async function knownSoon(
  agents: Readonly<Record<string, ClientProgram>>,
  environment: Environment,
): Promise<Readonly<Record<string, string>>> {
  const known: Record<string, string> = {}
  const all = Object.entries(agents).map(async ([type, agent]) => {
    const version = await readVersion(agent, environment)
    if (version !== null) known[type] = version
  })
  const isOver = new AbortController()
  await Promise.race([Promise.all(all), setTimeout(soonMs, null, { signal: isOver.signal }).catch(() => null)])
  isOver.abort()
  return { ...known }
}

/** Changes with each update of the program; null where there is none. */
function markOf(path: string): string | null {
  const seen = statSync(path, { throwIfNoEntry: false })
  return seen === undefined ? null : `${path} ${seen.ino} ${seen.mtimeMs} ${seen.size}`
}
