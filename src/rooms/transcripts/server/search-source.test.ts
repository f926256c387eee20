import assert from 'node:assert/strict'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { TranscribedSession } from '../contract.ts'
import { chunkBytes, chunkIdsOf, parseChunkId } from '../core/chunks.ts'
import { placeHere } from './read-here.ts'
import { createTranscriptSearch } from './search-source.ts'

const conversation = '86add7bc-71df-4f1c-aa0a-9af14fea726d'
const session: TranscribedSession = {
  id: 's1',
  title: 'Mend it',
  agentType: 'code-agent',
  harness: 'code-agent',
  deviceId: null,
  conversation: null,
  isAtWork: true,
  lastActivity: '2026-11-23T09:00:00.000Z',
  state: 'running',
  isOnBoard: true,
}
const asked = (content: string): string => `${JSON.stringify({ type: 'user', message: { content } })}\n`

async function openPlace(t: TestContext, given: Partial<TranscribedSession> = {}) {
  const userHome = await mkdtemp(join(tmpdir(), 'orrery-talk-search-'))
  t.after(() => rm(userHome, { recursive: true, force: true }))
  await mkdir(join(userHome, '.claude/projects/p'), { recursive: true })
  let mark = 0
  const source = createTranscriptSearch({
    here: placeHere({ userHome, environment: {}, agents: () => ({}) }),
    conversationsOf: async () => [{ id: conversation, harness: 'code-agent' }],
    sessions: {
      find: async (id) => (id === 's1' ? { ...session, ...given } : null),
      changes: async () => ({ ids: ['s1', 'gone'], mark: `m${(mark += 1)}`, isEnd: true }),
    },
  })
  return { source, file: join(userHome, '.claude/projects/p', `${conversation}.jsonl`) }
}

test('a transcript is read in pieces, and later from the piece that has grown', async (t) => {
  const { source, file } = await openPlace(t)
  assert.deepEqual((await source.changes(null, 10)).ids, [], 'nothing is written yet')
  const line = asked(`a question ${'x'.repeat(2000)}`)
  await writeFile(file, asked('the first words') + line.repeat(Math.ceil((2 * chunkBytes) / line.length)))
  const first = await source.changes(null, 10)
  assert.deepEqual(first.ids, ['s1.0', 's1.1', 's1.2'])
  const [begin] = await source.read(['s1.0'])
  assert.match(begin?.text ?? '', /^the first words\n\na question/)
  assert.deepEqual(
    [begin?.title, begin?.href, begin?.where],
    ['Mend it', `/sessions/s1/transcript?from=${conversation}%3A0`, 'Claude Code, what was said'],
  )
  // A step that was not committed is told again.
  assert.deepEqual((await source.changes(null, 10)).ids, first.ids)
  await appendFile(file, asked('the last words'))
  const second = await source.changes('m3', 10)
  assert.deepEqual(second.ids, ['s1.2'])
  assert.match((await source.read(second.ids))[0]?.text ?? '', /the last words$/)
  await writeFile(file, asked('anew'))
  assert.deepEqual((await source.changes(second.mark, 10)).ids, ['s1.0'])
  assert.deepEqual(await source.read(['s1.1', 's1.511', 's1.512', 'gone.0', 'x', '']), [])
})

test('what is on a device is not read here', async (t) => {
  const { source, file } = await openPlace(t, { deviceId: 'd1' })
  await writeFile(file, asked('words'))
  assert.deepEqual((await source.changes(null, 10)).ids, [])
  assert.deepEqual(await source.read(['s1.0']), [])
})

test('all that a session may have in the index is known by its ids', () => {
  const ids = chunkIdsOf('s1')
  assert.equal(ids.length, 512)
  assert.ok(ids.every((id) => parseChunkId(id)?.session === 's1'))
})
