import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok, type Result } from '#base/result.ts'
import { unreachable, type Problem } from '../api/problem.ts'
import { createPagedList, withFirst, type RowPage } from './paged-list.ts'

type Row = { readonly id: number; readonly text?: string }

const idOf = ({ id }: Row) => id
/** Rows from `newest` down to `oldest`; a cursor is the number of the row before it. */
function page(newest: number, oldest: number): RowPage<Row> {
  const rows = Array.from({ length: newest - oldest + 1 }, (_, index) => ({ id: newest - index }))
  return { rows, next: oldest === 1 ? null : String(oldest) }
}
const ids = ({ rows }: RowPage<Row>) => rows.map(idOf)

test('a row that newer ones push out of the first page stays in the list', () => {
  const known: RowPage<Row> = { rows: [...page(9, 7).rows, ...page(6, 4).rows], next: '4' }
  const after = withFirst(known, page(10, 8), idOf)
  assert.deepEqual(ids(after), [10, 9, 8, 7, 6, 5, 4])
  assert.equal(after.next, '4')
})

test('it stays, too, where no older page was read: the list goes on from its new beginning', () => {
  const after = withFirst(page(9, 7), page(10, 8), idOf)
  assert.deepEqual(after, { rows: [{ id: 10 }, { id: 9 }, { id: 8 }, { id: 7 }], next: '7' })
})

test('rows that were never seen are not skipped: after a gap the list ends with its new beginning', () => {
  assert.deepEqual(withFirst({ rows: page(9, 4).rows, next: '4' }, page(30, 28), idOf), page(30, 28))
})

test('a first page that is the whole list is the list, so that what was removed is gone', () => {
  assert.deepEqual(ids(withFirst(page(9, 1), { rows: [{ id: 9 }, { id: 7 }], next: null }, idOf)), [9, 7])
  assert.deepEqual(withFirst(page(9, 1), { rows: [], next: null }, idOf), { rows: [], next: null })
})

test('a row that was removed from the first page is gone, and the changed value of another is shown', () => {
  const known: RowPage<Row> = { rows: [...page(9, 7).rows, ...page(6, 4).rows], next: '4' }
  const first: RowPage<Row> = { rows: [{ id: 9, text: 'changed' }, { id: 7 }, { id: 6 }], next: '6' }
  assert.deepEqual(withFirst(known, first, idOf), {
    rows: [{ id: 9, text: 'changed' }, { id: 7 }, { id: 6 }, { id: 5 }, { id: 4 }],
    next: '4',
  })
})

/** A list whose pages the test answers. */
function opened(first: RowPage<Row>) {
  const asked: { cursor: string; answer: (result: Result<RowPage<Row>, Problem>) => void }[] = []
  const load = (cursor: string) =>
    new Promise<Result<RowPage<Row>, Problem>>((resolve) => asked.push({ cursor, answer: resolve }))
  return { asked, list: createPagedList({ idOf, load }, first) }
}

test('pages follow each other, one at a time, to the end', async () => {
  const { asked, list } = opened(page(9, 7))
  const first = list.loadOlder()
  await list.loadOlder()
  assert.equal(list.state.get().isLoading, true)
  assert.deepEqual(
    asked.map(({ cursor }) => cursor),
    ['7'],
  )
  asked[0]?.answer(ok(page(6, 1)))
  await first
  assert.deepEqual(ids(list.state.get()), [9, 8, 7, 6, 5, 4, 3, 2, 1])
  assert.equal(list.state.get().isLoading, false)
  await list.loadOlder()
  assert.equal(asked.length, 1)
})

test('rows that arrive while a page is read are neither lost nor shown twice', async () => {
  const { asked, list } = opened(page(9, 7))
  const reading = list.loadOlder()
  list.takeFirst(page(10, 8))
  asked[0]?.answer(ok(page(6, 4)))
  await reading
  assert.deepEqual(ids(list.state.get()), [10, 9, 8, 7, 6, 5, 4])
})

test('a page that was asked for before the list began anew does not follow it', async () => {
  const { asked, list } = opened(page(9, 7))
  const reading = list.loadOlder()
  list.takeFirst(page(30, 28))
  asked[0]?.answer(ok(page(6, 4)))
  await reading
  assert.deepEqual(ids(list.state.get()), [30, 29, 28])
  assert.equal(list.state.get().isLoading, false)
})

test('a refusal is told and leaves the list as it was, to be tried again', async () => {
  const { asked, list } = opened(page(9, 7))
  const reading = list.loadOlder()
  asked[0]?.answer(err(unreachable))
  await reading
  assert.deepEqual(ids(list.state.get()), [9, 8, 7])
  assert.equal(list.state.get().problem, unreachable)
  const again = list.loadOlder()
  asked[1]?.answer(ok(page(6, 1)))
  await again
  assert.equal(list.state.get().problem, null)
  assert.equal(list.state.get().next, null)
})
