import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntityStore } from './entity-store.ts'
import { createGrouping } from './grouping.ts'

type Member = { readonly id: string; readonly group: string | null }

test('members join, change and leave their groups, and only those who follow a group that changed hear of it', () => {
  const store = createEntityStore<Member>()
  store.replaceAll([
    { id: 'a', group: 'x' },
    { id: 'b', group: 'x' },
    { id: 'c', group: null },
  ])
  const groups = createGrouping(store, ({ group }) => group)
  const heard: string[] = []
  const leaveX = groups.subscribe('x', () => heard.push(`x ${groups.get('x').join('')}`))
  groups.subscribe('y', () => heard.push(`y ${groups.get('y').join('')}`))
  const put = (id: string, group: string | null) => store.apply([{ id, value: { id, group } }])
  assert.deepEqual([groups.get('x'), groups.get('y')], [['a', 'b'], []])

  const before = groups.get('x')
  put('a', 'x')
  assert.equal(groups.get('x'), before, 'another value of the same group is no change')
  put('a', 'y')
  put('c', 'y')
  put('c', null)
  store.apply([{ id: 'b', value: null }])
  assert.deepEqual(heard, ['x b', 'y a', 'y ac', 'y a', 'x '])
  leaveX()
  put('d', 'x')
  assert.deepEqual([groups.get('x'), heard.length], [['d'], 5])
})
