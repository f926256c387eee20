import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taskTypes, type TaskType } from '../contract.ts'
import { checkPlace, type TreePlace } from './hierarchy.ts'

const place = (more: Partial<TreePlace>): TreePlace => ({
  id: 'x',
  type: 'task',
  parent: null,
  above: [],
  childTypes: [],
  ...more,
})

const allowed: readonly (readonly [parent: TaskType, child: TaskType])[] = [
  ['epic', 'story'],
  ['epic', 'task'],
  ['story', 'task'],
]

for (const parent of taskTypes) {
  for (const type of taskTypes) {
    const fits = allowed.some(([above, below]) => above === parent && below === type)
    test(`a ${type} below a ${parent} ${fits ? 'fits' : 'is refused'}, seen from either side`, () => {
      const fromBelow = checkPlace(place({ type, parent: { id: 'p', type: parent }, above: ['p'] }))
      const fromAbove = checkPlace(place({ type: parent, childTypes: [type] }))
      assert.deepEqual([fromBelow.length, fromAbove.length], fits ? [0, 0] : [1, 1])
      if (!fits) assert.deepEqual([fromBelow[0]?.field, fromAbove[0]?.field], ['parent', 'type'])
    })
  }
}

const wrong: readonly (readonly [string, Partial<TreePlace>, string])[] = [
  ['itself', { type: 'epic', parent: { id: 'x', type: 'epic' }, above: ['x'] }, 'is the task itself'],
  ['one below it', { type: 'epic', parent: { id: 's', type: 'story' }, above: ['s', 'x'] }, 'that would be a cycle'],
  ['an unknown id', { parent: 'unknown' }, 'is no task'],
  ['a task', { parent: { id: 'p', type: 'task' }, above: ['p'] }, 'is a task, which holds no other tasks'],
  ['a story', { type: 'epic', parent: { id: 'p', type: 'story' }, above: ['p'] }, 'holds tasks, not an epic'],
]
for (const [name, more, reason] of wrong) {
  test(`as a parent, ${name} is refused in words`, () => {
    const [error] = checkPlace(place(more))
    assert.equal(error?.field, 'parent')
    assert.ok(error.reason.includes(reason), error.reason)
  })
}
