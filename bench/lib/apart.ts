// Measures a row in a process of its own: what one row leaves in memory would make the next one's processes start slower.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { releaseAll } from './held.ts'
import type { Line, Row } from './line.ts'

export type Measured =
  { readonly ok: true; readonly lines: readonly Line[] } | { readonly ok: false; readonly reason: string }

let current: ChildProcess | null = null

export type Apart = {
  readonly program: string
  readonly args: readonly string[]
  /** A row that takes longer hangs, and is given up. */
  readonly limitMs: number
  /** What a row that is given up gets to take away what it has made. */
  readonly graceMs?: number
}

/** Runs a program that calls `measureHere`, and takes what that printed. */
export async function measureApart({ program, args, limitMs, graceMs = 20_000 }: Apart): Promise<Measured> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  current = child
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    child.kill('SIGTERM')
  }, limitMs)
  const dead = setTimeout(() => child.kill('SIGKILL'), limitMs + graceMs)
  const exited = once(child, 'exit')
  // What it has started may hold its output open when it is killed.
  const printed = Promise.race([text(child.stdout), exited.then(() => wait(outputMs, '', { ref: false }))])
  const [[code, signal], output] = await Promise.all([exited, printed])
  child.stdout.destroy()
  clearTimeout(late)
  clearTimeout(dead)
  current = null
  if (isLate) return { ok: false, reason: `it was not over after ${limitMs / 1000} s, and was given up` }
  if (code !== 0) return { ok: false, reason: `its process ended with ${code === null ? signal : `code ${code}`}` }
  return JSON.parse(output) as Measured
}

/** What a process that has ended wrote is there within this. */
const outputMs = 2000

/** The other side: measures and prints. What a row that failed has left behind is gone afterwards, too. */
export async function measureHere({ run }: Row): Promise<void> {
  const measured = await run().then(
    (lines): Measured => ({ ok: true, lines }),
    (error: unknown): Measured => ({ ok: false, reason: error instanceof Error ? String(error.stack) : String(error) }),
  )
  await releaseAll()
  console.log(JSON.stringify(measured))
}

/** Ctrl+C reaches both processes, a signal to one of them is passed on; neither leaves anything behind. */
export function endTidily(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      const child = current
      if (child !== null && child.exitCode === null) child.kill(signal)
      const ended = child === null ? Promise.resolve() : once(child, 'exit')
      void Promise.all([ended, releaseAll()]).then(() => process.exit(signal === 'SIGINT' ? 130 : 143))
    })
  }
}
