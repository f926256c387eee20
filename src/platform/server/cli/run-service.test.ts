import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import { loadConfig } from '../config/load-config.ts'
import { isHomeLocked } from '../files/home-lock.ts'
import { readServiceInfo } from '../files/service-info.ts'
import { CliError } from './cli-error.ts'
import { runService, type RunningService, type RunOptions } from './run-service.ts'

const service: RunningService = {
  url: 'http://127.0.0.1:7999',
  hookPort: 7999,
  loginUrl: async () => 'http://127.0.0.1:7999/#login=once',
  close: async () => {},
}

async function withHome(act: (home: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-run-'))
  try {
    await act(join(folder, 'home'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Around = Partial<RunOptions> & { readonly tty?: boolean; readonly onReady?: () => void }

/** Starts, and asks for the end as soon as the service says that it is ready. */
async function run(home: string, { tty = true, onReady, ...more }: Around = {}): Promise<string> {
  const loaded = loadConfig({ environment: { SERVICE_HOME: home }, userHome: '/', parseTemplate: () => ok([]) })
  assert.ok(loaded.ok)
  const stop = new AbortController()
  let out = ''
  const write = (text: string) => {
    out += text
    if (!text.startsWith('listening on ')) return
    onReady?.()
    setImmediate(() => stop.abort())
  }
  await runService({
    loaded: loaded.value,
    stdout: { write, isTTY: tty },
    start: async () => service,
    stopRequested: stop.signal,
    nowMs: () => 1_700_000_000_000,
    ...more,
  })
  return out
}

const ready = 'listening on http://127.0.0.1:7999\n'
const login = "log in with http://127.0.0.1:7999/#login=once (once, within ten minutes; 'orrery login' makes another)\n"

test('a started service says where it listens and how to log in, and is found until it ends', () =>
  withHome(async (home) => {
    let info: unknown = null
    const closed: string[] = []
    const out = await run(home, {
      start: async () => ({ ...service, close: async () => void closed.push('closed') }),
      onReady: () => {
        info = readServiceInfo(home)
        assert.ok(isHomeLocked(home))
      },
    })
    assert.equal(out, ready + login)
    assert.deepEqual(info, { pid: process.pid, url: service.url, hook_port: 7999, started_at_ms: 1_700_000_000_000 })
    assert.deepEqual(closed, ['closed'])
    assert.equal(readServiceInfo(home), null)
    assert.equal(isHomeLocked(home), false)
    assert.equal((await stat(home)).mode & 0o777, 0o700)
  }))

test('a login link is printed to a terminal and to nothing that keeps it: a file, a pipe, a journal', () =>
  withHome(async (home) => {
    let made = 0
    const start = async () => ({ ...service, loginUrl: async () => `link ${(made += 1)}` })
    const out = await run(home, { tty: false, start })
    assert.equal(out, `${ready}'orrery login' makes a login link: none is printed where it would be kept\n`)
    assert.equal(made, 0)
  }))

test('a second service on the home is refused with the pid and address of the first', () =>
  withHome(async (home) => {
    const refused = Promise.withResolvers<unknown>()
    await run(home, {
      onReady: () => refused.resolve(run(home).catch((error: unknown) => error)),
      start: async () => ({ ...service, close: async () => void (await refused.promise) }),
    })
    const error = await refused.promise
    assert.ok(error instanceof CliError)
    assert.equal(error.exit, 'already_running')
    const who = `the service with pid ${process.pid}, which listens on http://127.0.0.1:7999`
    assert.equal(error.message, `${home} is in use by ${who}`)
  }))

test('a signal while the service starts ends it once it has started', () =>
  withHome(async (home) => {
    const stop = new AbortController()
    let closed = 0
    const start = async () => {
      stop.abort()
      return { ...service, close: async () => void (closed += 1) }
    }
    await run(home, { start, stopRequested: stop.signal })
    assert.equal(closed, 1)
  }))

const failing = (code: string) => Promise.reject(Object.assign(new Error('listen'), { code }))

const failures = [
  ['EADDRINUSE', 'unavailable', /port 7420 on 127\.0\.0\.1 is taken/],
  ['EACCES', 'no_permission', /can't be opened: EACCES/],
] as const
for (const [code, exit, reason] of failures) {
  test(`a port that fails with ${code} is refused as ${exit}, and the home is free again`, () =>
    withHome(async (home) => {
      await assert.rejects(run(home, { start: () => failing(code) }), (error) => {
        assert.ok(error instanceof CliError)
        assert.equal(error.exit, exit)
        assert.match(error.message, reason)
        return true
      })
      assert.equal(isHomeLocked(home), false)
      assert.equal(readServiceInfo(home), null)
    }))
}

test('a home that is a file, and a lock that is a link, are refused', () =>
  withHome(async (home) => {
    await writeFile(home, '')
    await assert.rejects(run(home), { exit: 'no_permission' })
    await rm(home)
    await run(home)
    await rm(join(home, 'lock.db'))
    await symlink('/etc/hostname', join(home, 'lock.db'))
    await assert.rejects(run(home), { code: 'ELOOP' })
  }))
