import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { ToolUse } from '../contract.ts'
import { createFactStore } from './facts.ts'
import { createSummaries } from './summaries.ts'

const start = '2026-11-23T08:00:00.000Z'
const used: ToolUse = { name: 'Bash', ok: true, command: 'make', isCut: false, file: null, directory: null }

async function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-summaries-'))
  const database = openDatabase({ path: join(folder, 'service.db'), sync: 'normal' })
  const time = new ManualTime(start)
  const facts = createFactStore(database)
  const told: (string | null)[] = []
  const open = () =>
    createSummaries({
      database,
      facts,
      sessions: { find: async () => ({ title: 's', createdAt: start, command: null, deviceId: null }) },
      publish: (changes) => told.push(...changes.map(({ value }) => value?.text ?? null)),
      clock: time,
      timers: time,
      log: silentLog,
    })
  return {
    time,
    told,
    open,
    uses: () => facts.add([{ sessionId: 's', at: start, learned: { source: 'hook', ...used } }]),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

test('a line is told at once, then at most once a second, and the last one is never left out', async () => {
  await using world = await openWorld()
  const { time, told, open, uses } = world
  const summaries = open()
  await uses()
  summaries.happened('s')
  await until('the first is told', () => told.length === 1)
  for (let more = 0; more < 5; more++) {
    await uses()
    summaries.happened('s')
  }
  assert.deepEqual(told, ['1 command'])
  await time.pass(1000)
  await until('all of it is told together', () => told.length === 2)
  assert.deepEqual(told, ['1 command', '6 commands'])
  summaries.happened('s')
  await time.pass(5000)
  await summaries.stop()
  assert.deepEqual(told, ['1 command', '6 commands'], 'the same line is no news')
})

test('lines are kept through a restart, and go with their session', async () => {
  await using world = await openWorld()
  const { open, uses, told } = world
  const first = open()
  await uses()
  first.happened('s')
  await until('it is told', () => told.length === 1)
  await first.stop()
  const second = open()
  await second.start()
  assert.deepEqual([second.of('s'), second.all().map(({ id }) => id)], ['1 command', ['s']])
  await second.forget('s')
  assert.deepEqual([second.of('s'), told.at(-1)], [null, null])
  const third = open()
  await third.start()
  assert.deepEqual(third.all(), [])
})

test('a session that rests is held no longer than until its next line may be made at once', async () => {
  await using world = await openWorld()
  const { time, told, open, uses } = world
  const summaries = open()
  await uses()
  summaries.happened('s')
  summaries.happened('gone')
  await until('it is told', () => told.length === 1)
  assert.equal(summaries.busy, 2)
  await until('nothing of them is held', async () => {
    await time.pass(1000)
    return summaries.busy === 0
  })
  await uses()
  summaries.happened('s')
  await until('it is told again', () => told.length === 2)
  await summaries.stop()
})
