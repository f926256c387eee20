import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import { addressOf, type Address, type Route } from '#platform/route.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { readAllSessions } from './live.ts'

const refusal = { error: 'unauthorized', reason: 'Log in.' } as unknown as Problem

/** A service with these answers by address; what else is asked is refused. */
function readFrom(answers: Readonly<Record<string, object>>) {
  const ask = async (to: Route, given: Address = {}) => {
    const answer = answers[addressOf(to.path, given)]
    return answer === undefined ? err(refusal) : ok(answer)
  }
  return readAllSessions(ask as Parameters<typeof readAllSessions>[0])
}

const first = { sessions: [{ id: 's' }], next_cursor: '7.s' }
const second = { sessions: [{ id: 't' }], next_cursor: null }

test('sessions are read page by page to the last one', async () => {
  const all = await readFrom({ '/api/hooks/sessions': first, '/api/hooks/sessions?cursor=7.s': second })
  assert.deepEqual(all, ok([{ id: 's' }, { id: 't' }]))
})

test('a page that is refused refuses the whole, so that no half of a board is shown', async () => {
  assert.deepEqual(await readFrom({ '/api/hooks/sessions': first }), err(refusal))
})
