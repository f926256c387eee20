import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFollowers } from './followers.ts'

function following(...rooms: readonly string[]) {
  const told: [string, readonly string[] | 'missed'][] = []
  const followers = createFollowers('here')
  for (const room of rooms)
    followers.follow(room, {
      hear: async (ids) => void told.push([room, ids]),
      missed: async () => void told.push([room, 'missed']),
    })
  return { followers, told }
}

test('each room is told of its own, of each thing once, and of no room that nobody follows', async () => {
  const { followers, told } = following('tasks', 'sessions')
  await followers.hear([
    { room: 'tasks', ids: ['a', 'b'] },
    { room: 'unknown', ids: ['x'] },
    { room: 'tasks', ids: ['b', 'c'] },
  ])
  assert.deepEqual(told, [['tasks', ['a', 'b', 'c']]])
})

test('when it is not known what was changed, every room is told so', async () => {
  const { followers, told } = following('tasks', 'sessions')
  await followers.missed()
  assert.deepEqual(told, [
    ['tasks', 'missed'],
    ['sessions', 'missed'],
  ])
})
