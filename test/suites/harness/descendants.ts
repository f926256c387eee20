// The processes below one.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Some clients run themselves once more, as a child. Whatever the tool started is theirs, too. */
async function descendantsOf(root: number): Promise<number[]> {
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

function isReached(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
