import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceIdOf, isListed, nodeNameOf, nodePlaceOf, placesOf, placeWords, type Place } from './place.ts'

const at = '2026-11-20T10:12:00.000Z'
const local = { id: 'local', label: 'atlas', status: 'online', is_unreachable: false, is_local: true } as const
const forge = { id: 'd1', label: 'forge', status: 'online', is_unreachable: false, is_local: false } as const
const clock = (iso: string): string => iso.slice(11, 16)
const running = { ended_at: null, state: 'running' } as const

test('what runs in this machine’s tmux runs on the hub’s own device, and what waits for one has none', () => {
  assert.equal(deviceIdOf({ origin: 'launched', device_id: null }), 'local')
  assert.equal(deviceIdOf({ origin: 'fabric', device_id: 'd1' }), 'd1')
  assert.equal(deviceIdOf({ origin: 'fabric', device_id: null }), null)
})

test('sessions are listed by device and harness; what runs in this machine’s own tmux is of this machine', () => {
  const there = { origin: 'fabric', device_id: 'd1', harness: 'codex' } as const
  const other = { origin: 'fabric', device_id: 'd1', harness: 'code-agent' } as const
  const here = { origin: 'launched', device_id: null, harness: null } as const
  const elsewhere = { ...here, node: { name: 'attic', unreachable_since: null } } as const
  const all = [there, other, here, elsewhere]
  const rows = [
    [{}, all],
    [{ device: 'd1' }, [there, other]],
    [{ device: 'd1', harness: 'codex' }, [there]],
    [{ device: 'local' }, [here]],
  ] as const
  for (const [where, wanted] of rows) {
    const listed = all.filter((session) => isListed(session, where))
    assert.deepEqual(listed, wanted, JSON.stringify(where))
  }
})

test('a machine that is the only one goes without saying; beside another one it is named', () => {
  const heard = { last_heartbeat: at }
  assert.deepEqual(placesOf([{ ...local, ...heard }]), [])
  assert.deepEqual(placesOf([]), [])
  const both = placesOf([
    { ...local, ...heard },
    { ...forge, ...heard },
  ])
  assert.deepEqual(
    both.map(({ label }) => label),
    ['atlas', 'forge'],
  )
  assert.equal(placesOf([{ ...forge, ...heard }]).length, 1)
})

test('a device that is away says so, with since when, on what lives there alone', () => {
  const offline = { ...forge, status: 'offline', last_heartbeat: at } as const
  const [place] = placesOf([offline])
  const [silent] = placesOf([{ ...offline, is_unreachable: true }])
  const [unheard] = placesOf([{ ...offline, last_heartbeat: null }])
  const words = (told: Place | undefined, session: Parameters<typeof placeWords>[0]) =>
    told === undefined ? '' : placeWords(session, told, clock)
  assert.equal(words(place, running), 'forge, offline since 10:12')
  assert.equal(words(silent, running), 'forge, unreachable since 10:12')
  assert.equal(words(unheard, running), 'forge, offline')
  assert.equal(words(place, { ended_at: at, state: 'completed' }), 'forge')
  assert.equal(words(place, { ended_at: null, state: 'idle' }), 'forge')
})

test('a session of another node runs there, and on its device while that node can tell', () => {
  const heard = { name: 'attic', unreachable_since: null }
  const silent = { name: 'attic', unreachable_since: at }
  assert.equal(nodePlaceOf({ device_id: null }), null)
  assert.equal(nodePlaceOf({ device_id: 'd1', node: heard }), null)
  const words = (node: typeof heard | typeof silent, device: string | null) => {
    const place = nodePlaceOf({ device_id: device, node })
    return place === null ? null : placeWords(running, place, clock)
  }
  assert.equal(words(heard, null), 'attic')
  assert.equal(words(silent, null), 'attic, unreachable since 10:12')
  assert.equal(words(silent, 'd1'), 'attic, unreachable since 10:12')
  assert.equal(deviceIdOf({ origin: 'launched', device_id: null, node: heard }), null)
})

test('the machine of another node is not this one, though both are called local', () => {
  const node = { name: 'attic', unreachable_since: null }
  const rows = [
    [{ origin: 'launched', device_id: null, node }, null, 'attic', 'attic'],
    [{ origin: 'fabric', device_id: 'local', node }, null, 'attic', 'attic'],
    [{ origin: 'fabric', device_id: 'd1', node }, 'd1', null, undefined],
    // Its device is not chosen yet.
    [{ origin: 'fabric', device_id: null, node }, null, null, 'attic'],
    [{ origin: 'fabric', device_id: 'local' }, 'local', null, undefined],
    [{ origin: 'launched', device_id: null }, 'local', null, undefined],
  ] as const
  for (const [session, device, name, label] of rows) {
    assert.equal(deviceIdOf(session), device)
    assert.equal(nodeNameOf(session), name)
    assert.equal(nodePlaceOf(session)?.label, label)
  }
})
