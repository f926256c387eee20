// The processes below one.
import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Between two looks at whether a process is there. */
const goneLookMs = 3

/** Some clients run themselves once more, as a child. Whatever the tool started is theirs, too. */
export async function descendantsOf(root: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid='])
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    rows.flatMap(([pid = 0, of]) => (of === parent ? [pid, ...below(pid)] : []))
  return below(root)
}

/** Signals all of them; answers how many were reached: one may be gone since it was listed, and needs none. */
export async function signalBelow(root: number, signal: NodeJS.Signals): Promise<number> {
  return (await descendantsOf(root)).filter((pid) => isReached(pid, signal)).length
}

function isReached(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

/** Resolves, with `performance.now()`, when none of them is there any more; null once the limit is over. */
export async function whenGone(pids: readonly number[], limitMs: number): Promise<number | null> {
  const untilMs = performance.now() + limitMs
  while (pids.some((pid) => isReached(pid, 0))) {
    if (performance.now() > untilMs) return null
    await wait(goneLookMs)
  }
  return performance.now()
}
