// The tags of a pairing outlive whatever a device tells: heartbeats, silence, other versions, a restart of the hub.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { ManualTime } from '../../../testing/manual-time.testkit.ts'
import type { HostFacts } from '../contract/from-device.ts'
import { createDeviceBook, type DeviceBook } from './device-book.ts'
import { createDeviceStore, type DeviceRecord } from './device-store.ts'

const id = 'd1'
const record: DeviceRecord = {
  id,
  label: 'Forge',
  hostname: 'forge',
  private_ip: null,
  public_key: 'YWJj',
  age_recipient: 'age1x',
  recipientProof: null,
  fingerprint: [],
  paired_at: '2026-11-20T10:00:00.000Z',
  revoked_at: null,
  platform: 'linux',
  version: '1',
  tags: [],
  harnesses: [],
  facts: null,
  last_heartbeat: null,
  clone_seen_at: null,
  codeSha256: 'c',
  claim: '{}',
  claimSignature: 's',
}
const facts: HostFacts = {
  free_ram: 1,
  total_ram: 2,
  load: 0,
  cores: 4,
  capabilities: [],
  installedHarnesses: [],
  models: [],
  gpus: [],
  gateway: null,
}

type Hub = { readonly book: DeviceBook; readonly time: ManualTime }
type Act = {
  readonly says: string
  readonly told?: readonly string[]
  readonly run: (hub: Hub) => Promise<void> | void
}

const tags = fc.subarray(['gpu-cuda', 'home-net', 'ram:16', 'harness:codex', 'mother-llm'])
const someAct: fc.Arbitrary<Act> = fc.oneof(
  tags.map((told) => ({
    says: `tells ${told.join()}`,
    told,
    run: ({ book }: Hub) => book.heartbeat(id, { ...facts, capabilities: told }),
  })),
  fc.constantFrom<Act>(
    { says: 'connects', run: ({ book }) => book.connect(id, '2') },
    { says: 'leaves', run: ({ book }) => book.disconnect(id) },
    { says: 'speaks an older protocol', run: ({ book }) => book.misunderstood(id, 'daemon') },
    { says: 'is renamed', run: ({ book }) => book.change(id, { label: 'Anvil' }) },
    { says: 'is stored', run: ({ book }) => book.storeHeartbeats() },
    {
      says: 'falls silent',
      async run({ book, time }) {
        await time.pass(46_000)
        book.tellSilent()
      },
    },
  ),
)

test('after any acts of a device and its hub, each tag of its pairing is there, and each once', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-tags-'))
  t.after(() => rm(home, { recursive: true }))
  await using database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const store = createDeviceStore(database.read, null)
  const open = async (time: ManualTime): Promise<DeviceBook> =>
    createDeviceBook({
      records: await store.load(),
      store,
      commits: database.commits,
      publish() {},
      clock: time,
      timers: time,
      nodes: null,
      activeOn: () => new Map(),
    })
  const check = (book: DeviceBook, durable: readonly string[]) => {
    const seen = book.view(id)?.capabilities ?? []
    assert.equal(new Set(seen).size, seen.length)
    assert.deepEqual(seen.slice(0, durable.length), durable)
    assert.deepEqual(book.view(id)?.tags, durable)
  }
  await fc.assert(
    fc.asyncProperty(tags, fc.array(someAct, { maxLength: 12 }), async (durable, acts) => {
      const time = new ManualTime('2026-11-20T10:00:00.000Z')
      const hub = { book: await open(time), time }
      await hub.book.add({ ...record, tags: durable })
      for (const act of acts) {
        await act.run(hub)
        check(hub.book, durable)
      }
      await hub.book.storeHeartbeats()
      check(await open(time), durable)
    }),
    { numRuns: 60 },
  )
})
