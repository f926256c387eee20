import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceNode } from '../contract.ts'
import { nodeFaceOf } from './face.ts'

const gibibyte = 2 ** 30
const [heard, stopped] = ['2026-11-22T18:59:58.000Z', '2026-11-22T18:00:00.000Z']

const node: ServiceNode = {
  name: 'attic',
  is_here: false,
  standing: 'live',
  hostname: 'shed',
  url: null,
  version: '1.0.0',
  capabilities: [],
  started_at: '2026-11-22T17:00:00.000Z',
  last_heartbeat: heard,
  stopped_at: null,
  free_ram: 6 * gibibyte,
  total_ram: 8 * gibibyte,
  load: 1,
  cores: 4,
  clock_ahead_ms: 0,
}

test('a node is told as a device is: with its numbers while it lives, and since when it is away', () => {
  const live = { standing: 'online', tone: 'done', said: 'Online', awaySince: null }
  const numbers = { memory: '6 of 8 GiB free', free: 0.75, load: 0.25, loadWords: '25 %' }
  const none = { free: null, load: null, loadWords: null }
  assert.deepEqual(nodeFaceOf(node), { ...live, ...numbers })
  const older = { ...node, free_ram: null, total_ram: null, load: null, cores: null }
  assert.deepEqual(nodeFaceOf(older), { ...live, ...none, memory: null })
  const silent = { standing: 'unreachable', tone: 'wait', said: 'Unreachable', memory: '8 GiB', awaySince: heard }
  assert.deepEqual(nodeFaceOf({ ...node, standing: 'silent' }), { ...none, ...silent })
  const offline = { standing: 'offline', tone: 'fail', said: 'Offline' }
  assert.deepEqual(nodeFaceOf({ ...node, standing: 'gone', stopped_at: stopped }), {
    ...none,
    ...offline,
    memory: '8 GiB',
    awaySince: stopped,
  })
  assert.deepEqual(nodeFaceOf(null), { ...none, ...offline, memory: null, awaySince: null })
})
