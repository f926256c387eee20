import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import { unreachable, type Problem } from '#platform/web/api/problem.ts'
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { sampleDevice } from '../../../../testing/sample-device.testkit.ts'
import type { Device } from '../../contract.ts'
import { pairingLifetimeMs } from '../../core/pairing/code.ts'
import { createPairing } from './pairing.ts'

const made = (code: string) => ({
  code,
  expires_at: '2026-11-20T10:10:00.000Z',
  command: `orrery daemon pair x ${code}.y`,
})

function setUp() {
  const world = {
    nowMs: 0,
    codes: ['first', 'second', 'third'],
    cancelled: [] as string[],
    cancelProblem: null as Problem | null,
    revoked: [] as string[],
    told: [] as string[],
  }
  const devices = createEntityStore<Device>()
  devices.apply([{ id: 'old', value: sampleDevice({ id: 'old' }) }])
  const pairing = createPairing({
    async make() {
      const code = world.codes.shift()
      return code === undefined ? err(unreachable) : ok(made(code))
    },
    async cancel(code) {
      world.cancelled.push(code)
      return world.cancelProblem === null ? ok({}) : err(world.cancelProblem)
    },
    async revoke({ id }) {
      world.revoked.push(id)
      return null
    },
    devices,
    nowMs: () => world.nowMs,
    onPaired: ({ label }) => world.told.push(label),
  })
  const come = (id: string) => devices.apply([{ id, value: sampleDevice({ id, label: id }) }])
  return { world, devices, pairing, come, kind: () => pairing.state.get().kind }
}

test('a code waits while its dialog is closed and opened, until a machine comes that was not there before', async () => {
  const { world, pairing, come, kind } = setUp()
  await pairing.begin()
  await pairing.begin()
  assert.deepEqual([kind(), world.codes], ['waiting', ['second', 'third']])
  come('old')
  assert.equal(kind(), 'waiting')
  come('forge')
  assert.deepEqual([pairing.state.get(), world.told], [{ kind: 'paired', id: 'forge' }, ['forge']])
  come('other')
  assert.deepEqual(pairing.state.get(), { kind: 'paired', id: 'forge' })
  await pairing.begin()
  assert.equal(kind(), 'paired', 'its words are not compared yet')
  pairing.confirm()
  await pairing.begin()
  assert.equal(kind(), 'waiting')
})

test('a code ends with its ten minutes, and another one is made on request', async () => {
  const { world, pairing, come, kind } = setUp()
  await pairing.begin()
  world.nowMs = pairingLifetimeMs - 1
  pairing.look()
  assert.equal(kind(), 'waiting')
  world.nowMs += 1
  pairing.look()
  assert.deepEqual(pairing.state.get(), { kind: 'expired', code: 'first' })
  come('late')
  assert.equal(kind(), 'expired')
  await pairing.again()
  assert.equal(kind(), 'waiting')
})

test('a cancelled code is over; one that somebody used first is paired all the same', async () => {
  const { world, pairing, come, kind } = setUp()
  await pairing.begin()
  world.cancelProblem = unreachable
  assert.equal(await pairing.cancel(), unreachable)
  assert.equal(kind(), 'waiting', 'nobody knows whether it is good')
  world.cancelProblem = null
  assert.equal(await pairing.cancel(), null)
  assert.deepEqual([kind(), world.cancelled], ['cancelled', ['first', 'first']])
  come('forge')
  assert.equal(kind(), 'cancelled')
  await pairing.again()
  world.cancelProblem = { ...unreachable, status: 404 }
  const cancelled = pairing.cancel()
  come('anvil')
  assert.equal(await cancelled, null)
  assert.deepEqual(pairing.state.get(), { kind: 'paired', id: 'anvil' })
})

test('words that differ revoke what came with the code', async () => {
  const { world, pairing, come } = setUp()
  assert.equal(await pairing.deny(), null)
  await pairing.begin()
  come('forge')
  assert.equal(await pairing.deny(), null)
  assert.deepEqual(world.revoked, ['forge'])
  assert.deepEqual(pairing.state.get(), { kind: 'wrong_words', label: 'forge' })
})

test('a refusal is told, and the next try is a new one', async () => {
  const { world, pairing, kind } = setUp()
  const codes = world.codes.splice(0)
  await pairing.begin()
  assert.deepEqual(pairing.state.get(), { kind: 'refused', problem: unreachable })
  world.codes.push(...codes)
  await pairing.begin()
  assert.equal(kind(), 'waiting')
})
