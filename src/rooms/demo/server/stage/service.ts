// The demo's service: the very program that runs the demo, started once more in the demo's place.
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { readAccessToken } from '#platform/server/auth/access-token.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { clockBehind } from './clock.ts'
import type { DemoPlace } from './place.ts'

export interface DemoService {
  readonly url: string
  readonly token: string
  /** Resolves when it is gone, whoever ended it. */
  readonly ended: Promise<void>
  /** Asks it to end, and waits until it has. */
  readonly stop: () => Promise<void>
}

/** `argv` is how this command itself was started: Node, its options and the program. */
export async function startDemoService(
  place: DemoPlace,
  { argv, env }: { readonly argv: readonly string[]; readonly env: Environment },
): Promise<DemoService> {
  const [node = process.execPath, ...rest] = argv
  const program = rest.at(-1) ?? ''
  const args = [...rest.slice(0, -1), '--import', clockBehind(place.clock), program, 'start']
  // In a process group of its own: Ctrl+C is for the demo, which ends its service in order.
  const child = spawn(node, args, {
    cwd: place.userHome,
    env: place.env(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) writeFileSync(place.pidFile, `${child.pid}\n`)
  let words = ''
  child.stderr.on('data', (part: Buffer) => (words = (words + part.toString()).slice(-4000)))
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).finally(() => rmSync(place.pidFile, { force: true }))
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^listening on (?<url>\S+)$/.exec(line)?.groups?.url
      if (url !== undefined) resolve(url)
    })
  })
  const url = await Promise.race([listening, ended.then(() => null)])
  if (url === null) {
    throw new CliError('unavailable', `the demo's service did not start: ${words.trim()}`, {
      hints: ['See whether the usual one does: orrery start'],
    })
  }
  return {
    url,
    token: readAccessToken(place.home) ?? '',
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
