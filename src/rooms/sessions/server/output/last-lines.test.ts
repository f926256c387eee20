// The last lines of sessions over logs and screens that the test writes: what is read, how often, and what is told.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIso } from '#base/time.ts'
import type { LiveChange } from '#platform/live-kind.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import type { LastLine, Session } from '../../contract.ts'
import { newRecord, type SessionRecord } from '../../core/record.ts'
import { followLastLines } from './last-lines.ts'

const began = '2026-11-20T12:00:00.000Z'

/** Sessions by id with what they wrote, and how often anything was asked for. */
function openWorld() {
  const time = new ManualTime(began)
  const records = new Map<string, SessionRecord>()
  const logs = new Map<string, { text: string; changedMs: number }>()
  const screens = new Map<string, { text: string; outputMs: number }>()
  const told: LiveChange<LastLine>[] = []
  const asked = { marks: 0, ends: 0, tmux: 0 }
  const world = { isWatched: true }
  const lines = followLastLines({
    records: () => records.values(),
    isWatched: () => world.isWatched,
    async logMark(id) {
      asked.marks += 1
      const log = logs.get(id)
      return log === undefined ? null : { size: log.text.length, changedMs: log.changedMs }
    },
    async logEnd(id, bytes) {
      asked.ends += 1
      const log = logs.get(id)
      return log === undefined ? null : Buffer.from(log.text).subarray(-bytes)
    },
    tmux: {
      async activity() {
        asked.tmux += 1
        return new Map([...screens].map(([id, { outputMs }]) => [id, { outputMs, typedMs: 0 }]))
      },
      async screens(ids) {
        asked.tmux += 1
        return new Map(ids.flatMap((id) => (screens.has(id) ? [[id, screens.get(id)?.text ?? '']] : [])))
      },
    },
    publish: (changes) => void told.push(...changes),
    clock: time,
    timers: time,
    log: silentLog,
  })
  return {
    ...world,
    time,
    told,
    asked,
    lines,
    screens,
    watch: (isWatched: boolean) => void (world.isWatched = isWatched),
    put(id: string, fields: Partial<Session> = {}, more: Partial<SessionRecord> = {}) {
      const blank = newRecord({ ...sampleSession(), id, at: began, ...given })
      const session: Session = { ...blank.session, ...running, ...fields }
      records.set(id, { ...blank, tmuxId: `$${id}`, ...more, session })
    },
    remove: (id: string) => void records.delete(id),
    write(id: string, text: string) {
      logs.set(id, { text: (logs.get(id)?.text ?? '') + text, changedMs: time.nowMs })
    },
    text: (id: string) => lines.of(id)?.text ?? null,
  }
}

const given = {
  origin: 'launched',
  agentType: 'shell',
  tmuxSession: 'agent-shell-1',
  label: 'x',
  prompt: 'x',
  taskId: null,
  dependsOn: [],
  workingDir: null,
  interactive: false,
  runnable: true,
} as const
const running: Partial<Session> = { state: 'running', started_at: began, tmux_alive: true }

test('the last line of output is told, with its time, once for each time that it changes', async () => {
  const { time, put, write, told, asked } = openWorld()
  put('1')
  write('1', 'one\r\ntwo\r\n')
  await time.pass(250)
  assert.deepEqual(told, [{ op: 'upsert', id: '1', value: { id: '1', text: 'two', from: 'output', at: began } }])
  await time.pass(10_000)
  assert.equal(told.length, 1)
  assert.equal(asked.ends, 1, 'a log that did not grow is not read')
  write('1', 'three\r\n')
  await time.pass(1000)
  assert.deepEqual([told.length, told[1]?.value?.text, told[1]?.value?.at], [2, 'three', toIso(time.nowMs - 1000)])
})

test('nobody looks: nothing is read, however much is written', async () => {
  const { time, put, write, told, asked, watch } = openWorld()
  put('1')
  put('2', { origin: 'discovered' })
  watch(false)
  for (let second = 0; second < 100; second++) {
    write('1', `line ${second}\r\n`)
    await time.pass(1000)
  }
  assert.deepEqual(asked, { marks: 0, ends: 0, tmux: 0 })
  assert.deepEqual(told, [])
  watch(true)
  await time.pass(250)
  assert.equal(told.length, 1)
})

test('a chatty session is told once a second, viewers and requests together', async () => {
  const { time, put, write, told, asked, lines } = openWorld()
  put('1')
  for (let step = 0; step < 200; step++) {
    write('1', `line ${step}\r\n`)
    await time.pass(50)
    await lines.refresh()
  }
  assert.ok(asked.ends <= 11, `${asked.ends} readings in ten seconds`)
  assert.ok(told.length <= 11 && told.length >= 8, `${told.length} changes in ten seconds`)
})

test('where a thousand print without end, each is looked at once in two seconds', async () => {
  const { time, put, write, told } = openWorld()
  const ids = Array.from({ length: 1000 }, (_, nth) => String(nth))
  ids.forEach((id) => put(id))
  for (let step = 0; step < 120; step++) {
    for (const id of ids) write(id, `line ${step}\r\n`)
    await time.pass(50)
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  }
  assert.ok(told.length >= 3000 && told.length <= 4000, `${told.length} changes in six seconds`)
})

