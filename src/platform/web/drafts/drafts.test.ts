import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDrafts, type DraftWorld } from './drafts.ts'

const dayMs = 24 * 60 * 60 * 1000

function world(roomFor = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>()
  const clock = { ms: 100 * dayMs }
  const storage: NonNullable<DraftWorld['storage']> = {
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (kept.size >= roomFor && !kept.has(key)) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key) => void kept.delete(key),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
  return { kept, clock, load: () => createDrafts({ storage, nowMs: () => clock.ms }) }
}

test('what is written outlives the page, with what stood there before', () => {
  const { load } = world()
  assert.equal(load().keep('task:T1:description', 'new text', 'old text'), true)
  const draft = load().get('task:T1:description')
  assert.deepEqual([draft?.text, draft?.base], ['new text', 'old text'])
  assert.equal(load().get('task:T2:description'), null)
})

test('a draft that was sent, thrown away or written back to what stood there is gone for good', () => {
  const { load, kept } = world()
  const drafts = load()
  drafts.keep('a', 'x')
  drafts.drop('a')
  drafts.keep('b', 'changed', 'as it was')
  drafts.keep('b', 'as it was', 'as it was')
  assert.deepEqual([drafts.get('a'), drafts.get('b'), kept.size], [null, null, 0])
})

test('only the listeners of a draft hear of it', () => {
  const drafts = world().load()
  const heard: string[] = []
  const stop = drafts.subscribe('a', () => heard.push('a'))
  drafts.subscribe('b', () => heard.push('b'))
  drafts.keep('a', 'x')
  stop()
  drafts.keep('a', 'xy')
  assert.deepEqual(heard, ['a'])
})

test('without room in the browser the draft lives in memory, and that is told', () => {
  const drafts = world(0).load()
  assert.equal(drafts.keep('a', 'x'), false)
  assert.equal(drafts.get('a')?.text, 'x')
  assert.equal(createDrafts({ storage: null, nowMs: () => 0 }).keep('a', 'x'), false)
})

test('another tab’s writing counts here', () => {
  const { load } = world()
  const [here, there] = [load(), load()]
  there.keep('a', 'from there')
  here.reread('orrery.draft.a')
  assert.equal(here.get('a')?.text, 'from there')
  there.drop('a')
  here.reread('orrery.draft.a')
  assert.equal(here.get('a'), null)
  there.keep('b', 'more')
  here.reread(null)
  assert.equal(here.get('b')?.text, 'more')
  here.reread('orrery.token')
})

test('drafts of more than a month ago, and all but the last hundred, are let go', () => {
  const { load, clock, kept } = world()
  const drafts = load()
  drafts.keep('old', 'x')
  clock.ms += 31 * dayMs
  assert.equal(load().get('old'), null)
  for (let number = 0; number < 105; number += 1) {
    clock.ms += 1
    drafts.keep(`n${number}`, 'x')
  }
  assert.equal(kept.size, 100)
  assert.deepEqual([drafts.get('old'), drafts.get('n4')?.text, drafts.get('n5')?.text], [null, undefined, 'x'])
})

test('what is no draft under our names is not read', () => {
  const { load, kept } = world()
  kept.set('orrery.draft.a', 'not JSON')
  kept.set('orrery.draft.b', '{"text":1}')
  kept.set('orrery.draft.c', 'null')
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => load().get(key)),
    [null, null, null],
  )
})

test('all are thrown away at once, here and in another tab; what a form remembers is no text of anybody', () => {
  const { load, kept } = world()
  const [here, there] = [load(), load()]
  here.keep('a', 'mine')
  here.keep('b', 'mine, too')
  here.keep('remembered:launch', '{}')
  assert.equal(here.unsent(), 2)
  there.reread(null)
  let told = 0
  here.subscribe('a', () => (told += 1))
  here.dropAll()
  assert.deepEqual([here.unsent(), kept.size, told, here.get('remembered:launch')], [0, 0, 1, null])
  there.reread('orrery.draft.a')
  assert.equal(there.get('a'), null)
})
