import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '#platform/server/log/log.ts'
import { toIso } from '#base/time.ts'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { LoggedEvent, StreamRecord } from '../contract.ts'
import { createJournals, type Journals } from './journals.ts'
import type { StreamFiles } from './journal-files.ts'
import { asText } from './stream-forms.ts'
import { streamOf } from './stream.ts'

const start = '2026-11-23T08:00:00.000Z'
const second = 1000

type World = Disposable & {
  readonly time: ManualTime
  readonly journals: Journals
  /** Logs that are watched. */
  readonly watched: { readonly now: number }
  readonly files: StreamFiles
  readonly earlier: LoggedEvent[]
  /** As the sessions room tells of it once it stands so. */
  readonly happens: (event: LoggedEvent) => void
  readonly write: (data: string | Buffer) => void
  readonly read: (from?: number) => Promise<StreamRecord[]>
  readonly follow: (until: AbortSignal) => AsyncGenerator<StreamRecord | null>
}

function openWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-stream-'))
  const time = new ManualTime(start)
  const log = join(folder, 'x.log')
  const journal = join(folder, 'x.stream')
  const files = { log, olderLog: `${log}.1`, journal, olderJournal: `${journal}.1` }
  const earlier: LoggedEvent[] = []
  const toldAfter = async (_id: string, last: { readonly event: number }) =>
    earlier.filter(({ seq }) => seq > last.event)
  // The tests say themselves when something was written.
  const watched = { now: 0 }
  const watchOnce = () => {
    watched.now += 1
    return () => void (watched.now -= 1)
  }
  const journals = createJournals({
    clock: time,
    timers: time,
    log: silentLog,
    filesOf: () => files,
    toldAfter,
    isAtWork: () => isAtWork,
    watchOnce,
  })
  let isAtWork = true
  const asked = { sessionId: 'x', files, from: 0, until: null }
  const parts = { journals, timers: time }
  return {
    time,
    journals,
    watched,
    files,
    earlier,
    happens(event) {
      isAtWork = event.to === 'running'
      journals.tell(event)
    },
    write: (data) => appendFileSync(log, data),
    async read(from = 0) {
      const records: StreamRecord[] = []
      for await (const record of streamOf(parts, { ...asked, from })) if (record !== null) records.push(asText(record))
      return records
    },
    async *follow(until) {
      for await (const record of streamOf(parts, { ...asked, until })) yield record === null ? null : asText(record)
    },
    [Symbol.dispose]() {
      journals.closeAll()
      rmSync(folder, { recursive: true })
    },
  }
}

const happened = (seq: number, to: string | null, atMs = Date.parse(start)): LoggedEvent => ({
  seq,
  sessionId: 'x',
  at: new Date(atMs).toISOString(),
  event: 'hook.to_review',
  from: 'running',
  to,
  source: 'hook',
  metadata: null,
  runId: 'r',
  exitCode: 3,
})

test('output has the time of its write, not of the look at it, and follows what happened before it', async () => {
  using world = openWorld()
  const { time, journals, write, read } = world
  write('hello')
  journals.noticed('x')
  await time.pass(5)
  write(' world')
  journals.noticed('x')
  await time.pass(1000)
  journals.tell(happened(1, 'failed', time.now()))
  await time.pass(1000)
  assert.deepEqual(
    (await read()).map(({ seq, at, kind }) => [seq, at, kind]),
    [
      [1, start, 'stdout'],
      [2, '2026-11-23T08:00:01.005Z', 'exit'],
    ],
  )
  const [output, exit] = await read()
  assert.equal(output?.kind === 'stdout' && output.data, 'hello world')
  assert.equal(exit?.kind === 'exit' && exit.exit_code, 3)
})

test('what asks the terminal, or writes elsewhere, is dropped, wherever records cut it, and from any record on', async () => {
  using world = openWorld()
  const { time, journals, write, read } = world
  for (const piece of [
    'a\u001B]52;c;',
    'c2Vj',
    'cmV0\u0007b\u001B[',
    '31mc\u001B[6',
    'nd',
    Buffer.from([0xe2, 0x82]),
    Buffer.from([0xac]),
  ]) {
    write(piece)
    journals.noticed('x')
    await time.pass(300)
  }
  const textFrom = async (from: number) =>
    (await read(from)).map((record) => (record.kind === 'stdout' ? record.data : '')).join('')
  assert.equal(await textFrom(0), 'ab\u001B[31mcd€')
  assert.deepEqual(await Promise.all([2, 3, 4, 5, 6, 7].map(textFrom)), [
    'b\u001B[31mcd€',
    'b\u001B[31mcd€',
    '\u001B[31mcd€',
    'd€',
    '€',
    '€',
  ])
})

