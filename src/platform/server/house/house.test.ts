import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../http/testing/test-server.ts'
import { buildHouse, type House } from './house.ts'
import type { Room } from './room.ts'

/** A room that writes down what is done with it. */
function roomOf(name: string, told: string[], more: Partial<Room> = {}): Required<Pick<Room, 'start' | 'stop'>> & Room {
  return {
    start: async () => void told.push(`start ${name}`),
    stop: async () => void told.push(`stop ${name}`),
    [Symbol.asyncDispose]: async () => void told.push(`dispose ${name}`),
    ...more,
  }
}

/** A house that stands. */
async function build<T>(furnish: (house: House) => Promise<T>): Promise<{ house: House; made: T }> {
  return buildHouse(async (house) => ({ house, made: await furnish(house) }))
}

test('rooms start in the order that is written down, stop in its reverse, and go in reverse of their opening', async () => {
  const told: string[] = []
  const { house } = await build(async (house) => {
    const first = await house.open(roomOf('first', told))
    const second = await house.open(Promise.resolve(roomOf('second', told)))
    await house.open(roomOf('third', told))
    await house.start(second, first)
  })
  assert.deepEqual(told.splice(0), ['start second', 'start first'])
  await house.close()
  const end = ['stop first', 'stop second', 'dispose third', 'dispose second', 'dispose first']
  assert.deepEqual(told, end)
  await house.close()
  assert.deepEqual(told, end, 'a second close does nothing')
})

test('a room starts when the one before it has', async () => {
  const told: string[] = []
  const gate = Promise.withResolvers<void>()
  const slow = roomOf('slow', told, {
    async start() {
      await gate.promise
      told.push('start slow')
    },
  })
  const building = build((house) => house.start(slow, roomOf('next', told)))
  assert.deepEqual(told, [])
  gate.resolve()
  await building
  assert.deepEqual(told, ['start slow', 'start next'])
})

test('if one opening fails, what is open is closed, and the caller hears why', async () => {
  const told: string[] = []
  const building = build(async (house) => {
    await house.open(roomOf('first', told))
    await house.open(Promise.reject(new Error('no room')))
    told.push('never')
  })
  await assert.rejects(building, /^Error: no room$/)
  assert.deepEqual(told, ['dispose first'])
})

test('if one start fails, it is stopped with those before it, and the later ones never start', async () => {
  const told: string[] = []
  const failing = roomOf('failing', told, { start: () => Promise.reject(new Error('the port is taken')) })
  const building = build(async (house) => {
    const rooms = [roomOf('first', told), failing, roomOf('last', told)]
    for (const room of rooms) await house.open(room)
    await house.start(...rooms)
  })
  await assert.rejects(building, /^Error: the port is taken$/)
  assert.deepEqual(told, [
    'start first',
    'stop failing',
    'stop first',
    'dispose last',
    'dispose failing',
    'dispose first',
  ])
})

test('a room that fails to stop or to go keeps none of the others', async () => {
  const told: string[] = []
  const { house } = await build(async (house) => {
    const first = await house.open(roomOf('first', told))
    const stuck = roomOf('stuck', told, {
      stop: () => Promise.reject(new Error('it does not stop')),
      [Symbol.asyncDispose]: () => Promise.reject(new Error('it does not go')),
    })
    await house.start(first, await house.open(stuck))
  })
  await assert.rejects(house.close(), SuppressedError)
  assert.deepEqual(told, ['start first', 'start stuck', 'stop first', 'dispose first'])
})

test('a room without a start or a stop has neither, and what has no routes mounts none', async (t) => {
  const bare: Room = { async [Symbol.asyncDispose]() {} }
  const { house } = await build(async (house) => house.start(await house.open(bare)))
  const server = await startTestServer({ mount: (http) => house.mount(http) })
  t.after(() => server.stop())
  await house.close()
})

test('routes and sockets are mounted in the order of opening', async (t) => {
  const paths = ['/api/first', '/api/second']
  const { house } = await build(async (house) => {
    for (const path of paths) {
      const socket = { path: path.replace('api', 'ws'), access: 'authenticated', accept() {} } as const
      const mount: Room['mount'] = (api) => {
        api.get(path, { config: { access: 'public' } }, () => ({}))
      }
      await house.open(roomOf(path, [], { mount, sockets: [socket] }))
    }
  })
  const server = await startTestServer({ mount: (http) => house.mount(http) })
  t.after(() => server.stop())
  const urls = server.server.routes().map(({ url }) => url)
  const ours = urls.filter((url) => /first|second/.test(url))
  assert.deepEqual([...new Set(ours)], ['/api/first', '/ws/first', '/api/second', '/ws/second'])
  await house.close()
})
