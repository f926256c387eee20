// Home over HTTP, with blocks and steps as other rooms bring them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, secondMs, toIso } from '#base/time.ts'
import { startTestServer, testToken } from '#platform/server/http/testing/test-server.ts'
import { silentLog, type Log } from '#platform/server/log/log.ts'
import type { BroughtBlock, HomeAnswer, HomeMachine, BroughtRow, HomeStep, HomeWindow } from '../contract.ts'
import { openHomeRoom, type HomePorts } from './index.ts'

const nowMs = Date.parse('2026-11-20T10:00:00.000Z')
const row: BroughtRow = { id: 'r1', state: 'running', title: 'Green CI', text: null, at: null, target: null }
const block = (id: string, rows: readonly BroughtRow[] = [row]): BroughtBlock => ({ id, title: id, note: null, rows })
const step: HomeStep = {
  id: 'hooks',
  title: 'Hooks',
  text: '',
  command: 'orrery hook',
  choices: [],
  done: false,
  note: null,
}
const broken = (): never => {
  throw new Error('this room can not answer')
}

async function open(ports: Partial<HomePorts> = {}) {
  const time = { nowMs }
  const told: string[] = []
  const log: Log = { ...silentLog, error: (...said: readonly unknown[]) => void told.push(String(said[1])) }
  const room = openHomeRoom(
    { clock: { now: () => time.nowMs }, log },
    {
      blocks: [],
      steps: [],
      counts: () => ({ needs: 2, toSee: 1, running: 3, waiting: 0 }),
      look: async () => [{ name: 'tmux', level: 'warn', says: 'is old', hints: [] }],
      ...ports,
    },
  )
  const server = await startTestServer({ mount: ({ api, metrics }) => room.mount?.(api, metrics) })
  const get = async (path: string): Promise<{ readonly status: number; readonly body: unknown }> => {
    const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${testToken}` } })
    return { status: answer.status, body: await answer.json() }
  }
  return {
    time,
    told,
    get,
    home: async (query = '') => (await get(`/api/home${query}`)).body as HomeAnswer,
    machine: async (query = '') => (await get(`/api/home/machine${query}`)).body as HomeMachine,
    async [Symbol.asyncDispose]() {
      await server.stop()
      await room[Symbol.asyncDispose]()
    },
  }
}

test('blocks and steps stand in the order in which rooms bring them, and a block without rows is none', async () => {
  await using room = await open({
    blocks: [
      () => block('needs'),
      async () => block('empty', []),
      async () => block('ran', [row, { ...row, id: 'r2' }]),
    ],
    steps: [() => step, async () => ({ ...step, id: 'tasks' })],
  })
  const home = await room.home()
  assert.deepEqual(
    home.blocks.map(({ id, total }) => [id, total]),
    [
      ['needs', 1],
      ['ran', 2],
    ],
  )
  assert.deepEqual(
    home.steps.map(({ id }) => id),
    ['hooks', 'tasks'],
  )
  assert.equal(home.as_of, toIso(nowMs))
  assert.equal(home.call, 'Two need you, one to see.')
})

test('a room that can not answer is left out, the log says so, and the others are seen', async () => {
  await using room = await open({
    blocks: [broken, () => block('ran'), () => Promise.reject(new Error('neither'))],
    steps: [broken, () => step],
  })
  const home = await room.home()
  assert.deepEqual([home.blocks.length, home.steps.length], [1, 1])
  assert.deepEqual(room.told, Array(3).fill('a part of Home could not be read, and is left out'))
})

test('it tells what happened since the time that was asked for, or since the last visit', async () => {
  const asked: HomeWindow[] = []
  await using room = await open({
    blocks: [
      (window) => {
        asked.push(window)
        return block('ran')
      },
    ],
  })
  const at = toIso(nowMs - 3 * hourMs)
  const rows = [
    ['', dayMs, 'in the last 24 h'],
    [`?since=${at}`, 3 * hourMs, 'in the last 3 h'],
    [`?visited=${at}`, 3 * hourMs, 'since your last visit, 3 h ago'],
  ] as const
  for (const [query, agoMs, words] of rows) {
    const home = await room.home(query)
    assert.deepEqual([home.since, home.since_words], [toIso(nowMs - agoMs), words])
    assert.deepEqual(asked.pop(), { sinceMs: nowMs - agoMs, said: words, nowMs })
  }
  assert.equal((await room.get(`/api/home?since=${at}&visited=${at}`)).status, 400)
})

test('how the machine is comes from a look that is known, and from a new one on demand', async () => {
  let looks = 0
  await using room = await open({
    look: async () => {
      looks += 1
      return [{ name: 'tmux', level: 'warn', says: `look ${looks}`, hints: [] }]
    },
  })
  const first = await room.machine()
  assert.deepEqual([first.level, first.looked_at, first.looks[0]?.says], ['warn', toIso(nowMs), 'look 1'])
  room.time.nowMs += 30 * secondMs
  assert.equal((await room.machine('?again=false')).looks[0]?.says, 'look 1')
  assert.equal((await room.machine('?again=true')).looks[0]?.says, 'look 2')
})
