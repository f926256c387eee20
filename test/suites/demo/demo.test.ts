// The demo as a stranger runs it: a living board, nothing of the person's touched, and nothing left however it ends.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { orreryArgv } from '../../support/entry.ts'
import { makeHome, type TestHome, type Variables } from '../../support/home.ts'
import { call, listSessions } from '../../support/http.ts'
import { orrery } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: TestHome
/** Where the demos of this file make their folders. */
let temporary: string

before(async () => {
  place = await makeHome()
  temporary = join(place.root, 'tmp')
  mkdirSync(temporary)
})
after(() => place[Symbol.asyncDispose]())

/** Three days are played in it, by many programs, on a busy machine. */
const stageLimitMs = 120_000

type Demo = AsyncDisposable & {
  readonly pid: number
  readonly words: () => string
  readonly ended: Promise<number | null>
  readonly signal: (name: NodeJS.Signals) => void
}

function startDemo(args: readonly string[] = [], more: Variables = {}): Demo {
  const [node = '', ...program] = orreryArgv()
  const env = place.env({ TMPDIR: temporary, ...more })
  const child = spawn(node, [...program, 'demo', ...args], {
    env,
    cwd: place.userHome,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (words += part.toString()))
  const ended = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null))
  return {
    pid: child.pid ?? 0,
    words: () => words,
    ended,
    signal: (name) => void child.kill(name),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

type Shown = { readonly port: number; readonly link: string; readonly root: string; readonly place: TestHome }

async function untilShown(demo: Demo): Promise<Shown> {
  const [, url = '', link = '', home = ''] = await until(
    `the demo stands: ${demo.words()}`,
    () => /^listening on (\S+)\nlog in with (\S+)[^]*SERVICE_HOME=(\S+)/m.exec(demo.words()),
    stageLimitMs,
  )
  const root = join(home, '..')
  // For commands on the demo, as the printed line for another link has it.
  const env = (more: Variables = {}) => place.env({ SERVICE_HOME: home, ...more })
  return { port: Number(new URL(url).port), link, root, place: { ...place, home, env } }
}

/** Everything that a demo starts has its HOME in its folder. */
function processesOf(root: string): readonly string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${root}/user\0`)
    } catch {
      // It has ended, or is somebody else's.
      return false
    }
  })
}

async function assertGone({ root, port }: Shown): Promise<void> {
  assert.equal(existsSync(root), false, 'its folder')
  assert.deepEqual(processesOf(root), [], 'its service, its tmux server, its agents')
  await assert.rejects(call(port, 'GET /healthz'), 'its port')
}

const sessionsOf = ({ port }: Shown): Promise<Session[]> => listSessions({ port, hookPort: port, token: '' })

async function asked(shown: Shown, args: string): Promise<Record<string, never>> {
  const { code, out, err } = await orrery(shown.place, [...args.split(' '), '--json'])
  assert.equal(code, 0, err)
  return JSON.parse(out) as Record<string, never>
}

test('it shows a board that lives, lets the visitor in, answers to him, and goes with Ctrl+C', async () => {
  await using demo = startDemo(['--for', '10m'])
  await using other = startDemo()
  const shown = await untilShown(demo)
  const sessions = await sessionsOf(shown)
  assert.deepEqual(
    new Set(sessions.map(({ state }) => state)),
    new Set(['idle', 'running', 'awaiting_review', 'completed', 'failed']),
  )
  assert.ok(sessions.some(({ blocked_by }) => blocked_by.length > 0))
  const code = new URLSearchParams(new URL(shown.link).hash.slice(1)).get('login')
  assert.equal((await call(shown.port, 'POST /api/auth/login', { json: { code } })).status, 200, 'the link lets in')

  const { tasks } = (await asked(shown, 'task ls')) as { tasks?: { type: string }[] }
  assert.ok(tasks?.some(({ type }) => type === 'epic') && tasks.some(({ type }) => type === 'task'))
  const home = JSON.stringify(await asked(shown, 'home'))
  for (const told of ['dependency-audit', 'Morning brief', 'Move billing']) assert.ok(home.includes(told), told)
  assert.match(JSON.stringify(await asked(shown, 'strand ls')), /"status":"missed"/)
  assert.match(JSON.stringify(await asked(shown, 'triage show now')), /T-104.*T-108|T-108.*T-104/)
  assert.match(JSON.stringify(await asked(shown, 'history')), /Round tax once/)

  const asks = sessions.find(({ tmux_session: name }) => name === 'agent-claude-checkout')
  const tell = () => orrery(shown.place, ['send', asks?.id ?? '', 'yes, please'])
  await until('it is told', async () => (await tell()).code === 0, stageLimitMs)
  const isOn = async () =>
    (await sessionsOf(shown)).some(({ id, state }) => id === asks?.id && state !== 'awaiting_review')
  await until('it goes on', isOn, stageLimitMs)
  const guest = await orrery(shown.place, ['launch', 'code-agent', 'a task of the visitor', '--json'])
  assert.equal(guest.code, 0, guest.err)

  assert.deepEqual(readdirSync(place.userHome), [], 'nothing in the person’s home')
  assert.equal(existsSync(place.home), false)
  assert.deepEqual(await place.terminals(), [], 'nor on the person’s tmux server')

  const second = await untilShown(other)
  demo.signal('SIGINT')
  assert.equal(await demo.ended, 0, demo.words())
  await assertGone(shown)
  assert.ok((await sessionsOf(second)).length > 0, 'another demo goes on')
  other.signal('SIGTERM')
  assert.equal(await other.ended, 0, other.words())
  await assertGone(second)
})

test('killed with -9 it is gone as well; another one ends by itself', async () => {
  await using demo = startDemo()
  await using short = startDemo(['--for', '1s', '--json'])
  const shown = await untilShown(demo)
  assert.ok(processesOf(shown.root).length > 2 || process.platform !== 'linux')
  demo.signal('SIGKILL')
  await demo.ended
  await until('nothing is left', () => !existsSync(shown.root), stageLimitMs)
  await assertGone(shown)
  assert.equal(await short.ended, 0, short.words())
  const { url, login_url: link } = JSON.parse(short.words()) as { url: string; login_url: string }
  assert.ok(link.startsWith(`${url}/#login=`), link)
  assert.deepEqual(readdirSync(temporary), [])
})

