import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Environment } from '../config/environment.ts'
import { silentLog } from '../log/log.ts'
import { createTmux } from './create-tmux.ts'
import { startTestTmux, until, type TestTmux } from './tmux.testkit.ts'
import { keeperName, type NewSession, type Tmux, type TmuxIdentity } from './tmux.ts'

const idle = ['sleep', '1000']
const nobody: TmuxIdentity = { id: '$0', name: 'agent-1', createdMs: 0 }

function adapter(server: TestTmux, env: Environment = server.env, timeLimitMs = 5000): Tmux {
  return createTmux({ socketName: server.socketName, env, log: silentLog, timeLimitMs })
}

function session(server: TestTmux, changes: Partial<NewSession> = {}): NewSession {
  return { name: 'agent-1', workingDir: server.folder, env: {}, argv: idle, pipeTo: null, ...changes }
}

async function created(tmux: Tmux, wanted: NewSession): Promise<TmuxIdentity> {
  const answer = await tmux.create(wanted)
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.value
}

async function names(tmux: Tmux): Promise<string[]> {
  const listing = await tmux.list()
  assert.equal(listing.kind, 'sessions')
  return listing.kind === 'sessions' ? listing.sessions.map((one) => one.name) : []
}

/** Saves its arguments NUL-terminated, its folder and its environment, then sleeps. */
function recorder(server: TestTmux): string[] {
  const script = 'cd "$1"; shift; env -0 > env; printf "%s\\0" "$@" > args.new; mv args.new args; exec sleep 1000'
  return ['sh', '-c', `pwd -P > "$1/pwd"; ${script}`, 'sh', server.folder]
}

async function recorded(server: TestTmux, file: 'args' | 'env'): Promise<string[]> {
  const path = join(server.folder, file)
  await until('the program recorded what it got', () => existsSync(join(server.folder, 'args')))
  return readFileSync(path, 'utf8').split('\0').slice(0, -1)
}

test('a first session starts on a machine without a tmux server, and is listed', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  assert.deepEqual(await tmux.list(), { kind: 'sessions', sessions: [] })
  const before = Math.floor(Date.now() / 1000) * 1000
  const answer = await tmux.create(session(server, { env: { SERVICE_SESSION_TMUX: 'agent-1' } }))
  assert.ok(answer.ok)
  const listing = await tmux.list()
  assert.ok(listing.kind === 'sessions' && listing.sessions.length === 1)
  const { createdMs } = answer.value
  assert.deepEqual(answer.value, { id: '$0', name: 'agent-1', createdMs })
  assert.deepEqual(listing.sessions[0], { ...answer.value, tag: 'agent-1' })
  assert.ok(createdMs >= before && createdMs <= Date.now())
})

test('arguments and variables reach the program as they are', async () => {
  using server = startTestTmux(process.env)
  const plain = [';', 'a;', 'a\\;', '\\', ';;', '', '-x', '--', '=a', 'a=b', '~', '*', "it's", '"', '$HOME', '`id`']
  const expanding = ['#(touch canary)', '#{pid}', '##', '%%H', '$(touch canary)', 'two\nlines', 'tab\there']
  const odd = [...plain, ...expanding, 'grüße 日本', 'a'.repeat(4096)]
  const env = { A: 'x;', B: '#(touch canary) #{pid}', C: 'two\nlines', D: "it's %H $(touch canary)" }
  await created(adapter(server), session(server, { env, argv: [...recorder(server), ...odd] }))
  assert.deepEqual(await recorded(server, 'args'), odd)
  const seen = await recorded(server, 'env')
  for (const [name, value] of Object.entries(env)) assert.ok(seen.includes(`${name}=${value}`), name)
  assert.ok(!existsSync(join(server.folder, 'canary')))
})

const oddDirectories = [
  'd#(touch canary)',
  'd#[x]',
  'd#{pid}',
  'd##',
  '100%d',
  "it's",
  '-x',
  'a;',
  '$(touch canary)',
  'two\nlines',
  'é',
]
for (const name of oddDirectories) {
  test(`the folder ${JSON.stringify(name)} is entered and not expanded`, async () => {
    using server = startTestTmux(process.env)
    const workingDir = join(server.folder, name)
    mkdirSync(workingDir)
    const argv = recorder(server)
    await created(adapter(server), session(server, { workingDir, argv }))
    await recorded(server, 'args')
    assert.equal(readFileSync(join(server.folder, 'pwd'), 'utf8'), `${workingDir}\n`)
    assert.ok(!existsSync(join(server.folder, 'canary')) && !existsSync(join(workingDir, 'canary')))
  })
}

