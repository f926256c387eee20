// Loaded into the service by `--import`, before its own code: puts delays at what it awaits, so that other things happen in
// between. Calls of tmux begin late or answer late, commits and files take their time. The product knows nothing of it.
import childProcess from 'node:child_process'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from './random.ts'

const random = seeded(Number(process.env.TRUTH_SEED ?? 1))

/** How often something is held up, and for how long at most. */
const tmuxCalls = { share: 0.3, mostMs: 80 }
const commits = { share: 0.15, mostMs: 25 }
const files = { share: 0.1, mostMs: 20 }

const isChosen = ({ share }: { share: number }): boolean => random.next() < share

/** A shell that waits before and after the program that it runs; it passes on input, output and the exit code. */
const lateProgram = 'sleep "$1"; after=$2; shift 2; "$@"; code=$?; sleep "$after"; exit $code'

const { spawn } = childProcess
const spawnLate = (program: string, args: readonly string[], options: childProcess.SpawnOptions) => {
  // The client that hears of changes runs for ever.
  const isCall = program === 'tmux' && !args.includes('-C')
  if (!isCall || !isChosen(tmuxCalls)) return spawn(program, args, options)
  const seconds = (): string => (random.next() < 0.5 ? '0' : ((random.next() * tmuxCalls.mostMs) / 1000).toFixed(3))
  return spawn('sh', ['-c', lateProgram, 'sh', seconds(), seconds(), program, ...args], options)
}
Object.assign(childProcess, { spawn: spawnLate })

/** Commits wait for the next turn of the event loop, by this. */
const inNextTurn = globalThis.setImmediate
const laterTurn = (callback: (...args: unknown[]) => void, ...args: unknown[]) =>
  isChosen(commits) ? setTimeout(callback, random.next() * commits.mostMs, ...args) : inNextTurn(callback, ...args)
Object.assign(globalThis, { setImmediate: Object.assign(laterTurn, inNextTurn) })

for (const name of ['writeFile', 'rename', 'mkdir', 'readFile', 'rm', 'open'] as const) {
  const act: (...args: never[]) => Promise<unknown> = fs[name]
  const actLate = async (...args: never[]): Promise<unknown> => {
    if (isChosen(files)) await wait(random.next() * files.mostMs)
    return act(...args)
  }
  Object.assign(fs, { [name]: actLate })
}
syncBuiltinESMExports()
