// The processes below one.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

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
