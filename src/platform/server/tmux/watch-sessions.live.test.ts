import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Environment } from '../config/environment.ts'
import { silentLog } from '../log/log.ts'
import { createTmux } from './create-tmux.ts'
import { isRunning as isAlive, startTestTmux, until, type TestTmux } from './tmux.testkit.ts'
import { keeperName, type Tmux } from './tmux.ts'

function adapter(server: TestTmux, env: Environment = server.env): Tmux {
  return createTmux({ socketName: server.socketName, env, log: silentLog, absentRetryMs: 20 })
}

/** Counts notices, and waits for the next one after an action. */
function watching(
  tmux: Tmux,
): AsyncDisposable & { readonly noticed: (what: string, act: () => unknown) => Promise<void> } {
  let notices = 0
  const watch = tmux.watch(() => (notices += 1))
  return {
    async noticed(what, act) {
      const before = notices
      await act()
      // Nothing but a notice of tmux calls back, so that the wait tells nothing of how soon it is.
      await until(what, () => notices > before)
    },
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  }
}

const attached = (server: TestTmux) => until('the keeper is there', () => hasKeeper(server))

test('a session that comes, is renamed, ends by itself or is killed is noticed at once', async () => {
  using server = startTestTmux(process.env)
  await using watch = watching(adapter(server))
  await watch.noticed('the first connection', () => {})
  await watch.noticed('a new one', () => server.raw('new-session', '-d', '-s', 'a', 'sleep', '1000'))
  await watch.noticed('a new name', () => server.raw('rename-session', '-t', '=a', 'b'))
  await watch.noticed('a kill', () => server.raw('kill-session', '-t', '=b'))
  const program = 'while ! test -e ~/go; do sleep 0.01; done'
  await watch.noticed('another one', () => server.raw('new-session', '-d', '-s', 'c', program))
  await watch.noticed('its own end', () => writeFileSync(join(server.folder, 'go'), ''))
})

test('the end of the tmux server is noticed, and what comes after it, too', async () => {
  using server = startTestTmux(process.env)
  await using watch = watching(adapter(server))
  await attached(server)
  await watch.noticed('the end', () => server.raw('kill-server'))
  await attached(server)
  await watch.noticed('a new one', () => server.raw('new-session', '-d', '-s', 'a', 'sleep', '1000'))
})

test('the keeper is in no list, and comes back when a person kills it', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  await using watch = watching(tmux)
  await attached(server)
  assert.deepEqual(await tmux.list(), { kind: 'sessions', sessions: [] })
  await watch.noticed('the loss', () => server.raw('kill-session', '-t', `=${keeperName}`))
  await attached(server)
})

test('two services share the keeper; it goes with the last one, and so does a tmux server that held nothing else', async () => {
  using server = startTestTmux(process.env)
  await using first = watching(adapter(server))
  await first.noticed('the first connection', () => {})
  {
    await using second = watching(adapter(server))
    await second.noticed('the second connection', () => {})
    await until('both are attached', () => clients(server) === 2)
  }
  assert.ok(hasKeeper(server))
  await first.noticed('a new one', () => server.raw('new-session', '-d', '-s', 'a', 'sleep', '1000'))
  await first[Symbol.asyncDispose]()
  await until('the keeper is gone', () => !hasKeeper(server))
  assert.equal(server.raw('list-sessions', '-F', '#{session_name}'), 'a')
  server.raw('kill-server')
  await using last = watching(adapter(server))
  await attached(server)
  await last[Symbol.asyncDispose]()
  await until('the server is gone', () => !isRunning(server))
})

test('the keeper stays while anybody is attached, and goes after a crash', async () => {
  using server = startTestTmux(process.env)
  const { env, rounds } = withQuickSleep(server)
  const service = spawn(process.execPath, ['--input-type=module', '-e', watchingProgram(server)], { env })
  // A keeper that looks so often may look before its first client is attached, and end; then the service makes another.
  await until('the service is attached', () => clients(server) === 1)
  const pid = Number(server.raw('display-message', '-p', '#{pid}'))
  const before = rounds()
  await until('it looked a few times', () => rounds() > before + 5)
  assert.ok(hasKeeper(server))
  service.kill('SIGKILL')
  await until('the server is gone', () => !isAlive(pid))
})

test('the keeper goes when the socket of its server was deleted', async () => {
  using server = startTestTmux(process.env)
  const watch = watching(adapter(server, withQuickSleep(server).env))
  await attached(server)
  const [pid, socket] = server.raw('display-message', '-p', '#{pid} #{socket_path}').split(' ')
  rmSync(socket ?? '')
  await watch[Symbol.asyncDispose]()
  await until('the server is gone', () => !isAlive(Number(pid)))
})

