// What a question is answered with: how many there are, what stands first among many, and where a result leads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countLimit } from '../contract.ts'
import { openRoom } from './room.testkit.ts'

/** Tasks whose texts have the words, the oldest first. */
async function openWith(texts: readonly string[]) {
  const room = await openRoom()
  for (const [index, text] of texts.entries()) room.of('task').put({ id: `T-${index}`, title: `Number ${index}`, text })
  await room.indexer.catchUp()
  return room
}

const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text)

test('of kinds that were not asked for, and without a word, nothing is found and nothing is read', async () => {
  const room = await openWith(['the port is in use'])
  room.of('session').put({ id: 's1', title: 'port', text: 'port' })
  await room.indexer.catchUp()
  assert.deepEqual((await room.find('port', { kind: 'session' })).found, none({ session: 1 }))
  for (const source of room.sources) source.reads = 0
  for (const q of ['', ' ', '"', '!?'])
    assert.deepEqual(await room.find(q), { results: [], found: none(), is_complete: true }, q)
  assert.deepEqual(
    room.sources.map(({ reads }) => reads),
    room.sources.map(() => 0),
  )
  await room.close()
})

const none = (some: object = {}) => ({ task: 0, session: 0, transcript: 0, output: 0, brief: 0, run: 0, ...some })

test('all are counted up to a limit, and as many are answered as were asked for', async () => {
  const room = await openWith(times(countLimit + 20, 'the port is in use'))
  const { results, found } = await room.find('port')
  assert.deepEqual([results.length, found.task], [20, countLimit + 1])
  assert.equal((await room.find('port', { limit: countLimit })).results.length, countLimit)
  assert.equal((await room.find('port', { limit: 3 })).results.length, 3)
  const read = room.of('task').reads
  await room.find('port', { limit: 1 })
  assert.ok(room.of('task').reads - read < 60, 'a short answer reads few of many')
  await room.close()
})

test('a title with all the words stands before newer texts, however many there are', async () => {
  const room = await openRoom()
  room.of('task').put({ id: 'old', title: 'Port in use', at: '2020-01-01T10:00:00.000Z' })
  for (let index = 0; index < 90; index++)
    room.of('task').put({ id: `T-${index}`, title: `Number ${index}`, text: 'the port is in use' })
  await room.indexer.catchUp()
  assert.deepEqual((await room.ids('port use', { limit: 5 }))[0], 'old')
  await room.close()
})

test('a phrase is looked for in many texts that have its words, and only those that have it count', async () => {
  const room = await openWith(['the port is in use', ...times(70, 'in the port of use')])
  const { results, found } = await room.find('"port is in use"')
  assert.deepEqual([results.map(({ id }) => id), found.task], [['T-0'], 1])
  assert.deepEqual((await room.find('"of the port"')).found.task, 0)
  await room.close()
})

test('what changed since the index saw it leads to its place, without words that are not there', async () => {
  const room = await openWith(['the port is in use'])
  assert.equal((await room.find('port')).results[0]?.href, '/task?id=T-0&words=port')
  room.of('task').put({ id: 'T-0', title: 'Number 0', text: 'mended' })
  assert.equal((await room.find('port')).results[0]?.href, '/task?id=T-0')
  await room.close()
})

test('until each source was read to its end, an answer says that there may be more', async () => {
  const room = await openRoom()
  room.of('task').put({ id: 'T-1', title: 'Port' })
  assert.equal((await room.find('port')).is_complete, false)
  await room.indexer.catchUp()
  assert.equal((await room.find('port')).is_complete, true)
  await room.close()
})