test('what happens opens no journal in the turn of its commit, and is there for whoever reads at once', async () => {
  using world = openWorld()
  const { time, files, happens, read } = world
  happens(happened(1, 'running'))
  happens(happened(2, 'awaiting_review'))
  assert.equal(existsSync(files.journal), false)
  await time.pass(1)
  assert.equal(existsSync(files.journal), true)
  happens(happened(3, 'running'))
  assert.deepEqual(
    (await read()).map(({ seq }) => seq),
    [1, 2, 3],
  )
})

test('a removed session gets no journal for what was told of it a moment before', async () => {
  using world = openWorld()
  const { time, files, happens, journals } = world
  happens(happened(1, 'running'))
  journals.forget('x')
  await time.pass(second)
  assert.equal(existsSync(files.journal), false)
})

test('what a killed service committed and never wrote down comes first, once, when the session is next heard of', async () => {
  using world = openWorld()
  const { journals, earlier, read, time } = world
  earlier.push(happened(4, 'running'), happened(5, 'awaiting_review'))
  journals.tell(happened(5, 'awaiting_review'))
  journals.tell(happened(6, 'running'))
  await time.pass(100)
  assert.deepEqual(
    (await read()).map((record) => ('to' in record ? record.to : null)),
    ['running', 'awaiting_review', 'running'],
  )
})

test('a stream that is followed goes on, is silent for at most 15 s, and ends when it is told', async () => {
  using world = openWorld()
  const { time, journals, write, follow } = world
  write('one')
  const end = new AbortController()
  const records = follow(end.signal)
  const first = await records.next()
  assert.equal(first.value?.kind === 'stdout' && first.value.data, 'one')
  const quiet = records.next()
  let isTold = false
  void quiet.then(() => (isTold = true))
  await until('the stream says that it is quiet', async () => {
    await time.pass(15_000)
    return isTold
  })
  assert.equal((await quiet).value, null)
  const second = records.next()
  write('two')
  journals.noticed('x')
  await time.pass(100)
  const { value } = await second
  assert.equal(value?.kind === 'stdout' && value.data, 'two')
  const last = records.next()
  end.abort()
  assert.deepEqual(await last, { done: true, value: undefined })
})

test('a session that wrote nothing has an empty stream', async () => {
  using world = openWorld()
  assert.deepEqual(await world.read(), [])
})

test('what has ended is let go of after a while, and heard of again by the next word', async () => {
  using world = openWorld()
  const { happens, watched, read, time, write } = world
  write('hello')
  happens(happened(1, 'running'))
  await time.pass(60_000)
  assert.equal(watched.now, 1, 'a session at work is watched for as long as it works')
  happens(happened(2, 'failed', time.now()))
  await time.pass(4000)
  assert.equal(watched.now, 1)
  happens(happened(3, 'running', time.now()))
  await time.pass(60_000)
  assert.equal(watched.now, 1, 'it was begun again in time')
  happens(happened(4, 'failed', time.now()))
  await time.pass(1000)
  happens({ ...happened(5, null, time.now()), event: null, from: 'failed' })
  await time.pass(10_000)
  assert.equal(watched.now, 0, 'a card that is put away is at work no more than one that ended')
  happens(happened(6, 'running', time.now()))
  await time.pass(1000)
  assert.equal(watched.now, 1)
  assert.equal((await read()).filter(({ kind }) => kind === 'event' || kind === 'exit').length, 6)
})

test('a size is taken down in its place, and once', async () => {
  using world = openWorld()
  const { journals, read, time, write } = world
  write('before')
  journals.tell({ sessionId: 'x', at: toIso(time.now()), columns: 100, rows: 30 })
  await time.pass(100)
  write('after')
  journals.noticed('x')
  journals.tell({ sessionId: 'x', at: toIso(time.now()), columns: 100, rows: 30 })
  await time.pass(100)
  assert.deepEqual(
    (await read()).map((record) => ('data' in record ? record.data : 'columns' in record ? record.columns : null)),
    ['before', 100, 'after'],
  )
})

test('a journal that takes nothing for a while costs times and says so; every byte is told', async () => {
  using world = openWorld()
  const { files, journals, read, time, write } = world
  write('one ')
  journals.noticed('x')
  await time.pass(1000)
  renameSync(files.journal, `${files.journal}.kept`)
  mkdirSync(files.journal)
  write('two ')
  journals.noticed('x')
  await time.pass(1000)
  rmdirSync(files.journal)
  renameSync(`${files.journal}.kept`, files.journal)
  write('three')
  journals.noticed('x')
  await time.pass(1000)
  assert.deepEqual(
    (await read()).map((record) => {
      if (record.kind === 'gap') return record.reason
      return record.kind === 'stdout' ? [record.data, record.untimed === true] : record.kind
    }),
    [['one ', false], 'its times could not be written down for a while', ['two three', true]],
  )
})
