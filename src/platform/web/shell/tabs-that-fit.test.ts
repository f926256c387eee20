import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tabsThatFit } from './tabs-that-fit.ts'

const tabs = ['home', 'board', 'triage', 'system', 'settings'].map((id) => ({ id, px: 40 }))
const ranked = ['home', 'board', 'triage', 'system', 'settings']
const fit = (roomPx: number, order = ranked) => [...tabsThatFit({ tabs, ranked: order, gapPx: 10, morePx: 50, roomPx })]

test('all stand where they have room, without what opens the others', () => {
  assert.deepEqual(fit(240), ranked)
})

test('one that has no place takes another along, where what opens them needs it', () => {
  assert.deepEqual(fit(239), ['home', 'board', 'triage'])
})

test('those that come first in rank stay the longest', () => {
  assert.deepEqual(fit(160, ['settings', 'home', 'board', 'triage', 'system']), ['settings', 'home'])
})

test('without room for any, all are under what opens them', () => {
  assert.deepEqual(fit(60), [])
})
