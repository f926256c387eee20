import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adapters } from '#base/harness/catalog.ts'
import { variantOf, viewOf, type StoredDevice } from './device-view.ts'

const at = '2026-11-20T10:00:00.000Z'
const stored: StoredDevice = {
  id: 'd1',
  label: 'Forge',
  hostname: 'forge',
  private_ip: null,
  public_key: 'k',
  age_recipient: 'age1x',
  recipientProof: null,
  fingerprint: ['amberwolf'],
  paired_at: at,
  revoked_at: null,
  platform: 'linux',
  version: '1',
  tags: ['home-net'],
  harnesses: ['codex'],
  facts: null,
  last_heartbeat: null,
  clone_seen_at: null,
}
const gpu = { name: 'RTX', total_memory: 2, free_memory: 1 }
const facts = {
  free_ram: 1,
  total_ram: 2,
  load: 0.5,
  cores: 4,
  capabilities: ['gpu-cuda', 'home-net'],
  installedHarnesses: ['gemini' as const],
  models: ['m'],
  gpus: [gpu],
  gateway: { port: 18_789, is_up: true },
}
const parts = {
  presence: null,
  isSilent: false,
  activeSessions: 2,
  outdated: null,
  droppedFrames: 0,
  passedMs: 100_000,
}

test('before its first heartbeat a device is what its pairing told', () => {
  const seen = viewOf(stored, parts)
  assert.partialDeepStrictEqual(seen, {
    status: 'offline',
    free_ram: null,
    capabilities: ['home-net'],
    installedHarnesses: ['codex'],
    active_sessions: 2,
  })
  assert.equal('age_recipient' in seen, false)
  assert.equal(variantOf(seen), null)
})

test('versions of its clients are told beside what was tried, and an older daemon tells none', () => {
  assert.deepEqual(viewOf({ ...stored, facts }, parts).harness_versions, {})
  const told = viewOf({ ...stored, facts: { ...facts, harness_versions: { gemini: '0.50.0' } } }, parts)
  assert.deepEqual(told.harness_versions, { gemini: { version: '0.50.0', tried: adapters.gemini.tried } })
})

test('it is online for 45 s after a heartbeat, and its numbers stay when it is not', () => {
  const rows: [number, string, number | null, string | null][] = [
    [90_000, 'online', 30, at],
    [55_001, 'online', -5, at],
    [55_000, 'offline', null, null],
  ]
  for (const [lastHeartbeatMs, status, duration, since] of rows) {
    const presence = { connectedSinceMs: 60_000, connectedAt: at, lastHeartbeatMs }
    const seen = viewOf({ ...stored, facts }, { ...parts, presence })
    assert.deepEqual([seen.status, seen.connected_duration, seen.connected_since], [status, duration, since])
    const { capabilities, ...told } = facts
    assert.partialDeepStrictEqual(seen, { ...told, capabilities: ['home-net', ...capabilities.slice(0, 1)] })
    assert.deepEqual(variantOf(seen), { gpus: [gpu], models: null, gateway: facts.gateway })
  }
})

test('each capability adds its own part to the picture, and none hides another', () => {
  const none = { ...facts, capabilities: [], gateway: null }
  const rows = [
    [none, null],
    [{ ...none, capabilities: ['gpu-cuda'], gpus: [] }, null],
    [
      { ...none, capabilities: ['gpu-cuda'] },
      { gpus: [gpu], models: null, gateway: null },
    ],
    [
      { ...none, capabilities: ['mother-llm'] },
      { gpus: null, models: ['m'], gateway: null },
    ],
    [
      { ...none, capabilities: ['mother-llm'], models: [] },
      { gpus: null, models: [], gateway: null },
    ],
    [
      { ...facts, capabilities: ['gpu-cuda', 'mother-llm'] },
      { gpus: [gpu], models: ['m'], gateway: facts.gateway },
    ],
  ] as const
  for (const [seen, expected] of rows) {
    const told = { ...seen, capabilities: [...seen.capabilities], gpus: [...seen.gpus], models: [...seen.models] }
    assert.deepEqual(variantOf(viewOf({ ...stored, tags: [], facts: told }, parts)), expected)
  }
})

test('one that fell silent is unreachable, one that said goodbye is not', () => {
  const presence = { connectedSinceMs: 60_000, connectedAt: at, lastHeartbeatMs: 90_000 }
  const late = { ...presence, lastHeartbeatMs: 55_000 }
  const rows = [
    [{ presence, isSilent: false }, false],
    [{ presence: late, isSilent: false }, true],
    [{ presence: null, isSilent: true }, true],
    [{ presence: null, isSilent: false }, false],
  ] as const
  for (const [how, expected] of rows) assert.equal(viewOf(stored, { ...parts, ...how }).is_unreachable, expected)
  assert.equal(viewOf({ ...stored, revoked_at: at }, { ...parts, isSilent: true }).is_unreachable, false)
})

test('a revoked device is never online', () => {
  const presence = { connectedSinceMs: 100_000, connectedAt: at, lastHeartbeatMs: 100_000 }
  assert.equal(viewOf({ ...stored, revoked_at: at }, { ...parts, presence }).status, 'revoked')
})

test('the machine of the hub is local and has no key; every other device has one and is not', () => {
  const own = viewOf({ ...stored, id: 'local', public_key: '' }, parts)
  assert.deepEqual([own.is_local, own.public_key], [true, null])
  const other = viewOf(stored, parts)
  assert.deepEqual([other.is_local, other.public_key], [false, 'k'])
})
