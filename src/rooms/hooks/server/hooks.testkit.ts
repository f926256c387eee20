// What the tests of this room share: a home of their own, a receiver of events, and a way to run the hook scripts.
import { readEnvironment } from '#platform/server/config/environment.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { queuedEventSchema } from '../contract.ts'

/** A new folder under the system's temporary one, gone at the end of the scope. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'orrery-hooks-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** The hook script of a home. */
export const hookScriptPath = (home: string): string => join(home, 'bin', 'orrery-hook.sh')

export type Received = {
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  /** Without its own name, which stands beside it. */
  readonly body: unknown
  readonly reportId: string | undefined
}

export type Receiver = { readonly port: number; readonly received: Received[] } & AsyncDisposable

/** Stands in for the service: keeps what arrives and answers `status`; null never answers. */
export async function receive(status: number | null = 200): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => {
      const { report_id: reportId, ...body } = JSON.parse(text) as { report_id?: string }
      received.push({ url: `${request.method} ${request.url}`, headers: request.headers, body, reportId })
      if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, received, [Symbol.asyncDispose]: () => close(server) }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** Where this machine finds its programs. */
export const searchPath = readEnvironment().PATH ?? ''

export type Run = {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Text for stdin; null holds it open without a word. */
  readonly stdin?: string | null
}

export type Ran = {
  readonly code: number | null
  readonly output: string
  readonly tookMs: number
}

/** Runs a program to its end; `output` is stdout and stderr together. */
export async function run({ argv, env, stdin = '' }: Run): Promise<Ran> {
  const startedMs = performance.now()
  const child = spawn(argv[0] ?? '', argv.slice(1), { env: { PATH: searchPath, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part))
  // A hook may end without having read all of it.
  child.stdin.on('error', () => undefined)
  if (stdin !== null) child.stdin.end(stdin)
  const ended = once(child, 'close')
  // Held open, stdin would keep the stream alive after the program's end.
  void once(child, 'exit').then(() => child.stdin.destroy())
  const [code] = (await ended) as [number | null]
  return { code, output, tookMs: performance.now() - startedMs }
}

/** Of the process that reports, and when it did. */
export const idPattern = /^\d+-[\d.]+$/

/** The events that stand in the queue of a home, written just now. */
export function queued(home: string): unknown[] {
  const text = readFileSync(join(home, 'hook-queue.jsonl'), 'utf8')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const { at, report_id: reportId, ...event } = queuedEventSchema.parse(JSON.parse(line))
      assert.ok(typeof at === 'number' && Math.abs(at * 1000 - Date.now()) < 60_000, `at: ${at}`)
      assert.match(reportId ?? '', idPattern)
      return event
    })
}
