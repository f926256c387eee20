// Finds what runs under a folder, whoever started it: programs that bear its path in their environment, arguments or place.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type Found = { readonly pid: number; readonly args: string }

/** Whether this machine tells of other processes: Linux does. */
export const isTold = existsSync('/proc/self/environ')

/** Ourselves left out, and none where the machine does not tell. */
export function processesUnder(folder: string): Found[] {
  if (!isTold) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.flatMap((pid) => {
    const [environment = '', args = '', place = ''] = [
      () => readFileSync(`/proc/${pid}/environ`, 'utf8'),
      () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      () => readlinkSync(`/proc/${pid}/cwd`),
    ].map(orNothing)
    const isUnder = [environment, args, place].some((text) => text.includes(folder))
    return isUnder ? [{ pid: Number(pid), args: args.replaceAll('\0', ' ').trim() }] : []
  })
}

/** By kill -9, at once; answers what there was. */
export function killUnder(folder: string): Found[] {
  const found = processesUnder(folder)
  for (const { pid } of found) orNothing(() => String(process.kill(pid, 'SIGKILL')))
  return found
}

/** What is ending forks no more after a few rounds; a process that can't be ended is told by whoever looks next. */
const mostRounds = 200
const betweenRoundsMs = 10

/** Until nothing runs there: what began to fork before it was ended is found in the next round. */
export function endUnder(folder: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let round = 0; round < mostRounds && killUnder(folder).length > 0; round += 1)
    Atomics.wait(pause, 0, 0, betweenRoundsMs)
}

/** A process that ended meanwhile, or another user's, has nothing to say. */
function orNothing(ask: () => string): string {
  try {
    return ask()
  } catch {
    return ''
  }
}
