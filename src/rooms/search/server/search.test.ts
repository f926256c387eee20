import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { createTestSource, openRoom } from './room.testkit.ts'

async function openFilled() {
  const room = await openRoom()
  room
    .of('task')
    .put({ id: 'T-1', title: 'Derive the idempotency key', text: 'A retried challenge makes no second key.' })
  room.of('task').put({ id: 'T-2', title: 'Rotate secrets', text: 'The Schlüssel of the gateway, and its naïve café.' })
  room.of('session').put({ id: 's1', title: 'Fix double capture', text: 'behind the idempotency key', isLive: true })
  room.of('output').put({ id: 's1', title: 'Fix double capture', text: 'WARN payments: idempotency_key reused' })
  room.of('brief').put({ id: '7', title: 'slack, read by run 3', text: '支付网关的密钥会在一小时后失效' })
  await room.indexer.catchUp()
  return room
}

test('words and their beginnings are found in titles and texts, of every kind', async () => {
  const room = await openFilled()
  assert.deepEqual((await room.ids('idempotency key')).toSorted(), ['T-1', 's1', 's1'])
  assert.deepEqual((await room.ids('idemp')).toSorted(), ['T-1', 's1', 's1'])
  assert.deepEqual(await room.ids('key idempotency challenge'), ['T-1'])
  assert.deepEqual(await room.ids('empotency'), [])
  assert.deepEqual(await room.ids('idempotency', { kind: 'output' }), ['s1'])
  const { found, is_complete: isComplete } = await room.find('idempotency')
  assert.deepEqual([found, isComplete], [{ task: 1, session: 1, transcript: 0, output: 1, brief: 0, run: 0 }, true])
  await room.close()
})

test('accents, case and forms of width do not matter; writing without blanks is found by any two characters', async () => {
  const room = await openFilled()
  for (const q of ['schlussel', 'SCHLÜSSEL', 'schlüss', 'naive cafe', 'ｎａïｖｅ'])
    assert.deepEqual(await room.ids(q), ['T-2'], q)
  for (const q of ['密钥', '网关', '支付网关', '效', '密']) assert.deepEqual(await room.ids(q), ['7'], q)
  assert.deepEqual(await room.ids('钥密'), [])
  await room.close()
})

test('quotes ask for whole words in their order', async () => {
  const room = await openFilled()
  assert.deepEqual(await room.ids('"idempotency key"', { kind: 'task' }), ['T-1'])
  assert.deepEqual(await room.ids('"key idempotency"'), [])
  assert.deepEqual(await room.ids('"idempot key"'), [])
  assert.deepEqual((await room.ids('"second key')).length, 1, 'a quote that nothing closes is none')
  await room.close()
})

test('no query reaches the syntax of the index', async () => {
  const room = await openFilled()
  const odd =
    `" "" """ ' * ^ - + () )( NOT NEAR(a|b) NEAR/2 NEAR( words:key {words}:|key -words:key key* "key"* \\ % _ ;-- ¶ ¶key`
      .split(' ')
      .map((q) => q.replace('|', ' '))
  odd.push(
    'a AND',
    'OR OR',
    'key AND NOT key',
    '\u0000',
    'x'.repeat(500),
    '🦀',
    '\uD800',
    'a\u0301',
    '﷽',
    '𝔎𝔢𝔶',
    ' ',
    '',
  )
  for (const q of odd) await room.find(q)
  assert.deepEqual((await room.ids('"key"*')).length, 3, 'what is left of it are words')
  assert.deepEqual((await room.ids('NOT key')).length, 0, 'NOT is a word like any other')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (q) => void (await room.find(q))),
    { numRuns: 60 },
  )
  const parts = fc.array(
    fc.constantFrom('"', '*', '(', ')', 'key', 'AND', 'OR', 'NEAR', ':', '^', '-', '{', '}', '¶', '密'),
  )
  await fc.assert(
    fc.asyncProperty(parts, async (some) => {
      await room.find(some.join(''))
      await room.find(some.join(' '))
    }),
    { numRuns: 60 },
  )
  await room.close()
})

test('the title counts more than the text, what is at work more than history, the new more than the old', async () => {
  const room = await openRoom()
  const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
  const source = room.of('session')
  source.put({ id: 'old-title', title: 'Ledger export', at: at(1) })
  source.put({ id: 'live', title: 'one', text: 'the ledger', isLive: true, at: at(19) })
  source.put({ id: 'past', title: 'two', text: 'the ledger', at: at(19) })
  source.put({ id: 'older', title: 'three', text: 'the ledger', at: at(2) })
  await room.indexer.catchUp()
  assert.deepEqual(await room.ids('ledger'), ['old-title', 'live', 'past', 'older'])
  await room.close()
})

test('many of one kind leave room for the others', async () => {
  const room = await openRoom()
  for (let index = 0; index < 60; index++)
    room.of('task').put({ id: `T-${index}`, title: `Port number ${index}`, isLive: true })
  room.of('run').put({ id: 'r1', title: 'nightly', text: 'port in use' })
  await room.indexer.catchUp()
  const { results } = await room.find('port', { limit: 10 })
  assert.equal(results.length, 10)
  assert.equal(
    results.some(({ kind }) => kind === 'run'),
    true,
  )
  await room.close()
})

test('a result tells the place of its words, and leads there with them', async () => {
  const room = await openRoom()
  room
    .of('output')
    .put({ id: 's1', title: 'Build', text: `${'line of noise '.repeat(40)}\nFATAL disk quota\n${'more '.repeat(80)}` })
  await room.indexer.catchUp()
  const [result] = (await room.find('quota fatal')).results
  assert.match(result?.snippet ?? '', /^…\S.*FATAL disk quota/)
  assert.ok((result?.snippet.length ?? 0) <= 181)
  assert.equal(result?.href, '/output?id=s1&words=quota+fatal')
  await room.close()
})