test('what was killed together with its sweeper goes with the next start, which may be ended while it sets its stage', async () => {
  await using demo = startDemo()
  const shown = await untilShown(demo)
  demo.signal('SIGSTOP')
  for (const pid of sweepersOf(shown.root)) process.kill(pid, 'SIGKILL')
  demo.signal('SIGKILL')
  await demo.ended
  assert.ok(existsSync(shown.root))
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(shown.root, longAgo, longAgo)
  await using next = startDemo()
  await until('it is taken away', () => next.words().includes('Took away what a demo left behind.'), stageLimitMs)
  await assertGone(shown)
  const [root = ''] = await until(
    'its own folder',
    () => readdirSync(temporary).length > 0 && readdirSync(temporary),
    stageLimitMs,
  )
  await until('it listens', () => existsSync(join(temporary, root, 'home/hook-port')), stageLimitMs)
  next.signal('SIGHUP')
  assert.equal(await next.ended, 0, next.words())
  assert.deepEqual(readdirSync(temporary), [])
})

function sweepersOf(root: string): readonly number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${root}/sweep.sh`)
      } catch {
        // It has ended.
        return false
      }
    })
    .map(Number)
}

test('what is wrong with a start is said, and nothing is made', async () => {
  await using wrong = startDemo(['--for', 'ever'])
  await using bare = startDemo([], { PATH: place.userHome })
  assert.equal(await wrong.ended, 2)
  assert.match(wrong.words(), /It must be a span as in 30s, 10m or 2h/)
  assert.equal(await bare.ended, 69)
  assert.match(bare.words(), /tmux, which is not installed/)
  assert.deepEqual(readdirSync(temporary), [])
})