test('a program without arguments is not handed to a shell', async () => {
  using server = startTestTmux(process.env)
  const program = join(server.folder, 'a $(touch canary); b')
  writeFileSync(program, '#!/bin/sh\n> ran\nexec sleep 1000\n', { mode: 0o755 })
  await created(adapter(server), session(server, { argv: [program] }))
  await until('the program ran', () => existsSync(join(server.folder, 'ran')))
  assert.ok(!existsSync(join(server.folder, 'canary')))
})

test('names that tmux would change or expand are a bug of the caller', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  for (const name of ['', 'a.b', 'a:b', '#(touch canary)', 'a b', 'é', 'a'.repeat(65), keeperName]) {
    await assert.rejects(tmux.create(session(server, { name })), /not a name/)
  }
  for (const name of ['-x', '--', '0', '_', 'a'.repeat(64)]) await created(tmux, session(server, { name }))
  assert.equal((await names(tmux)).length, 5)
})

test('a taken name is a duplicate, and the session that has it is left alone', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  await created(tmux, session(server))
  const pipeTo = ['sh', '-c', '> "$1"', 'sh', join(server.folder, 'piped')]
  const again = await tmux.create(session(server, { pipeTo, argv: ['sh', '-c', '> ran; sleep 1000'] }))
  assert.equal(!again.ok && again.error.kind, 'duplicate')
  assert.deepEqual(await names(tmux), ['agent-1'])
})

test('the pipe gets every byte from the first to the last, under any path', async () => {
  using server = startTestTmux(process.env)
  const log = join(server.folder, "l #(touch canary) ##[x] #{pid} %H 100% it's; é.log")
  const argv = ['sh', '-c', 'printf FIRST; printf "\\033[31mred\\033[0m"; printf LAST']
  const tmux = adapter(server)
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await created(tmux, session(server, { name, argv, pipeTo: ['sh', '-c', 'cat >> "$1"', 'sh', log] }))
  }
  const expected = 'FIRST\u001b[31mred\u001b[0mLAST'.repeat(5)
  await until('all output arrived', () => existsSync(log) && readFileSync(log, 'utf8').length >= expected.length)
  assert.equal(readFileSync(log, 'utf8').length, expected.length)
  assert.ok(!existsSync(join(server.folder, 'canary')))
})

test("sessions end with their program and have no status line, whatever the person's own settings say", async () => {
  using server = startTestTmux(process.env)
  const theirs = 'set -g remain-on-exit on\nset -g destroy-unattached on\nset -g status on\n'
  writeFileSync(join(server.folder, '.tmux.conf'), theirs)
  const tmux = adapter(server)
  await created(tmux, session(server, { name: 'stays' }))
  await created(tmux, session(server, { name: 'ends', argv: ['sh', '-c', 'exit 0'] }))
  await until('only the running one is left', async () => (await names(tmux)).join() === 'stays')
  assert.equal(
    server.raw('display-message', '-p', '-t', '=stays:', '#{status}'),
    'off',
    'the last row is its program’s',
  )
})

test('a tmux server that we start knows nothing of the service, and speaks UTF-8', async () => {
  using server = startTestTmux(process.env)
  const secrets = {
    ACCESS_TOKEN: 'canary',
    DATABASE_URL: 'canary',
    SERVICE_HOME: 'canary',
    PORT: 'canary',
    HOST: 'canary',
    DEPLOYMENT: 'canary',
    GATEWAY_PORT: 'canary',
    SERVICE_SESSION_TMUX: 'canary',
  }
  const outer = { TMUX: '/tmp/canary,1,0', TMUX_PANE: '%1' }
  const env = { ...server.env, ...secrets, ...outer, LANG: undefined, LC_ALL: 'C', HERE: 'yes' }
  await created(adapter(server, env), session(server))
  const globals = server.raw('show-environment', '-g')
  assert.doesNotMatch(globals, /canary/)
  assert.match(globals, /^HERE=yes$/m)
  assert.match(globals, /^LANG=.*UTF-8$/m)
  assert.doesNotMatch(globals, /^LC_ALL=/m)
})

test("an own tag counts, the server's global one never", async () => {
  using server = startTestTmux(process.env)
  server.raw('new-session', '-d', '-s', 'first', ...idle)
  server.raw('set-environment', '-g', 'SERVICE_SESSION_TMUX', 'outer\tx\ny')
  server.raw('new-session', '-d', '-s', 'inherits', ...idle)
  server.raw('new-session', '-d', '-s', 'same', '-e', 'SERVICE_SESSION_TMUX=outer\tx\ny', ...idle)
  server.raw('new-session', '-d', '-s', 'other', '-e', 'SERVICE_SESSION_TMUX=agent\t$9\n$8\t1\t\tfake', ...idle)
  server.raw('new-session', '-d', '-s', 'empty', '-e', 'SERVICE_SESSION_TMUX=', ...idle)
  server.raw('new-session', '-d', '-s', 'removed', ...idle)
  server.raw('set-environment', '-t', '=removed', '-r', 'SERVICE_SESSION_TMUX')
  assert.deepEqual(await tags(adapter(server)), {
    first: null,
    inherits: null,
    same: 'outer x y',
    other: 'agent $9 $8 1  fake',
    empty: null,
    removed: null,
  })
})

