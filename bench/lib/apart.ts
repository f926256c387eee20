// Measures a row in a process of its own: what one row leaves in memory would make the next one's processes start slower.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { releaseAll } from './held.ts'
import type { Line, Row } from './line.ts'

export type Measured =
  { readonly ok: true; readonly lines: readonly Line[] } | { readonly ok: false; readonly reason: string }

let current: ChildProcess | null = null

/** Runs this program with these arguments and takes what `measureHere` printed. */
export async function measureApart(args: readonly string[]): Promise<Measured> {
  const [, program = ''] = process.argv
  current = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { stdout } = current
  const [output, [code]] = await Promise.all([stdout === null ? '' : text(stdout), once(current, 'exit')])
  current = null
  if (code !== 0) return { ok: false, reason: `its process ended with code ${code}` }
  return JSON.parse(output) as Measured
}

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
