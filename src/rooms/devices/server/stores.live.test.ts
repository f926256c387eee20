// Devices and the runs on them, on both databases.
import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { onBoth } from '#platform/server/db/both.testkit.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { createDeviceBook } from './device-book.ts'
import { createDeviceStore, type DeviceRecord } from './device-store.ts'
import { localRecord, withLocal } from './local-device.ts'
import { loadHubRuns } from './runs/hub-runs.ts'

const now = '2026-11-20T10:00:00.000Z'

function device(id: string, fields: Partial<DeviceRecord> = {}): DeviceRecord {
  return {
    id,
    label: `Forge ${id}`,
    hostname: 'forge',
    private_ip: null,
    public_key: `key of ${id}`,
    age_recipient: 'age1x',
    recipientProof: null,
    fingerprint: [],
    paired_at: now,
    revoked_at: null,
    platform: 'linux',
    version: '1',
    tags: ['gpu'],
    harnesses: ['codex'],
    facts: null,
    last_heartbeat: null,
    clone_seen_at: null,
    codeSha256: 'c',
    claim: '{}',
    claimSignature: 's',
    ...fields,
  }
}

const facts = {
  free_ram: 1,
  total_ram: 2,
  load: 0.5,
  cores: 4,
  capabilities: [],
  installedHarnesses: [],
  models: [],
  gpus: [],
  gateway: null,
}

/** `node`: the service among those that share the table. */
async function openBook({ read, commits }: Database, node: string | null = null) {
  const store = createDeviceStore(read, node)
  const time = new ManualTime(now)
  const records = node === null ? await store.load() : withLocal(await store.load(), localRecord(time.now()))
  const book = createDeviceBook({
    records,
    store,
    commits,
    publish() {},
    clock: time,
    timers: time,
    nodes: null,
    activeOn: () => new Map(),
  })
  return { book, stored: () => store.load() }
}

onBoth('a device is stored whole, and one that pairs again with its key is stored once', async (_t, database) => {
  const { book, stored } = await openBook(database)
  const proof = { public_key: 'k', text: 't', signature: 's' }
  await book.add(device('b', { recipientProof: proof, facts, private_ip: '10.0.0.2' }))
  await book.add(device('a'))
  await book.add(device('b2', { public_key: 'key of b', paired_at: '2026-11-21T10:00:00.000Z' }))
  const read = await stored()
  assert.deepEqual(
    read.map(({ id }) => id),
    ['a', 'b2'],
  )
  await book.add(device('a', { label: 'Anvil', recipientProof: proof, facts, private_ip: '10.0.0.2' }))
  const [again] = await stored()
  const { fingerprint, ...plain } = again ?? device('none')
  assert.equal(fingerprint.length > 0, true)
  const { fingerprint: _words, ...expected } = device('a', {
    label: 'Anvil',
    recipientProof: proof,
    facts,
    private_ip: '10.0.0.2',
  })
  assert.deepEqual(plain, expected)
})

onBoth('changes that share a commit keep each other: a heartbeat takes back no revocation', async (_t, database) => {
  const { book, stored } = await openBook(database)
  await book.add(device('a'))
  book.connect('a', '2')
  book.heartbeat('a', facts)
  await Promise.all([
    book.change('a', { revoked_at: now }),
    book.change('a', { label: 'Anvil', tags: ['home'] }),
    book.storeHeartbeats(),
  ])
  const [row] = await stored()
  assert.deepEqual(
    [row?.revoked_at, row?.label, row?.tags, row?.version, row?.facts, row?.last_heartbeat],
    [now, 'Anvil', ['home'], '2', facts, now],
  )
})

onBoth(
  'the machine of each node is a row of its own: no other one gives it a name, tags or numbers',
  async (_t, database) => {
    const own = { label: hostname(), hostname: hostname(), public_key: '' }
    const alone = await openBook(database)
    await alone.book.add(device('local', { ...own, label: 'Observatory', tags: ['home-net'] }))
    const attic = await openBook(database, 'attic')
    assert.equal(attic.book.view('local')?.label, 'Observatory', 'a node goes on with what the machine was before')
    await attic.book.change('local', { label: 'Attic', tags: ['gpu'] })
    await (await openBook(database, 'cellar')).book.change('local', { label: 'Cellar', tags: [] })
    attic.book.connect('local', '2')
    attic.book.heartbeat('local', facts)
    await attic.book.storeHeartbeats()
    const shown = async (node: string) =>
      (await (await openBook(database, node)).stored()).map(({ id, label, tags, facts: told }) => [
        id,
        label,
        tags,
        told,
      ])
    assert.deepEqual(await shown('attic'), [['local', 'Attic', ['gpu'], facts]])
    assert.deepEqual(await shown('cellar'), [['local', 'Cellar', [], null]])
    assert.deepEqual((await alone.stored())[0]?.label, 'Observatory')
  },
)

onBoth('a row of another machine is no node’s', async (_t, database) => {
  const alone = await openBook(database)
  await alone.book.add(device('local', { public_key: '', hostname: 'elsewhere', label: 'Observatory' }))
  assert.equal((await openBook(database, 'attic')).book.view('local')?.label, hostname())
})

onBoth('runs of devices are stored field by field, and forgotten with their session', async (_t, database) => {
  const { commits, read } = database
  const runs = await loadHubRuns(read, () => 0)
  const [one, other] = [
    { session_id: 's1', run_id: 'r1' },
    { session_id: 's2', run_id: 'r1' },
  ]
  const plan = { model: 'm', options: {}, preface: null }
  await commits.write(runs.keepPlan('s1', { ...plan, model: 'older' }))
  await Promise.all([
    commits.write(runs.keepPlan('s1', plan)),
    commits.write(runs.begin(one, 'd1')),
    commits.write(runs.adopt(other, 'd1')),
    commits.write(runs.advance(one, { seq: 7 })),
    commits.write(runs.advance(one, { state: 'started' })),
    commits.write(runs.cancel(one)),
    commits.write(runs.advance(other, { seq: 3, state: 'ended' })),
    commits.write(runs.cancel(other)),
  ])
  const loaded = await loadHubRuns(read, () => 9)
  const expected = { device_id: 'd1', state: 'started', seq: 9, isCancelled: true }
  assert.deepEqual(loaded.find(one), { ...one, ...expected })
  assert.deepEqual(loaded.find(other), { ...other, device_id: 'd1', state: 'ended', seq: 3, isCancelled: false })
  assert.deepEqual(loaded.planOf('s1'), plan)
  await commits.write(runs.begin(one, 'd2'))
  await commits.write(runs.forget('s2'))
  const after = await loadHubRuns(read, () => 0)
  assert.deepEqual(after.find(one), { ...one, device_id: 'd2', state: 'starting', seq: 0, isCancelled: false })
  assert.equal(after.find(other), null)
})