test('odd names of foreign sessions come as tmux has them, whatever the locale', async () => {
  using server = startTestTmux(process.env)
  const odd = ['a\tb', 'a\nb', 'x\u001b[31m', 'grüße 日本', '$5\t1\t\tfake', ' two  spaces ', '%d 100%', '-', 'b\rc']
  for (const name of odd) server.raw('new-session', '-d', '-s', name, ...idle)
  const rawByte = `tmux -L ${server.socketName} new-session -d -s "$(printf 'a\\377b')" sleep 1000`
  execFileSync('sh', ['-c', rawByte], { env: server.env })
  const listing = await adapter(server, { ...server.env, LANG: 'C' }).list()
  assert.ok(listing.kind === 'sessions')
  const expected = [
    'a\\tb',
    'a\\nb',
    'x\\033[31m',
    'grüße 日本',
    '$5\\t1\\t\\tfake',
    ' two  spaces ',
    '%d 100%',
    '-',
    'b\\rc',
    'a\\377b',
  ]
  assert.deepEqual(listing.sessions.map((one) => one.name).toSorted(), expected.toSorted())
  assert.equal(new Set(listing.sessions.map((one) => one.id)).size, expected.length)
})

test('200 sessions are listed by one call, and by two when the server has a global tag', async () => {
  using server = startTestTmux(process.env)
  const { env, calls } = countingTmux(server)
  const many = Array.from({ length: 200 }, (_, index) => `new-session -d -s s${index} sleep 1000`)
  writeFileSync(join(server.folder, 'many'), many.join('\n'))
  server.raw('start-server', ';', 'source-file', join(server.folder, 'many'))
  const tmux = adapter(server, env)
  assert.equal((await names(tmux)).length, 200)
  assert.equal(calls(), 1)
  server.raw('set-environment', '-g', 'SERVICE_SESSION_TMUX', 'outer')
  assert.deepEqual(
    Object.values(await tags(tmux)),
    Array.from({ length: 200 }, () => null),
  )
  assert.equal(calls(), 3)
})

test('only an absent server or socket proves that there are no sessions', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  await created(tmux, session(server))
  server.raw('kill-server')
  assert.deepEqual(await tmux.list(), { kind: 'sessions', sessions: [] })
  await created(tmux, session(server))
  const socket = server.raw('display-message', '-p', '#{socket_path}')
  server.raw('kill-server')
  rmSync(socket, { force: true })
  assert.deepEqual(await tmux.list(), { kind: 'sessions', sessions: [] })
})

test('a tmux that hangs, fails or talks nonsense answers unknown and proves nothing', async () => {
  using server = startTestTmux(process.env)
  const bin = join(server.folder, 'bin')
  mkdirSync(bin)
  const env = { ...server.env, PATH: `${bin}:${server.env.PATH}` }
  const failing = [
    'sleep 100',
    'exit 1',
    'kill -9 $$',
    'echo lost server >&2; exit 1',
    'echo unknown variable >&2; exit 1',
  ]
  const talking = ['exit 0', 'echo hello', "printf '$1\\t2\\n'", "printf '$1\\t2\\t\\tname\\nhello\\n'"]
  for (const script of [...failing, ...talking]) {
    writeFileSync(join(bin, 'tmux'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const tmux = adapter(server, env, 300)
    assert.equal((await tmux.list()).kind, 'unknown', script)
    const killed = await tmux.kill(nobody)
    assert.ok(killed.ok ? talking.includes(script) : killed.error.kind === 'failed', script)
  }
})

test('an absent tmux is said so everywhere, and works once it is installed', async () => {
  using server = startTestTmux(process.env)
  const bin = join(server.folder, 'bin')
  mkdirSync(bin)
  for (const program of ['sh', 'sleep']) symlinkSync(findProgram(program), join(bin, program))
  const tmux = adapter(server, { ...server.env, PATH: bin })
  assert.equal(await tmux.version(), null)
  assert.deepEqual(await tmux.list(), { kind: 'not_installed' })
  for (const answer of [
    await tmux.create(session(server)),
    await tmux.find('agent-1'),
    await tmux.interrupt(nobody),
    await tmux.kill(nobody),
  ]) {
    assert.equal(!answer.ok && answer.error.kind, 'not_installed')
  }
  symlinkSync(findProgram('tmux'), join(bin, 'tmux'))
  assert.match((await tmux.version()) ?? '', /^tmux \d/)
  await created(tmux, session(server))
  assert.deepEqual(await names(tmux), ['agent-1'])
})

test('an interrupt hits its own session alone, not one whose name begins alike', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  const ten = await created(tmux, session(server, { name: 'agent-10' }))
  const one = await created(tmux, session(server, { name: 'agent-1' }))
  assert.deepEqual(await tmux.interrupt(one), { ok: true, value: null })
  await until('agent-1 is gone', async () => (await names(tmux)).join() === 'agent-10')
  const again = await tmux.interrupt(one)
  assert.equal(!again.ok && again.error.kind, 'gone')
  assert.deepEqual(await names(tmux), ['agent-10'])
  assert.deepEqual(await tmux.kill(ten), { ok: true, value: null })
  assert.deepEqual(await names(tmux), [])
})

test('an interrupt reaches the program while a person scrolls', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  const one = await created(tmux, session(server))
  server.raw('copy-mode', '-t', `${one.id}:`)
  assert.ok((await tmux.interrupt(one)).ok)
  await until('the session is gone', async () => (await names(tmux)).length === 0)
})

