import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIso } from '#base/time.ts'
import { cardPromptLimit, type Session } from '../../contract.ts'
import { listedCharacters, listedPrompts, listPage, readListCursor, type ListPlace } from './list.ts'

type Given = { readonly length?: number; readonly createdMs?: number; readonly waitsFor?: readonly string[] }

const session = (id: string, { length = 0, createdMs = 0, waitsFor = [] }: Given = {}): Session =>
  ({
    id,
    prompt: 'x'.repeat(length),
    created_at: toIso(createdMs),
    depends_on: waitsFor,
    blocked_by: [],
  }) as object as Session

const whole = { limit: null, after: null }

/** The pages by their ids, as one who follows the cursors sees them; `meanwhile` is called between them. */
function pagesOf(sessions: Session[], limit: number | null, meanwhile = () => {}): string[][] {
  const pages: string[][] = []
  let after: ListPlace | null = null
  do {
    const page = listPage(sessions, { limit, after })
    pages.push(page.sessions.map(({ id }) => id))
    after = page.next_cursor === null ? null : (readListCursor(page.next_cursor) ?? assert.fail('no cursor of ours'))
    meanwhile()
  } while (after !== null)
  return pages
}

test('prompts are whole while they fit together, and cut after that', () => {
  const half = listedPrompts / 2
  const lengths = { a: half, b: half, c: half, d: 0 }
  const list = listPage(
    Object.entries(lengths).map(([id, length]) => session(id, { length })),
    whole,
  ).sessions
  assert.deepEqual(
    list.map(({ id, prompt }) => [id, prompt.length <= cardPromptLimit + 1]),
    [
      ['a', false],
      ['b', false],
      ['c', true],
      ['d', true],
    ],
  )
  assert.deepEqual(
    list.map((one) => 'prompt_cut' in one && one.prompt_cut),
    [false, false, true, false],
  )
})

test('a list of very many large prompts stays small', () => {
  const { sessions } = listPage(
    Array.from({ length: 1000 }, (_, n) => session(`s${n}`, { length: 1_000_000 })),
    whole,
  )
  assert.equal(sessions.length, 1000)
  assert.ok(JSON.stringify(sessions).length < 2 * listedPrompts + 1000 * 2000)
})

test('without a limit all sessions come at once, as they became known', () => {
  const sessions = [session('b', { createdMs: 2 }), session('a', { createdMs: 1 }), session('c', { createdMs: 3 })]
  assert.deepEqual(pagesOf(sessions, null), [['b', 'a', 'c']])
})

test('pages follow each other oldest first, each session once', () => {
  const sessions = ['e', 'c', 'a', 'd', 'b'].map((id, n) => session(id, { createdMs: n < 2 ? 7 : 3 }))
  assert.deepEqual(pagesOf(sessions, 2), [['a', 'b'], ['d', 'c'], ['e']])
  assert.deepEqual(pagesOf(sessions, 5), [['e', 'c', 'a', 'd', 'b']])
  assert.deepEqual(pagesOf([], 5), [[]])
})

test('sessions that come and go between two pages neither repeat nor hide others', () => {
  const sessions = Array.from({ length: 6 }, (_, n) => session(`s${n}`, { createdMs: n }))
  let turn = 0
  const pages = pagesOf(sessions, 2, () => {
    turn += 1
    // The one that the cursor names is removed.
    if (turn === 1) sessions.splice(1, 1)
    if (turn === 1) sessions.push(session('new', { createdMs: 9 }))
  })
  assert.deepEqual(pages, [['s0', 's1'], ['s2', 's3'], ['s4', 's5'], ['new']])
})

test('a list too large for one answer comes in pages though nobody asked for them', () => {
  const waitsFor = Array.from({ length: 200 }, (_, n) => `${n}`.padEnd(200, 'x'))
  const sessions = Array.from({ length: 1000 }, (_, n) => session(`s${n}`, { createdMs: n, waitsFor }))
  const pages = pagesOf(sessions, null)
  assert.deepEqual(
    pages.flat(),
    sessions.map(({ id }) => id),
  )
  const first = listPage(sessions, whole).sessions
  assert.ok(pages.length > 2)
  assert.ok(JSON.stringify(first).length <= listedCharacters)
})

test('a session larger than an answer may be comes alone, and hides none of the others', () => {
  const endless = Array.from({ length: 20_000 }, () => 'x'.repeat(1000))
  const sessions = [
    session('before', { createdMs: 1 }),
    session('large', { createdMs: 2, waitsFor: endless }),
    session('after', { createdMs: 3 }),
  ]
  assert.deepEqual(pagesOf(sessions, null), [['before'], ['large'], ['after']])
})

test('who asks for one session at a time gets one at a time', () => {
  const sessions = ['a', 'b', 'c'].map((id, n) => session(id, { createdMs: n }))
  assert.deepEqual(pagesOf(sessions, 1), [['a'], ['b'], ['c']])
})

for (const cursor of ['', 'x', '12', '.a', '12.', 'NaN.a', `${'9'.repeat(17)}.a`]) {
  test(`"${cursor}" is no cursor of a list of sessions`, () => assert.equal(readListCursor(cursor), undefined))
}
