import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../api/problem.ts'
import { refusedHere } from '../ui/sending.ts'
import { createUndoer, createUndoStack, type UndoEntry } from './undo-stack.ts'

function world() {
  const clock = { ms: 0 }
  const stack = createUndoStack(() => clock.ms)
  const told: string[] = []
  const sent = { answered: Promise.resolve() }
  const tell = (entry: UndoEntry | null, problem: Problem | null) => {
    told.push(`${entry?.title ?? 'nothing'}: ${problem?.reason ?? 'done'}`)
  }
  const undo = createUndoer({ stack, answered: () => sent.answered, tell })
  const titles = () => stack.entries.get().map(({ title }) => title)
  return { clock, stack, told, undo, titles, sent }
}

test('the newest is taken back first, each once, and then there is nothing', async () => {
  const { stack, undo, told } = world()
  stack.push('one', () => null)
  stack.push('two', () => null)
  await undo()
  await undo()
  await undo()
  assert.deepEqual(told, ['two: done', 'one: done', 'nothing: done'])
})

test('a key pressed before the answer takes back what was just done, not what was done before it', async () => {
  const { stack, undo, told, sent } = world()
  stack.push('before', () => null)
  const answer = Promise.withResolvers<void>()
  sent.answered = answer.promise
  const undone = undo()
  stack.push('just now', () => null)
  answer.resolve()
  await undone
  assert.deepEqual(told, ['just now: done'])
})

test('a notice takes back its own, wherever it stands', async () => {
  const { stack, undo, told, titles } = world()
  const first = stack.push('one', () => null)
  stack.push('two', () => null)
  await undo(first)
  await undo(first)
  assert.deepEqual([told, titles()], [['one: done', 'nothing: done'], ['two']])
})

test('the next undo waits for the one before it', async () => {
  const { stack, undo, told } = world()
  const slow = Promise.withResolvers<null>()
  stack.push('one', () => null)
  stack.push('two', () => slow.promise)
  const both = [undo(), undo()]
  await Promise.resolve()
  assert.deepEqual(told, [])
  slow.resolve(null)
  await Promise.all(both)
  assert.deepEqual(told, ['two: done', 'one: done'])
})

test('what was refused for good is gone, what had no answer can be tried again', async () => {
  const { stack, undo, told, titles } = world()
  const changed = { ...refusedHere('Changed meanwhile.'), status: 409 }
  const silent = { ...refusedHere('No answer.'), status: 0 }
  stack.push('one', () => silent)
  stack.push('two', () => changed)
  stack.push('three', () => silent)
  await undo()
  assert.deepEqual(titles(), ['one', 'two', 'three'])
  stack.take()
  await undo()
  assert.deepEqual([titles(), told.at(-1)], [['one'], 'two: Changed meanwhile.'])
})

test('nothing of more than a quarter of an hour ago is taken back by a key, and fifty things at most', async () => {
  const { stack, undo, told, clock, titles } = world()
  stack.push('long ago', () => null)
  clock.ms = 16 * 60 * 1000
  await undo()
  assert.deepEqual(told, ['nothing: done'])
  for (let number = 0; number < 60; number += 1) stack.push(`n${number}`, () => null)
  assert.deepEqual([titles().length, titles()[0]], [50, 'n10'])
})