test('the tmux server outlives watches that end just while sessions come', async () => {
  using server = startTestTmux(process.env)
  server.raw('new-session', '-d', '-s', 'anchor', 'sleep', '1000')
  const pid = server.raw('display-message', '-p', '#{pid}')
  for (let round = 0; round < 15; round++) {
    await using watch = watching(adapter(server))
    await watch.noticed('the first connection', () => {})
    const coming = promisify(execFile)('tmux', newSession(server, `s${round}`), { env: server.env })
    await Promise.all([watch[Symbol.asyncDispose](), coming])
  }
  assert.equal(server.raw('display-message', '-p', '#{pid}'), pid)
})

test('the person at the terminal keeps the size of the window', async () => {
  using server = startTestTmux(process.env)
  server.raw('new-session', '-d', '-s', 'a', '-x', '123', '-y', '45', 'sleep', '1000')
  await using watch = watching(adapter(server))
  await watch.noticed('the first connection', () => {})
  assert.equal(server.raw('display-message', '-p', '-t', '=a:', '#{window_width}x#{window_height}'), '123x45')
})

test('tmux may be installed later', async () => {
  using server = startTestTmux(process.env)
  const bin = join(server.folder, 'bin')
  mkdirSync(bin)
  await using watch = watching(adapter(server, { ...server.env, PATH: `${bin}:${join(server.folder, 'none')}` }))
  const sleep = execFileSync('sh', ['-c', 'command -v sleep; command -v tmux'], { encoding: 'utf8', env: server.env })
  await watch.noticed('the first connection', () => {
    for (const path of sleep.trim().split('\n')) symlinkSync(path, join(bin, path.slice(path.lastIndexOf('/') + 1)))
  })
})

test('after disposal nothing is left running, with a hung tmux either', async () => {
  using server = startTestTmux(process.env)
  const bin = join(server.folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'tmux'), `#!/bin/sh\n> '${server.folder}/started'\nexec sleep 98765\n`, { mode: 0o755 })
  const watch = adapter(server, { ...server.env, PATH: `${bin}:${server.env.PATH}` }).watch(() => {})
  await until('the fake tmux hangs', () => existsSync(join(server.folder, 'started')))
  await watch[Symbol.asyncDispose]()
  const children = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
  assert.doesNotMatch(children, new RegExp(`^\\s*${process.pid}\\s.*(tmux|sleep 98765)`, 'm'))
})

/** A tmux server whose programs sleep for no minute, and how often they did. */
function withQuickSleep({ folder, env }: TestTmux): { readonly env: Environment; readonly rounds: () => number } {
  const bin = join(folder, 'bin')
  const slept = join(folder, 'slept')
  mkdirSync(bin)
  writeFileSync(slept, '')
  const sleep = execFileSync('sh', ['-c', 'command -v sleep'], { encoding: 'utf8', env }).trim()
  writeFileSync(join(bin, 'sleep'), `#!/bin/sh\necho >> '${slept}'\nexec ${sleep} 0.02\n`, { mode: 0o755 })
  return { env: { ...env, PATH: `${bin}:${env.PATH}` }, rounds: () => readFileSync(slept, 'utf8').length }
}

function watchingProgram({ socketName }: TestTmux): string {
  return `import { createTmux } from '${import.meta.resolve('./create-tmux.ts')}'
    import { silentLog as log } from '${import.meta.resolve('../log/log.ts')}'
    createTmux({ socketName: '${socketName}', env: process.env, log }).watch(() => {})`
}

function newSession({ socketName }: TestTmux, name: string): string[] {
  return ['-u', '-L', socketName, 'new-session', '-d', '-s', name, 'sleep', '1000']
}

/** Those that are attached; none where no server runs. */
function clients(server: TestTmux): number {
  try {
    const names = server.raw('list-clients', '-F', '#{client_name}').split('\n')
    return names.filter((name) => name !== '').length
  } catch {
    return 0
  }
}

const hasKeeper = (server: TestTmux): boolean => sessionsOf(server)?.includes(keeperName) ?? false
const isRunning = (server: TestTmux): boolean => sessionsOf(server) !== null

/** The names of its sessions; null where no server runs. In one question: it may end between two. */
function sessionsOf(server: TestTmux): readonly string[] | null {
  try {
    return server.raw('list-sessions', '-F', '#{session_name}').split('\n')
  } catch {
    return null
  }
}
