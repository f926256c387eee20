import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import { unreachable } from '#platform/web/api/problem.ts'
import type { LogAnswer, ServiceLogQuery, ServiceLogRow } from '../contract.ts'
import { createLogFeed } from './log-feed.ts'

const row = (id: string): ServiceLogRow => ({
  id,
  at: '2026-11-22T19:00:00.000Z',
  level: 'info',
  message: id,
  fields: {},
  stack: null,
})
const answer = (ids: readonly string[], more: Partial<LogAnswer> = {}): LogAnswer => ({
  rows: ids.map(row),
  next_cursor: null,
  newest: 'end',
  ...more,
})

function feedOf(answers: LogAnswer[]) {
  const asked: Partial<ServiceLogQuery>[] = []
  const feed = createLogFeed(async (query) => {
    asked.push(query)
    const next = answers.shift()
    return next === undefined ? err(unreachable) : ok(next)
  })
  return { feed, asked, ids: () => feed.state.get().rows?.map(({ id }) => id) }
}

test('the newest lines, then what comes above them, then what is older below', async () => {
  const { feed, asked, ids } = feedOf([
    answer(['3', '2'], { next_cursor: '2', newest: 'a' }),
    answer(['5', '4'], { newest: 'b' }),
    answer(['1']),
  ])
  await feed.look()
  await feed.look()
  await feed.older()
  assert.deepEqual(ids(), ['5', '4', '3', '2', '1'])
  assert.deepEqual(
    asked.map(({ after, cursor }) => [after, cursor]),
    [
      [undefined, undefined],
      ['a', undefined],
      [undefined, '2'],
    ],
  )
  assert.equal(feed.state.get().next, null)
})

test('another level begins anew, and an answer to the one before is dropped', async () => {
  const late = Promise.withResolvers<LogAnswer>()
  const answers = [late.promise, Promise.resolve(answer(['9']))]
  const feed = createLogFeed(async () => ok((await answers.shift()) ?? answer([])))
  const first = feed.look()
  await feed.show('error')
  late.resolve(answer(['1']))
  await first
  assert.deepEqual(
    feed.state.get().rows?.map(({ id }) => id),
    ['9'],
  )
  assert.equal(feed.state.get().level, 'error')
})

test('a refusal is told and what is shown stays; the next answer takes it away', async () => {
  const answers = [answer(['1'])]
  const { feed, ids } = feedOf(answers)
  await feed.look()
  await feed.look()
  assert.notEqual(feed.state.get().problem, null)
  assert.deepEqual(ids(), ['1'])
  answers.push(answer([]))
  await feed.look()
  assert.equal(feed.state.get().problem, null)
})

test('a page that is open for long keeps a thousand lines, and goes on below them', async () => {
  const many = Array.from({ length: 600 }, (_, nth) => `x${nth}`)
  const { feed } = feedOf([answer(many, { next_cursor: null }), answer(many.map((id) => `y${id}`))])
  await feed.look()
  await feed.look()
  const { rows, next } = feed.state.get()
  assert.deepEqual([rows?.length, next], [1000, rows?.at(-1)?.id])
})