test('after the first look at a very large board the next comes as soon', async () => {
  const { time, put, write, text } = openWorld()
  const ids = Array.from({ length: 3000 }, (_, nth) => String(nth))
  for (const id of ids) {
    put(id)
    write(id, 'first\r\n')
  }
  const pass = async (ms: number): Promise<void> => {
    await time.pass(ms)
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  }
  await pass(250)
  assert.equal(text('0'), 'first')
  write('0', 'second\r\n')
  await pass(2000)
  assert.equal(text('0'), 'second')
})

test('one who asks once is answered what stands there now', async () => {
  const { put, write, watch, lines, text, time } = openWorld()
  watch(false)
  put('1')
  write('1', 'now\r\n')
  await lines.refresh()
  assert.equal(text('1'), 'now')
  write('1', 'soon\r\n')
  await lines.refresh()
  assert.equal(text('1'), 'now', 'within the same second')
  await time.pass(1000)
  await lines.refresh()
  assert.equal(text('1'), 'soon')
})

test('a program that draws is read from its screen, and again only when it wrote', async () => {
  const { time, put, write, screens, asked, text } = openWorld()
  put('1')
  write('1', '\u001B[2J\u001B[5;1Hfirst')
  screens.set('$1', { text: 'Menu\n  Start\n\n', outputMs: 0 })
  await time.pass(250)
  assert.equal(text('1'), 'Start')
  const before = asked.tmux
  await time.pass(5000)
  assert.equal(asked.tmux, before)
  write('1', '\u001B[5;1Hsecond')
  screens.set('$1', { text: 'Menu\n  Stop\n\n', outputMs: 0 })
  await time.pass(1000)
  assert.equal(text('1'), 'Stop')
  assert.equal(asked.tmux, before + 1)
})

test('terminals that are not recorded cost two calls of tmux together, and one while nothing is written', async () => {
  const { time, put, screens, asked, text } = openWorld()
  for (let index = 0; index < 60; index++) {
    put(String(index), { origin: 'discovered', started_at: null })
    screens.set(`$${index}`, { text: `$ make\nstep ${index}\n$ \n`, outputMs: time.nowMs - 10_000 })
  }
  await time.pass(250)
  assert.equal(asked.tmux, 2)
  assert.deepEqual([text('0'), text('59')], ['step 0', 'step 59'])
  await time.pass(1000)
  assert.equal(asked.tmux, 3)
})

test('what comes within the second that tmux told already is not missed', async () => {
  const { time, put, screens, text } = openWorld()
  put('1', { origin: 'discovered', started_at: null })
  screens.set('$1', { text: 'early\n', outputMs: time.nowMs })
  await time.pass(250)
  screens.set('$1', { text: 'late\n', outputMs: time.nowMs - 250 })
  await time.pass(1000)
  assert.equal(text('1'), 'late')
})

test('a client that draws and reports by hooks is not read: its hooks tell more', async () => {
  const { time, put, write, asked, told } = openWorld()
  put('1', {}, { client: { session: 'c', pid: 1, screen: 'code-agent' } })
  write('1', '\u001B[2J? for shortcuts')
  await time.pass(5000)
  assert.deepEqual(asked, { marks: 0, ends: 0, tmux: 0 })
  assert.deepEqual(told, [])
})

test('a new run has printed nothing until it does, and a queued session nothing at all', async () => {
  const { time, put, write, text, told } = openWorld()
  put('1')
  write('1', 'first run\r\n')
  await time.pass(250)
  put('1', { state: 'idle' })
  await time.pass(1000)
  assert.deepEqual(told.at(-1), { op: 'remove', id: '1', value: null })
  put('1', { started_at: toIso(time.nowMs + 20) }, { tmuxCreatedMs: time.nowMs })
  await time.pass(1000)
  assert.equal(text('1'), null)
  write('1', 'second run\r\n')
  await time.pass(1000)
  assert.equal(text('1'), 'second run')
})

test('what a program prints before its start is written down counts', async () => {
  const { time, put, write, text } = openWorld()
  write('1', 'quick\r\n')
  put('1', { started_at: toIso(time.nowMs + 20) }, { tmuxCreatedMs: time.nowMs - 300 })
  await time.pass(250)
  assert.equal(text('1'), 'quick')
})

test('ended sessions are read once, some at a look, and a session that is gone is taken back', async () => {
  const { time, put, write, asked, lines, told, remove } = openWorld()
  for (let index = 0; index < 120; index++) {
    put(String(index), { state: 'completed', ended_at: began, tmux_alive: false })
    write(String(index), `result ${index}\r\n`)
  }
  await time.pass(250)
  assert.equal(lines.all().length, 50)
  await time.pass(2000)
  assert.equal(lines.all().length, 120)
  const { marks } = asked
  await time.pass(5000)
  assert.equal(asked.marks, marks)
  remove('7')
  await time.pass(1000)
  assert.deepEqual(told.at(-1), { op: 'remove', id: '7', value: null })
})

test('of a session on a device the output that came from there is read, with a terminal there and without one', async () => {
  const { time, put, write, text, asked } = openWorld()
  put('there', { origin: 'fabric', device_id: 'd1' }, { tmuxId: null })
  put('model', { origin: 'fabric', device_id: 'd1', tmux_alive: null }, { tmuxId: null })
  write('there', 'ported\r\n')
  write('model', 'All is quiet.\n')
  await time.pass(250)
  assert.deepEqual([text('there'), text('model'), asked.tmux], ['ported', 'All is quiet.', 0])
  put('model', { origin: 'fabric', tmux_alive: null, state: 'completed', ended_at: began }, { tmuxId: null })
  await time.pass(1000)
  assert.equal(text('model'), 'All is quiet.')
})
