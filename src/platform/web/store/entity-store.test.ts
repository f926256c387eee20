import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntityStore, type EntityChange } from './entity-store.ts'

type Card = { readonly id: string; readonly state: string }
const card = (id: string, state = 'idle'): Card => ({ id, state })

function watched() {
  const store = createEntityStore<Card>()
  const batches: (readonly EntityChange<Card>[])[] = []
  store.onChanges((changes) => batches.push(changes))
  return { store, batches }
}

test('a change of one entity tells the listeners of that entity alone', () => {
  const { store } = watched()
  store.apply([
    { id: 'a', value: card('a') },
    { id: 'b', value: card('b') },
  ])
  const heard: string[] = []
  store.subscribe('a', () => heard.push('a'))
  store.subscribe('b', () => heard.push('b'))
  store.apply([{ id: 'b', value: card('b', 'running') }])
  assert.deepEqual(heard, ['b'])
})

test('one update with several changes is one batch, and an equal value is none', () => {
  const { store, batches } = watched()
  store.apply([
    { id: 'a', value: card('a') },
    { id: 'b', value: card('b') },
  ])
  const before = store.get('a')
  store.apply([{ id: 'a', value: card('a') }])
  assert.equal(batches.length, 1)
  assert.equal(store.get('a'), before)
})

test('a snapshot removes what it lacks, adds what is new and keeps the identity of what is equal', () => {
  const { store, batches } = watched()
  store.replaceAll([card('a'), card('b')])
  const kept = store.get('b')
  store.replaceAll([card('b'), card('c')])
  assert.equal(store.get('a'), null)
  assert.equal(store.get('b'), kept)
  assert.deepEqual(
    batches[1]?.map(({ id, after }) => [id, after?.state ?? null]),
    [
      ['a', null],
      ['c', 'idle'],
    ],
  )
})

test('an overlay is shown over the truth, follows it, and snaps back when it is lifted', () => {
  const { store } = watched()
  store.apply([{ id: 'a', value: card('a', 'failed') }])
  const lift = store.overlay('a', (value) => ({ ...value, state: 'running' }))
  assert.equal(store.get('a')?.state, 'running')
  assert.equal(store.truth('a')?.state, 'failed')
  lift()
  lift()
  assert.equal(store.get('a')?.state, 'failed')
})

test('an overlay may hide an entity, and lifting it shows what the truth has become', () => {
  const { store } = watched()
  store.apply([{ id: 'a', value: card('a', 'failed') }])
  const lift = store.overlay('a', () => null)
  assert.equal(store.get('a'), null)
  assert.deepEqual(store.all(), [])
  store.apply([{ id: 'a', value: card('a', 'running') }])
  assert.equal(store.get('a'), null)
  lift()
  assert.equal(store.get('a')?.state, 'running')
})
