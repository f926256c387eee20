import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { createValue } from '../store/value-store.ts'
import { asOf, followSilence, silentAfterMs } from './as-of.ts'
import type { LinkState } from './reconnecting-socket.ts'

const away: LinkState = { kind: 'reconnecting', retryAtMs: 0 }
const live: LinkState = { kind: 'live' }

function openFeed() {
  const time = new ManualTime('2026-11-20T14:02:00.000Z')
  const link = createValue<LinkState>({ kind: 'connecting' })
  const silence = followSilence(link, { nowMs: time.now, after: time.after })
  return { time, link, ...silence }
}

test('a feed that fell silent marks what is shown with the moment of its loss, until it is back', async () => {
  const { time, link, stop } = openFeed()
  assert.equal(asOf.get(), null)
  link.set(live)
  await time.pass(60_000)
  const lostAtMs = time.nowMs
  link.set(away)
  await time.pass(silentAfterMs - 1)
  assert.equal(asOf.get(), null, 'a blink is no silence')
  await time.pass(1)
  assert.equal(asOf.get(), lostAtMs)
  link.set({ kind: 'offline', sinceMs: lostAtMs, retryAtMs: 0 })
  await time.pass(600_000)
  assert.equal(asOf.get(), lostAtMs)
  link.set(live)
  assert.equal(asOf.get(), null)
  stop()
})

test('a network that is known to be gone is told at once, and a blink marks nothing', async () => {
  const { time, link, stop } = openFeed()
  link.set(live)
  link.set({ kind: 'offline', sinceMs: 0, retryAtMs: 0 })
  assert.equal(asOf.get(), time.nowMs)
  link.set(live)
  link.set(away)
  link.set(live)
  await time.pass(60_000)
  assert.equal(asOf.get(), null)
  stop()
})

test('of two feeds the one that is away longer counts, and one that was never live or rests does not', async () => {
  const first = openFeed()
  const second = openFeed()
  first.link.set(live)
  second.link.set(away)
  await second.time.pass(60_000)
  assert.equal(asOf.get(), null)
  second.link.set(live)
  second.link.set(away)
  await second.time.pass(silentAfterMs)
  const secondLost = second.time.nowMs - silentAfterMs
  first.link.set(away)
  await first.time.pass(silentAfterMs)
  assert.equal(asOf.get(), Math.min(secondLost, first.time.nowMs - silentAfterMs))
  first.link.set({ kind: 'resting' })
  assert.equal(asOf.get(), secondLost)
  second.stop()
  assert.equal(asOf.get(), null)
  first.stop()
})

test('what was kept from an earlier page is marked with its moment until the service tells the truth', () => {
  const { time, link, recall, stop } = openFeed()
  const keptAtMs = time.nowMs - 600_000
  recall(keptAtMs)
  assert.equal(asOf.get(), keptAtMs)
  link.set(away)
  assert.equal(asOf.get(), keptAtMs)
  link.set(live)
  assert.equal(asOf.get(), null)
  recall(keptAtMs)
  assert.equal(asOf.get(), null, 'a feed that is live shows what is')
  stop()
})
