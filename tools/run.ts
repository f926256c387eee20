// Runs a program for the checks: the newest Node first on PATH, output kept and shown only when it fails.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/**
 * What Node compiled of a file, and stripped of its types, is kept for the next test file that imports it: a third of the
 * processor time of a file that starts with the whole kit.
 */
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

export type Outcome = { readonly code: number; readonly output: string }

/** Runs argv in `cwd` (default: the project) and resolves with its exit code and both output streams, in order. */
export function capture(argv: readonly string[], cwd: string = root): Promise<Outcome> {
  const [program, ...args] = argv
  if (program === undefined) throw new Error('capture needs a program')
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(':')
  const child = spawn(program, args, { cwd, env: { ...process.env, PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.stderr.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve, reject) => {
    const end = (code: number | null) => {
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ code: code ?? 1, output: Buffer.concat(parts).toString() })
    }
    child.on('error', reject)
    child.on('close', end)
    // A program that outlives its parent, as a tmux server may, would hold the pipes open for ever.
    child.on('exit', (code) => setTimeout(() => end(code), pipeGraceMs).unref())
  })
}

/** What a program wrote before its end has arrived by then. */
export const pipeGraceMs = 2000

export type Step = { readonly name: string; readonly run: () => Promise<Outcome> }

/** Runs the steps of one lane in order, printing a line each, and answers the names of those that failed. */
export async function runLane(steps: readonly Step[]): Promise<string[]> {
  const failed: string[] = []
  for (const step of steps) {
    const startedMs = performance.now()
    const { code, output } = await step.run()
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`)
    if (code === 0) continue
    failed.push(step.name)
    console.log(output.trimEnd())
  }
  return failed
}
