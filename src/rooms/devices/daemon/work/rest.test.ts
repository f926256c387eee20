import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayMs } from '#base/time.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '../../../../testing/manual-time.testkit.ts'
import type { SessionStart } from '../../contract/from-hub.ts'
import { openRunBook } from '../spool/run-book.ts'
import { newRun } from '../spool/spool-tables.ts'
import type { Work } from './keeper.ts'
import { hasWork, restUntilNeeded } from './rest.ts'

const began = '2026-11-20T10:00:00.000Z'
const key = { session_id: 's1', run_id: 'r1' }
const start: SessionStart = {
  v: 1,
  id: 'f1',
  ts: began,
  type: 'session.start',
  ...key,
  harness: 'code-agent',
  prompt: 'work',
  model: null,
  working_dir: null,
  credentials: {},
  options: {},
}
const channel = { send: () => {}, unsentBytes: () => 0, unsentLimit: 1 }

/** A work that writes down what it is asked. */
function writingWork(said: string[]): Work {
  return {
    known: () => [{ ...key, last_seq: 1, state: 'running', harness: 'code-agent' }],
    join: () => void said.push('join'),
    leave: () => void said.push('leave'),
    start: ({ run_id: id }) => void said.push(`start ${id}`),
    cancel: ({ run_id: id }) => void said.push(`cancel ${id}`),
    acknowledge: ({ seq }) => void said.push(`ack ${seq}`),
    answer: (id) => void said.push(`answer ${id}`),
    show: ({ type }) => void said.push(type),
    endAll: async () => void said.push('end all'),
    isTold: () => false,
    [Symbol.asyncDispose]: async () => void said.push('dispose'),
  }
}

test('nothing is opened before the first start, and then all follows in its order', async () => {
  const said: string[] = []
  const time = new ManualTime(began)
  const open = async (): Promise<Work> => (said.push('open'), writingWork(said))
  {
    await using work = restUntilNeeded({ open, clock: time, timers: time, log: silentLog })
    work.join(channel, [])
    work.cancel(key)
    work.acknowledge({ ...key, seq: 1 })
    await work.endAll()
    assert.deepEqual([said, work.known(), work.isTold()], [[], [], true])
    work.start(start)
    work.cancel(key)
    assert.equal(work.isTold(), false)
    await nextTurn()
    assert.deepEqual(said.splice(0), ['open', 'join', 'start r1', 'cancel r1'])
    work.start({ ...start, run_id: 'r2' })
    work.acknowledge({ ...key, seq: 2 })
    work.leave()
    assert.equal(work.known().length, 1)
  }
  assert.deepEqual(said, ['start r2', 'ack 2', 'leave', 'dispose'])
})

test('what can not be opened is tried again, with all that was asked meanwhile, and not after its end', async () => {
  const said: string[] = []
  const time = new ManualTime(began)
  let isFull = true
  const open = async (): Promise<Work> => {
    said.push('open')
    if (isFull) throw new Error('the disk is full')
    return writingWork(said)
  }
  {
    await using work = restUntilNeeded({ open, clock: time, timers: time, log: silentLog })
    work.start(start)
    await nextTurn()
    work.start({ ...start, run_id: 'r2' })
    await time.pass(9999)
    assert.deepEqual(said, ['open'], 'a second start does not hurry it')
    isFull = false
    await time.pass(1)
    assert.deepEqual(said.splice(0), ['open', 'open', 'start r1', 'start r2'])
  }
  isFull = true
  await using work = restUntilNeeded({ open, clock: time, timers: time, log: silentLog })
  work.start(start)
  await work[Symbol.asyncDispose]()
  await time.pass(60_000)
  assert.deepEqual(said, ['dispose', 'open'])
  assert.equal(time.pending(), 0)
})

async function bookWith(t: TestContext, { endedMs, isTold }: { endedMs: number | null; isTold: boolean }) {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-rest-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'runs.db')
  await using book = await openRunBook({ path, clock: new ManualTime(began) })
  const state = endedMs === null ? 'running' : 'ended'
  await book.add({ ...newRun({ ...key, start, beganMs: 0 }), state, ended_ms: endedMs }, { type: 'session.accepted' })
  if (isTold) await book.acknowledge({ ...key, seq: 1 })
  return path
}

test('a machine has work while a run goes on, is not told, or ended within a day', async (t) => {
  const nowMs = Date.parse(began)
  assert.equal(hasWork('/nowhere/runs.db', nowMs), false)
  for (const [endedMs, isTold, expected] of [
    [null, true, true],
    [nowMs - dayMs + 1, true, true],
    [nowMs - dayMs, true, false],
    [nowMs - dayMs, false, true],
  ] as const)
    assert.equal(hasWork(await bookWith(t, { endedMs, isTold }), nowMs), expected, `${endedMs} ${isTold}`)
})
