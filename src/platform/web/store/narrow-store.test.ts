import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntityStore, type EntityChange } from './entity-store.ts'
import { narrowStore } from './narrow-store.ts'

type Thing = { readonly id: string; readonly isOurs: boolean; readonly text: string }
const thing = (id: string, isOurs: boolean, text = ''): Thing => ({ id, isOurs, text })

test('a part of a store shows and tells its own alone', () => {
  const whole = createEntityStore<Thing>()
  const part = narrowStore(whole, ({ isOurs }) => isOurs)
  const heard: EntityChange<Thing>[][] = []
  part.onChanges((changes) => void heard.push([...changes]))
  whole.apply([
    { id: 'a', value: thing('a', true) },
    { id: 'b', value: thing('b', false) },
  ])
  whole.apply([{ id: 'b', value: thing('b', false, 'changed') }])
  assert.deepEqual(
    part.all().map(({ id }) => id),
    ['a'],
  )
  assert.deepEqual([part.get('a')?.id, part.get('b'), part.truth('b')], ['a', null, null])
  assert.deepEqual(
    heard.map((changes) => changes.map(({ id }) => id)),
    [['a']],
  )
})

test('what joins or leaves the part comes and goes there', () => {
  const whole = createEntityStore<Thing>()
  const part = narrowStore(whole, ({ isOurs }) => isOurs)
  const heard: string[] = []
  part.onChanges((changes) => {
    for (const { id, before, after } of changes)
      heard.push(`${id} ${before === null ? 'came' : ''}${after === null ? 'went' : ''}`)
  })
  whole.apply([{ id: 'a', value: thing('a', false) }])
  whole.apply([{ id: 'a', value: thing('a', true) }])
  whole.apply([{ id: 'a', value: thing('a', false) }])
  assert.deepEqual(heard, ['a came', 'a went'])
})