test('what changed is found by its new words alone; what is gone by none, at once', async () => {
  const room = await openRoom()
  const source = room.of('task')
  source.put({ id: 'T-1', title: 'Apples' })
  source.put({ id: 'T-2', title: 'Apples and pears' })
  await room.indexer.catchUp()
  source.put({ id: 'T-1', title: 'Plums' })
  await room.indexer.catchUp()
  assert.deepEqual([await room.ids('apples'), await room.ids('plums')], [['T-2'], ['T-1']])
  source.drop('T-2')
  assert.deepEqual((await room.find('apples')).found.task, 0, 'before the index has followed')
  await room.indexer.forget('task', ['T-1'])
  const left = await room.store.find('task', [{ word: 'plums', isWhole: true }], 10)
  assert.deepEqual(left, { ids: [], count: 0 })
  await room.close()
})

test('after a kill the index goes on where it was, and reads nothing twice that it has', async () => {
  const first = await openRoom()
  for (let index = 0; index < 100; index++) first.of('task').put({ id: `T-${index}`, title: `Number ${index} of them` })
  await first.indexer.catchUp()
  first.of('task').put({ id: 'T-late', title: 'Late' })
  await first.crash()
  for (const source of first.sources) source.reads = 0
  const next = await openRoom({ home: first.home, sources: first.sources })
  await next.indexer.catchUp()
  assert.deepEqual([await next.ids('late'), await next.store.count('task')], [['T-late'], 101])
  assert.ok(next.of('task').reads <= 3, `${next.of('task').reads} documents were read`)
  await next.close()
})

test('a document that is told again unchanged is not written again', async () => {
  const room = await openRoom()
  room.of('task').put({ id: 'T-1', title: 'Same' })
  await room.indexer.catchUp()
  const before = await room.store.known('task', ['T-1'])
  room.of('task').put({ id: 'T-1', title: 'Same', state: 'done' })
  await room.indexer.catchUp()
  assert.deepEqual(await room.store.known('task', ['T-1']), before)
  await room.close()
})

test('an index of another version is filled anew, and so is one that is asked to be', async () => {
  const first = await openRoom()
  first.of('task').put({ id: 'T-1', title: 'Once' })
  await first.indexer.catchUp()
  await first.database.commits.write({
    run: (db) => db.exec("UPDATE counters SET value = 0 WHERE name = 'search version'"),
  })
  await first.crash()
  const next = await openRoom({ home: first.home, sources: first.sources })
  assert.equal(await next.indexer.isComplete(), false)
  await next.indexer.catchUp()
  assert.deepEqual(
    [await next.ids('once'), await next.store.count('task'), await next.indexer.isComplete()],
    [['T-1'], 1, true],
  )
  await next.indexer.rebuild()
  assert.deepEqual([await next.ids('once'), await next.indexer.isComplete()], [[], false])
  await next.indexer.catchUp()
  assert.deepEqual(await next.ids('once'), ['T-1'])
  await next.close()
})

test('by itself it follows within a second, and clears away what a source says nothing of within an hour', async () => {
  const brief = { ...createTestSource('brief'), tellsGone: false } as const
  const room = await openRoom({ sources: [brief] })
  brief.put({ id: '1', title: 'gone soon' })
  brief.put({ id: '2', title: 'stays' })
  room.indexer.start()
  const countIs = async (wanted: number) => {
    for (let turn = 0; turn < 200 && (await room.store.count('brief')) !== wanted; turn++) await room.time.pass(1000)
    assert.equal(await room.store.count('brief'), wanted)
  }
  await countIs(2)
  // As a row that is deleted: no change says so.
  const { changes } = brief
  brief.drop('1')
  Object.assign(brief, { changes: async (mark: string | null) => ({ ...(await changes(mark, 0)), isEnd: true }) })
  await room.time.pass(60 * 60_000)
  await countIs(1)
  await room.close()
})

test('an end in the middle of a step waits for that step, and for no rest after it', async () => {
  const room = await openRoom()
  const source = room.of('task')
  for (let index = 0; index < 100; index++) source.put({ id: `T-${index}`, title: `Number ${index}` })
  const { read } = source
  const ending = Promise.withResolvers<void>()
  Object.assign(source, {
    async read(ids: readonly string[]) {
      const documents = await read(ids)
      ending.resolve(room.close())
      return documents
    },
  })
  room.indexer.start()
  await room.time.pass(1000)
  await ending.promise
})

test('while nothing is written no source is asked', async () => {
  let asked = 0
  const task = createTestSource('task')
  const counted = {
    ...task,
    changes: (mark: string | null, limit: number) => {
      asked += 1
      return task.changes(mark, limit)
    },
  }
  const room = await openRoom({ sources: [counted] })
  const askedIn = async (seconds: number) => {
    const before = asked
    for (let second = 0; second < seconds; second += 1) {
      await room.time.pass(1000)
      for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    }
    return asked - before
  }
  room.indexer.start()
  while (!(await room.indexer.isComplete())) await askedIn(1)
  await askedIn(5)
  assert.equal(await askedIn(60), 0)
  task.put({ id: 'T-1', title: 'Written meanwhile' })
  await room.database.commits.write({ run: () => {} })
  while ((await room.ids('meanwhile')).length === 0) await askedIn(1)
  await room.close()
})
