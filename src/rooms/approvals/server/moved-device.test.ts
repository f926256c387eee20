// What a device asks goes with its lease, told in one home by two rooms: one of the service that had the device, one of the next.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs, secondMs } from '#base/time.ts'
import type { DeviceApproval } from '../contract.ts'
import type { HeldDevices } from './ports.ts'
import { openRoom } from './room.testkit.ts'

const asks = (id: string): DeviceApproval => ({
  kind: 'ask',
  approval_id: id,
  tool_name: 'Bash',
  input: { command: 'make deploy' },
  suggestions: [],
  asks_there: true,
  is_codex: false,
})

/** Two rooms over one table; the device is held by attic at first. */
async function openBoth() {
  let holder = 'attic'
  const followers = new Set<(deviceId: string) => Promise<void>>()
  const nodesOf = (here: string): HeldDevices => ({
    here,
    holderOf: (id) => (id === 'd1' ? holder : null),
    held: (_id, write) => write,
    follow: (heard) => void followers.add(heard),
  })
  const attic = await openRoom({ nodes: nodesOf('attic') })
  const cellar = await openRoom({
    nodes: nodesOf('cellar'),
    home: attic.home,
    time: attic.time,
    state: 'awaiting_review',
  })
  return {
    attic,
    cellar,
    async moveToCellar() {
      holder = 'cellar'
      await cellar.takeDevice('d1')
    },
    async tellOthers() {
      for (const heard of followers) await heard('d1')
    },
    async [Symbol.asyncDispose]() {
      await cellar.close()
      await attic[Symbol.asyncDispose]()
    },
  }
}

/** Waits for what follows by itself. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => setImmediate(done))
}

const openIds = ({ listed }: { listed: () => readonly string[] }) =>
  listed().flatMap((line) => (line.endsWith(' open') ? line.split(' ').slice(0, 1) : []))

test('what is open is shown, decided and owed by whoever takes the device, and by nobody else', async () => {
  await using both = await openBoth()
  const { attic, cellar } = both
  await attic.hearDevice(asks('a1'))
  const [id = ''] = openIds(attic)
  assert.deepEqual(openIds(cellar), [], 'another one has the device')
  await both.moveToCellar()
  assert.deepEqual(openIds(cellar), [id])
  await both.tellOthers()
  await until(() => openIds(attic).length > 0)
  assert.equal((await cellar.decide(id)).status, 200)
  assert.deepEqual(
    cellar.device.answers.map(({ approval_id: told }) => told),
    ['a1'],
  )
})

test('a decision that the device may not have heard is told it by whoever takes it, and one of long ago is not', async () => {
  await using both = await openBoth()
  const { attic, cellar } = both
  for (const name of ['old', 'new']) {
    await attic.time.pass(hourMs + minuteMs)
    await attic.hearDevice(asks(name))
    const [id = ''] = openIds(attic)
    assert.equal((await attic.decide(id, { decision: 'deny', reason: name })).status, 200)
  }
  await both.moveToCellar()
  const owed = cellar.room.onDevices.owedTo('d1')
  assert.deepEqual(
    owed.map(({ approval_id: told }) => told),
    ['new'],
  )
  assert.match(JSON.stringify(owed), /"message":"new"/)
})

test('who lost the device ends nothing of it: not as its session leaves, not by its own word, not by time', async () => {
  await using both = await openBoth()
  const { attic, cellar } = both
  await attic.hearDevice(asks('a1'))
  const [id = ''] = openIds(attic)
  await both.moveToCellar()
  // As before the news of the lease is heard in this room.
  attic.moveSession('s1', null)
  await attic.time.pass(secondMs)
  await until(() => openIds(attic).length > 0)
  attic.moveSession('s1', null)
  await attic.time.pass(hourMs / 4)
  assert.equal((await attic.read(id)).state, 'open')
  assert.deepEqual(openIds(cellar), [id])
})

test('what was ended while nobody had the device is told by whoever takes it', async () => {
  await using both = await openBoth()
  const { attic, cellar } = both
  await attic.hearDevice(asks('a1'))
  const [id = ''] = openIds(attic)
  cellar.moveSession('s1', 'failed')
  await both.moveToCellar()
  await cellar.room[Symbol.asyncDispose]()
  assert.equal((await cellar.read(id)).state, 'expired')
})
