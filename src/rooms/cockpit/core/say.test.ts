import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roomiest, sayNow, type Roomy } from './say.ts'

test('the middle says who waits and where there is room', () => {
  const still = { waiting: 0, running: 0, devices: 2, away: 0, room: 'atlas' }
  const rows: [Partial<typeof still> | { room: null; away?: number; devices?: number }, string][] = [
    [{}, 'Nothing runs. atlas has room for one more agent.'],
    [{ waiting: 2 }, 'Two sessions wait for you. atlas has room for one more agent.'],
    [{ waiting: 1, running: 4 }, 'One session waits for you. atlas has room for one more agent.'],
    [{ running: 1 }, 'One session works and needs nobody. atlas has room for one more agent.'],
    [{ running: 12 }, '12 sessions work and need nobody. atlas has room for one more agent.'],
    [{ room: null }, 'Nothing runs. No machine has room to spare.'],
    [{ room: null, away: 2 }, 'Nothing runs. All machines are away.'],
    [{ room: null, away: 1, devices: 1 }, 'Nothing runs. The only machine is away.'],
    [{ devices: 0 }, 'No machine is paired yet.'],
  ]
  for (const [changes, said] of rows) assert.equal(sayNow({ ...still, ...changes }), said)
})

test('a machine has room when it is there, not full and not busy', () => {
  const good: Roomy = { label: 'a', isOnline: true, free: 0.5, load: 0.5 }
  const rows: [readonly Roomy[], string | null][] = [
    [[], null],
    [[good], 'a'],
    [[good, { ...good, label: 'b', free: 0.9 }], 'b'],
    [[good, { ...good, label: 'b', free: 0.9, isOnline: false }], 'a'],
    [[{ ...good, free: 0.1 }], null],
    [[{ ...good, load: 0.95 }], null],
    [[{ ...good, free: null }], null],
    [[{ ...good, load: null }], 'a'],
  ]
  for (const [devices, label] of rows) assert.equal(roomiest(devices), label)
})
