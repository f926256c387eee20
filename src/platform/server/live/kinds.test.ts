import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveKind, type LiveChange } from '#platform/live-kind.ts'
import { createKinds } from './kinds.ts'

type Card = { readonly id: string; readonly text: string }
const cards = liveKind<Card>()({ kind: 'card', listed: 'cards' })
const old: Card = { id: 'a', text: 'old' }
const next: Card = { id: 'a', text: 'new' }

test('whoever follows a kind hears of all there are, then of each change', () => {
  const heard: LiveChange<Card>[] = []
  const kinds = createKinds({ path: '/ws', publish: () => {} })
  const { publish } = kinds.offer(cards, { all: () => [old] })
  kinds.follow(cards, (changes) => heard.push(...changes))
  publish([{ op: 'upsert', id: 'a', value: next }])
  publish([{ op: 'remove', id: 'a', value: null }])
  assert.deepEqual(heard, [
    { op: 'upsert', id: 'a', value: old },
    { op: 'upsert', id: 'a', value: next },
    { op: 'remove', id: 'a', value: null },
  ])
})

test('one that is read when its frame is made is read for followers at once', () => {
  const heard: LiveChange<Card>[] = []
  const kinds = createKinds({ path: '/ws', publish: () => {} })
  let value: Card | null = old
  const { touch } = kinds.offerLate(cards, { read: () => value })
  kinds.follow(cards, (changes) => heard.push(...changes))
  touch('a')
  value = null
  touch('a')
  assert.deepEqual(heard, [
    { op: 'upsert', id: 'a', value: old },
    { op: 'remove', id: 'a', value: null },
  ])
})

test('a kind that nobody offered cannot be followed', () => {
  const kinds = createKinds({ path: '/ws', publish: () => {} })
  assert.throws(() => kinds.follow(cards, () => {}), /nobody tells of the kind card on \/ws/)
})
