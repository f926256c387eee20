import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplayRecord } from '../../contract.ts'
import { Player } from './player.ts'

const began = Date.parse('2026-11-23T08:00:00.000Z')
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const at = (ms: number): string => new Date(began + ms).toISOString()
const tool = { kind: 'derived', source: 'hook', is_cut: false, file: null, directory: null, tool: 'Bash' } as const

const records: readonly ReplayRecord[] = [
  { seq: 1, at: at(0), kind: 'stdout', data: bytes('a') },
  { seq: 2, at: at(1000), ...tool, ok: true, command: 'one' },
  { seq: 3, at: at(1003), ...tool, ok: false, command: 'two' },
  { seq: 4, at: at(5000), kind: 'stdout', data: bytes('b') },
]

test('each mark is reached, however near it is to the next', () => {
  const player = new Player()
  player.add(records)
  const places: number[] = []
  const step = (direction: 'next' | 'previous', wanted: 'failed' | 'any' = 'any') => {
    player.step(direction, ({ kind }) => wanted === 'any' || kind === wanted)
    places.push(player.position.get())
  }
  step('next')
  step('next')
  step('next')
  step('previous')
  step('previous')
  step('next', 'failed')
  assert.deepEqual(places, [1000, 1003, 1003, 1000, 1000, 1003])
})

test('a place that is asked for before its part came is gone to once it is there', () => {
  const player = new Player()
  player.goTo(({ beganMs }) => (beganMs === null ? null : 4000))
  player.add(records.slice(0, 2))
  assert.equal(player.position.get(), 1000)
  player.add(records.slice(2))
  assert.equal(player.position.get(), 4000)
  player.seek(10)
  player.end()
  assert.equal(player.position.get(), 10, 'what a person chose stays')
})
