// Tells whether a process has the keys of its terminal.
import type { Environment } from './config/environment.ts'
import { runProgram } from './spawn.ts'

export type ProcessTerminal = {
  /** As `/dev/pts/3`. */
  readonly tty: string
  /** Whether its process group is the one that the terminal's keys go to: not suspended, and nothing runs before it. */
  readonly isForeground: boolean
}

/** Null where the system does not tell, and for a process without a terminal. */
export type ReadProcessTerminal = (pid: number) => Promise<ProcessTerminal | null>

const psTimeoutMs = 2000
const rowPattern = /^\s*(?<group>\d+)\s+(?<front>-?\d+)\s+(?<tty>\S+)\s*$/

export function createReadProcessTerminal(env: Environment): ReadProcessTerminal {
  return async (pid) => {
    const argv = ['ps', '-o', 'pgid=', '-o', 'tpgid=', '-o', 'tty=', '-p', String(pid)]
    const outcome = await runProgram({ argv, env, timeoutMs: psTimeoutMs })
    if (outcome.kind !== 'exited' || outcome.code !== 0) return null
    const { group, front, tty = '?' } = rowPattern.exec(outcome.stdout)?.groups ?? {}
    return tty.startsWith('?') ? null : { tty: `/dev/${tty}`, isForeground: group === front }
  }
}
