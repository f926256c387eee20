// A device trembles where it can, and not for who wants less to move.
import assert from 'node:assert/strict'
import { test } from 'node:test'

const rest = { matches: false, addEventListener: () => null }
Object.assign(globalThis, { matchMedia: () => rest })
const device: { vibrate?: (ms: number) => boolean } = {}
Object.defineProperty(globalThis, 'navigator', { value: device })
const { tremble } = await import('./haptics.ts')

test('it trembles shortly, unless less motion is wanted or the device can not', () => {
  tremble()
  const felt: number[] = []
  device.vibrate = (ms) => felt.push(ms) > 0
  tremble()
  assert.deepEqual(felt, [12])
  rest.matches = true
  tremble()
  assert.equal(felt.length, 1)
})
