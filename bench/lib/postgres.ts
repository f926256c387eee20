// A PostgreSQL server of its own in a temporary folder, on a loopback port, as safe from a power cut as by default.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hold } from './held.ts'
import { cpuOfTree } from './process-usage.ts'
import { temporaryFolder } from './service.ts'

const startLimitMs = 30_000
/** PostgreSQL refuses to run as root: then it runs as the user that owns nothing. */
const nobody = 65_534

export type BenchPostgres = AsyncDisposable & {
  readonly url: string
  /** CPU time of the server and of all that serve its connections so far, in microseconds. */
  readonly cpu: () => number
}

/** Rejects with a sentence where PostgreSQL is not installed. */
export async function startPostgres(): Promise<BenchPostgres> {
  const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
  if (programs === undefined) throw new Error('PostgreSQL is not installed (apt-get install postgresql)')
  const folder = temporaryFolder()
  const data = join(folder.path, 'data')
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  mkdirSync(data, { mode: 0o700 })
  if ('uid' in identity) for (const path of [folder.path, data]) chownSync(path, nobody, nobody)
  const options = { ...identity, cwd: folder.path, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust'], { ...options, stdio: 'ignore' })
  const port = await freePort()
  const argv = ['-D', data, '-k', folder.path, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
  const server = spawn(join(programs, 'postgres'), argv, { ...options, stdio: 'ignore' })
  const ended = once(server, 'exit')
  const endMs = performance.now() + startLimitMs
  while (!existsSync(join(folder.path, `.s.PGSQL.${port}.lock`))) {
    if (server.exitCode !== null || performance.now() > endMs) throw new Error('PostgreSQL did not start')
    await wait(50)
  }
  const url = `postgres://bench@127.0.0.1:${port}/postgres`
  return hold({ url, cpu: () => cpuOfTree(server.pid ?? 0) }, async () => {
    server.kill('SIGINT')
    await ended
    await folder[Symbol.asyncDispose]()
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
