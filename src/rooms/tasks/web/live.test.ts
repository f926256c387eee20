import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import { addressOf, type Address, type Route } from '#platform/route.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { readAllTasks } from './live.ts'

const refusal = { error: 'unauthorized', reason: 'Log in.' } as unknown as Problem

/** A service with these answers by address; what else is asked is refused. */
function serviceWith(answers: Readonly<Record<string, object>>) {
  const asked: string[] = []
  const ask = async (to: Route, given: Address) => {
    const address = addressOf(to.path, given)
    asked.push(address)
    const answer = answers[address]
    return answer === undefined ? err(refusal) : ok(answer)
  }
  return { asked, read: () => readAllTasks(ask as unknown as Parameters<typeof readAllTasks>[0]) }
}

const first = { tasks: [{ id: 'a' }, { id: 'b' }], next_cursor: '2&' }
const second = { tasks: [{ id: 'c' }], next_cursor: null }

test('tasks are read page by page to the last one', async () => {
  const service = serviceWith({ '/api/tasks?limit=200': first, '/api/tasks?limit=200&cursor=2%26': second })
  assert.deepEqual(await service.read(), ok([{ id: 'a' }, { id: 'b' }, { id: 'c' }]))
})

test('a page that is refused refuses the whole, so that no half of a board is shown', async () => {
  const service = serviceWith({ '/api/tasks?limit=200': first })
  assert.deepEqual(await service.read(), err(refusal))
  assert.deepEqual(service.asked, ['/api/tasks?limit=200', '/api/tasks?limit=200&cursor=2%26'])
})
