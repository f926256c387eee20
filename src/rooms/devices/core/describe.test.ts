import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import type { DeviceDetail } from '../contract.ts'
import { describe } from './describe.ts'
import { viewOf } from './device-view.ts'

const stored = {
  id: 'd',
  label: 'atlas',
  hostname: 'atlas.home',
  private_ip: null,
  public_key: '',
  fingerprint: [],
  paired_at: '2026-11-20T10:00:00.000Z',
  revoked_at: null,
  platform: 'linux x64',
  version: '0.1.0',
  tags: ['home-net'],
  last_heartbeat: null,
  clone_seen_at: null,
  age_recipient: '',
  recipientProof: null,
  harnesses: ['codex'],
  facts: null,
}
const around = {
  presence: null,
  isSilent: false,
  outdated: null,
  activeSessions: 0,
  droppedFrames: 0,
  passedMs: 0,
}
const detail: DeviceDetail = { device: viewOf(stored, around), sessions: [], vault: null, variant: null }

const at = (iso: string): string => `at ${iso.slice(11, 16)}`

test('a device is told in the order of its panel, with what each capability adds at the end', () => {
  const terms = (told: DeviceDetail) => describe(told, at).map(([term]) => term)
  const always = [
    'Label',
    'Hostname',
    'Private address',
    'Public key',
    'Six words',
    'Paired',
    'Status',
    'Free RAM',
    'Load',
    'Connected',
    'Active sessions',
    'Capabilities',
    'Harnesses',
    'Vault',
  ]
  assert.deepEqual(terms(detail), always)
  const gpu = { name: 'RTX', total_memory: 24 * 2 ** 30, free_memory: 20 * 2 ** 30 }
  const variant = { gpus: [gpu, gpu], models: [], gateway: { port: 1, is_up: false } }
  const told = describe({ ...detail, variant }, at)
  assert.deepEqual(told.slice(always.length), [
    ['Graphics', 'RTX, 20 of 24 GiB free'],
    ['Graphics', 'RTX, 20 of 24 GiB free'],
    ['Models', '-'],
    ['Gateway', 'does not answer on port 1'],
  ])
})

test('a key is told as it is, and of the machine of the hub that it has none', () => {
  const keyOf = (key: string) => {
    const device = viewOf({ ...stored, public_key: key }, around)
    return describe({ ...detail, device }, at).find(([term]) => term === 'Public key')?.[1]
  }
  assert.equal(keyOf('mZ0x'), 'mZ0x')
  assert.equal(keyOf(''), "none: it is the hub's own machine")
})

test('moments and states are told in words, not as they are kept', () => {
  const session = sampleSession({ label: 'Ledger', state: 'awaiting_review' })
  const told = new Map(describe({ ...detail, sessions: [session] }, at))
  assert.equal(told.get('Paired'), 'at 10:00')
  assert.equal(told.get('Active sessions'), 'Ledger (awaiting review)')
})