test('what is no id, or the id of nothing, is gone', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  const noServer = await tmux.kill(nobody)
  assert.equal(!noServer.ok && noServer.error.kind, 'gone')
  const one = await created(tmux, session(server))
  for (const id of ['$77', 'agent-1', '', '=agent-1', '%0', '$0:#(touch canary)', "$0' ; kill-server '"]) {
    const answer = await tmux.kill({ ...one, id })
    assert.equal(!answer.ok && answer.error.kind, 'gone', id)
  }
  assert.deepEqual(await names(tmux), ['agent-1'])
})

test('a session that has the id of ours by now, under another name or since another time, is not touched', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  const stranger = await created(tmux, session(server, { name: 'stranger' }))
  const stale: TmuxIdentity[] = [
    { ...stranger, name: 'agent-1' },
    { ...stranger, name: 'strange' },
    { ...stranger, name: '#{session_name}' },
    { ...stranger, createdMs: stranger.createdMs - 1000 },
    { ...stranger, id: '$1' },
  ]
  for (const one of stale) {
    for (const answer of [await tmux.interrupt(one), await tmux.kill(one)]) {
      assert.equal(!answer.ok && answer.error.kind, 'gone', JSON.stringify(one))
    }
  }
  assert.deepEqual(await names(tmux), ['stranger'])
  assert.ok((await tmux.kill(stranger)).ok)
  assert.deepEqual(await names(tmux), [])
})

test('sessions of odd names are found and acted on as they are', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  server.raw('new-session', '-d', '-s', 'first', ...idle)
  for (const name of ["it's", 'a b,c}', 'se;mi', '#', '#,}{', '-x', 'é "q"', '$0']) {
    server.raw('new-session', '-d', '-s', name.replaceAll('#', '##'), ...idle)
    const found = await tmux.find(name)
    if (name === '$0') {
      // An id to tmux: no name can be told from it, so nothing is.
      assert.equal(!found.ok && found.error.kind, 'gone')
      continue
    }
    assert.ok(found.ok, name)
    assert.equal(found.value.name, name)
    assert.ok((await tmux.interrupt(found.value)).ok, name)
    await until('it is gone', async () => !(await names(tmux)).includes(name))
  }
  const prefix = await tmux.find('fir')
  assert.equal(!prefix.ok && prefix.error.kind, 'gone')
})

async function tags(tmux: Tmux): Promise<Record<string, string | null>> {
  const listing = await tmux.list()
  assert.ok(listing.kind === 'sessions', JSON.stringify(listing))
  return Object.fromEntries(listing.sessions.map((one) => [one.name, one.tag]))
}

function findProgram(name: string): string {
  const folders = (process.env.PATH ?? '').split(':')
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  assert.ok(found !== undefined, `${name} is not on PATH`)
  return found
}

/** A tmux on PATH that counts its calls and is the real one otherwise. */
function countingTmux(server: TestTmux): { env: Environment; calls: () => number } {
  const bin = join(server.folder, 'bin')
  const count = join(server.folder, 'count')
  mkdirSync(bin)
  writeFileSync(join(bin, 'tmux'), `#!/bin/sh\necho call >> '${count}'\nexec '${findProgram('tmux')}' "$@"\n`)
  chmodSync(join(bin, 'tmux'), 0o755)
  const calls = (): number => readFileSync(count, 'utf8').split('\n').length - 1
  return { env: { ...server.env, PATH: `${bin}:${server.env.PATH}` }, calls }
}
