// A PostgreSQL server of its own in a temporary folder, on a loopback port, and databases in it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

/** PostgreSQL refuses to run as root: then it runs as the user that owns nothing. */
const nobody = 65_534
const startLimitMs = 60_000

/** Null where PostgreSQL is not installed. */
const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? null

/** For the option `skip` of a test: false, or the sentence that says what is missing. */
export const withoutPostgres: string | false =
  programs === null ? 'PostgreSQL is not installed (apt-get install postgresql)' : false

export interface Postgres extends AsyncDisposable {
  /** The address of a database of that name. */
  url(name: string): string
  /** Makes one, as a copy of another if that is named. */
  createDatabase(name: string, template?: string): Promise<string>
  /** As after a crash: connections break, nothing committed is lost. Resolves once it takes connections again; `meanwhile` it is away. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
}

/** Rejects where PostgreSQL is not installed. One that `endsWithProcess` is never disposed of, and holds no process back. */
export async function startPostgres({ endsWithProcess = false } = {}): Promise<Postgres> {
  if (programs === null) throw new Error(String(withoutPostgres))
  const folder = mkdtempSync(join(tmpdir(), 'orrery-postgres-'))
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in identity) chownSync(folder, nobody, nobody)
  const options = { ...identity, cwd: folder, env: { LC_ALL: 'C.UTF-8' } }
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'orrery', '-A', 'trust', '--no-sync']
  execFileSync(join(programs, 'initdb'), initdb, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  const port = await freePort()
  const url = (name: string): string => `postgres://orrery@127.0.0.1:${port}/${name}`
  const argv = ['-D', data, '-k', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', ...quick]
  const begin = async () => {
    const server = spawn(join(programs, 'postgres'), argv, { ...options, stdio: 'ignore' })
    const ended = once(server, 'exit')
    // A test that ends in a way of its own leaves no server behind.
    process.once('exit', () => server.kill('SIGQUIT'))
    if (endsWithProcess) {
      server.unref()
      process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
    }
    await takesConnections(url('postgres'))
    return { server, ended }
  }
  let life = await begin()
  const end = async (): Promise<void> => {
    // Immediate: no client is waited for.
    life.server.kill('SIGQUIT')
    await life.ended
  }
  return {
    url,
    async createDatabase(name, template) {
      await ask(url('postgres'), `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`)
      return url(name)
    },
    async restart(meanwhile) {
      await end()
      await meanwhile?.()
      life = await begin()
    },
    async [Symbol.asyncDispose]() {
      await end()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

/** What a server for tests can do without: safety from a power cut. */
const quick = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'shared_buffers=32MB'].flatMap((one) => [
  '-c',
  one,
])

async function ask(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {
    // The server ended; the question that was under way says so.
  })
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function takesConnections(url: string): Promise<void> {
  const endMs = performance.now() + startLimitMs
  for (;;) {
    try {
      return await ask(url, 'SELECT 1')
    } catch (error) {
      if (performance.now() > endMs) throw new Error('PostgreSQL did not start', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
