import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignLevels } from './import-levels.ts'

/** `child<parent`, as `type parent` with a mark where something is told. */
function leveled(tree: string): Record<string, string> {
  const given = tree.split(' ').map((pair): [string, string | null] => {
    const [id = '', parent = null] = pair.split('<')
    return [id, parent]
  })
  return Object.fromEntries(
    [...assignLevels(new Map(given))].map(([id, { type, parent, note }]) => [
      id,
      `${type} ${parent ?? '-'}${note === null ? '' : ' !'}`,
    ]),
  )
}

const rows: readonly (readonly [string, Record<string, string>])[] = [
  ['a', { a: 'task -' }],
  ['a b<a', { a: 'epic -', b: 'task a' }],
  ['a b<a c<b', { a: 'epic -', b: 'story a', c: 'task b' }],
  ['a b<a c<b d<c e<d', { a: 'epic -', b: 'story a', c: 'task b', d: 'task b !', e: 'task b !' }],
  ['a<b b<a c<b', { a: 'task - !', b: 'task - !', c: 'task - !' }],
  ['a<a', { a: 'task - !' }],
  // Not in the import: the plan says so where it looks for it.
  ['a<elsewhere', { a: 'task elsewhere' }],
  ['a<elsewhere b<a', { a: 'epic elsewhere', b: 'task a' }],
]
for (const [tree, expected] of rows) {
  test(`an imported tree ${tree} fits into three levels`, () => assert.deepEqual(leveled(tree), expected))
}
