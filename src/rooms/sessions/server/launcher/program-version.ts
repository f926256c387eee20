// Which version of an agent program is installed, as the program itself says.
import { statSync } from 'node:fs'
import { adapterOf } from '#base/harness/catalog.ts'
import { findProgram } from '#platform/server/cli/install-hint.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { tmuxEnvironment } from '#platform/server/tmux/tmux-environment.ts'
import { runProgram } from '#platform/server/spawn.ts'
import type { AgentDefinition } from '../../core/start/agent-catalog.ts'

/** Some of them are programs of 200 MB that a busy machine reads first. */
const timeoutMs = 10_000
const versionPattern = /\d+\.\d+[\w.+-]*/

/** What each file said: doctor is asked each minute, and a start of some clients costs a second of the processor. */
const told = new Map<string, string | null>()
/** Far more than there are clients; each update of one is another file. */
const mostTold = 100

/** Null for a program that is none of the six, is not there, or says nothing that looks like a version in time. */
export async function readVersion(
  { command: [program = ''], harness, env }: AgentDefinition,
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
  const outcome = await runProgram({ argv: [path, ...adapter.versionArguments], env: whole, timeoutMs })
  if (outcome.kind !== 'exited') return null
  const version = outcome.code === 0 ? (versionPattern.exec(outcome.stdout)?.[0] ?? null) : null
  if (told.size >= mostTold) told.clear()
  told.set(mark, version)
  return version
}

/** Changes with each update of the program; null where there is none. */
function markOf(path: string): string | null {
  const seen = statSync(path, { throwIfNoEntry: false })
  return seen === undefined ? null : `${path} ${seen.ino} ${seen.mtimeMs} ${seen.size}`
}
