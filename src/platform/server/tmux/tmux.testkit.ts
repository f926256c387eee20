// For tests: a tmux server of its own in a folder of its own, gone with everything in it at the end.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endUnder } from '#testing/processes.testkit.ts'
import type { Environment } from '../config/environment.ts'

export type TestTmux = Disposable & {
  readonly socketName: string
  /** A real folder, also $HOME of everything that the server starts. */
  readonly folder: string
  readonly env: Environment
  /** Runs plain tmux, past the adapter; answers its stdout without the last newline, and throws when it fails. */
  readonly raw: (...args: string[]) => string
}

export function startTestTmux(env: Environment): TestTmux {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-tmux-'))
  mkdirSync(join(folder, 'run'), { mode: 0o700 })
  const own = { PATH: env.PATH, LANG: 'C.UTF-8', HOME: folder, TMUX_TMPDIR: join(folder, 'run') }
  const socketName = 'orrery-test'
  const raw = (...args: string[]): string =>
    execFileSync('tmux', ['-u', '-L', socketName, ...args], { env: own, encoding: 'utf8', stdio: 'pipe' }).trimEnd()
  return {
    socketName,
    folder,
    env: own,
    raw,
    [Symbol.dispose]() {
      endServer(raw)
      // Jobs of a shell in the background outlive their terminal.
      endUnder(folder)
      rmSync(folder, { recursive: true, maxRetries: 5 })
    },
  }
}

/** Waits until the condition holds, and fails the test when it does not in time. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  const deadlineMs = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`not in time: ${what}`)
    await wait(5)
  }
}

/** Whether a process runs; one that ended and was not reaped yet does not. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

function endServer(raw: TestTmux['raw']): void {
  try {
    raw('kill-server')
  } catch (error) {
    if (!/no server running|error connecting|server exited/.test(String(error))) throw error
  }
}
