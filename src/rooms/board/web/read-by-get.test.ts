import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { readBoard } from './read-by-get.ts'

const refusal = { error: 'unauthorized', reason: 'Log in.' } as unknown as Problem

/** A service with these answers by path; what else is asked is refused. */
function serviceWith(answers: Readonly<Record<string, object>>) {
  const asked: string[] = []
  const ask = async (path: string) => {
    asked.push(path)
    const answer = answers[path]
    return answer === undefined ? err(refusal) : ok(answer)
  }
  return { asked, read: () => readBoard(ask as Parameters<typeof readBoard>[0]) }
}

const first = { tasks: [{ id: 'a' }, { id: 'b' }], next_cursor: '2&' }
const second = { tasks: [{ id: 'c' }], next_cursor: null }
const sessions = { sessions: [{ id: 's' }], next_cursor: '7.s' }
const moreSessions = { sessions: [{ id: 't' }], next_cursor: null }

test('tasks and sessions are read page by page to the last ones', async () => {
  const service = serviceWith({
    '/api/tasks?limit=200': first,
    '/api/tasks?limit=200&cursor=2%26': second,
    '/api/hooks/sessions': sessions,
    '/api/hooks/sessions?cursor=7.s': moreSessions,
  })
  const board = await service.read()
  assert.deepEqual(board, ok({ sessions: [{ id: 's' }, { id: 't' }], tasks: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }))
})

test('a page that is refused refuses the whole, so that no half of a board is shown', async () => {
  const service = serviceWith({ '/api/tasks?limit=200': first, '/api/hooks/sessions': sessions })
  assert.deepEqual(await service.read(), err(refusal))
  assert.deepEqual(service.asked, ['/api/tasks?limit=200', '/api/tasks?limit=200&cursor=2%26'])
})
