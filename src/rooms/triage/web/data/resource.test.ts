import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, type Result } from '#base/result.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createResource } from './resource.ts'

/** Answers are let go one by one, in the order of the questions. */
function scripted() {
  const asked: ((value: number) => void)[] = []
  const resource = createResource(
    () => new Promise<Result<number, Problem>>((resolve) => asked.push((value) => resolve(ok(value)))),
  )
  const answer = async (value: number) => {
    asked.shift()?.(value)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { resource, asked, answer }
}

test('nothing is read before somebody looks, and once however many look', () => {
  const { resource, asked } = scripted()
  resource.refresh()
  assert.equal(asked.length, 0)
  resource.subscribe(() => {})
  resource.subscribe(() => {})
  assert.equal(asked.length, 1)
})

test('a change that is told while an answer is under way is asked for again, and only the newer answer is shown', async () => {
  const { resource, asked, answer } = scripted()
  const shown: unknown[] = []
  resource.subscribe(() => shown.push(resource.get()))
  resource.refresh()
  resource.refresh()
  assert.equal(asked.length, 1)
  await answer(1)
  assert.deepEqual(shown, [])
  assert.equal(asked.length, 1)
  await answer(2)
  assert.deepEqual(shown, [{ kind: 'ready', value: 2 }])
  assert.equal(asked.length, 0)
})

test('what nobody looks at is read again when somebody does', async () => {
  const { resource, asked, answer } = scripted()
  const leave = resource.subscribe(() => {})
  await answer(1)
  leave()
  resource.refresh()
  assert.equal(asked.length, 0)
  resource.subscribe(() => {})
  assert.equal(asked.length, 1)
  assert.deepEqual(resource.get(), { kind: 'ready', value: 1 })
})
