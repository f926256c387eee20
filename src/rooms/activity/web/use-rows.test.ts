// The list of what happened, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { refused, scriptedService } from '#testing/scripted-service.testkit.ts'
import { sampleRow } from '../core/sample-row.testkit.ts'
import { noFilters } from './filters.ts'
import { createRows, type RowsFeed } from './use-rows.ts'

const { sent, answers } = scriptedService
const row = (number: number) => sampleRow({ id: `session:${number}` })
const page = (numbers: readonly number[], next: string | null = null) => ({
  body: { rows: numbers.map(row), next_cursor: next },
})
const shown = ({ state }: RowsFeed) =>
  state
    .get()
    .rows?.map(({ id }) => id.slice('session:'.length))
    .join(' ')
const waits = ({ state }: RowsFeed) =>
  state
    .get()
    .waiting.map(({ id }) => id.slice('session:'.length))
    .join(' ')
const askedOf = (index: number) => new URL(sent[index]?.asked.replace('GET ', '') ?? '', 'http://x').searchParams

beforeEach(() => scriptedService.clear())

async function open(numbers: readonly number[], next: string | null = null): Promise<RowsFeed> {
  const feed = createRows({ ...noFilters, source: 'tmux' })
  answers.push(page(numbers, next))
  await feed.load()
  return feed
}

test('a first page is shown, older ones follow it, and a row that comes twice stands once', async () => {
  const feed = await open([3, 2], 'c1')
  assert.deepEqual([shown(feed), feed.state.get().next, feed.state.get().isLoading], ['3 2', 'c1', false])
  answers.push(page([2, 1]))
  await feed.loadOlder()
  assert.deepEqual([shown(feed), feed.state.get().next], ['3 2 1', null])
  assert.deepEqual([askedOf(1).get('cursor'), askedOf(1).get('source')], ['c1', 'tmux'])
  await feed.loadOlder()
  assert.equal(sent.length, 2, 'at the end nothing is asked')
})

test('a page that is under way is not asked for twice', async () => {
  const feed = await open([3], 'c1')
  answers.push(page([2], 'c2'), page([1]))
  await Promise.all([feed.loadOlder(), feed.loadOlder()])
  assert.deepEqual([shown(feed), sent.length], ['3 2', 2])
})

test('what happens meanwhile waits, newest first, until it is taken in', async () => {
  const feed = await open([1])
  answers.push(page([3, 2, 1]))
  await feed.look()
  assert.deepEqual([shown(feed), waits(feed)], ['1', '3 2'])
  assert.ok((askedOf(1).get('since') ?? '') < row(1).at, 'rows of one moment may come late')
  answers.push(page([4, 3]))
  await feed.look()
  assert.equal(waits(feed), '4 3 2')
  feed.takeIn()
  assert.deepEqual([shown(feed), waits(feed)], ['4 3 2 1', ''])
})

test('more than a screen can bear waits no longer: the list begins anew', async () => {
  const feed = await open([0])
  answers.push(page(Array.from({ length: 200 }, (_, index) => 200 - index)))
  await feed.look()
  await feed.look()
  assert.equal(sent.length, 2, 'so many are enough')
  answers.push(page([999], 'c9'))
  feed.takeIn()
  assert.equal(feed.state.get().isLoading, true)
  assert.equal(sent.length, 3)
})

test('a refusal says why and leaves what is shown; a look that fails says nothing', async () => {
  const feed = await open([1], 'c1')
  answers.push(refused)
  await feed.loadOlder()
  assert.deepEqual([shown(feed), feed.state.get().problem?.reason], ['1', 'It is over.'])
  answers.push(page([0]))
  await feed.loadOlder()
  assert.deepEqual([shown(feed), feed.state.get().problem], ['1 0', null])
  answers.push(refused)
  await feed.look()
  assert.equal(feed.state.get().problem, null)
  const first = createRows(noFilters)
  answers.push(refused)
  await first.load()
  assert.deepEqual([first.state.get().rows, first.state.get().problem?.error], [null, 'conflict'])
  await first.look()
  assert.equal(sent.length, 5, 'nothing is newer than what was never told')
})
