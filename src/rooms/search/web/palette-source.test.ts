// What the palette shows of what the service finds: by kind, few of each, and the page of search for the rest.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dropToken, keepToken } from '#platform/web/auth/token.ts'
import { scriptedService } from '#testing/scripted-service.testkit.ts'
import type { SearchResult } from '../contract.ts'
import { searchSources } from './palette-source.ts'

const { sent, answers } = scriptedService
after(() => dropToken('a-token'))

const resultOf = (fields: Partial<SearchResult>): SearchResult => ({
  kind: 'task',
  id: 'T-1',
  title: 'Disk',
  snippet: 'the disk is full',
  at: '2026-11-20T10:00:00.000Z',
  href: '/tasks/T-1',
  state: 'ready',
  where: 'orrery',
  ...fields,
})

const sourceOf = (group: string) => searchSources.find((source) => source.group === group) ?? assert.fail(group)
const found = (group: string, query: string) => sourceOf(group).search(query)

test('nobody is asked without a login, nor for one letter', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  scriptedService.clear()
  const { onQuery } = sourceOf('Search')
  onQuery?.('disk')
  t.mock.timers.tick(1000)
  assert.deepEqual(sent, [])
  keepToken('a-token')
  onQuery?.('d')
  t.mock.timers.tick(1000)
  assert.deepEqual(sent, [])
  assert.deepEqual(found('Search', 'd'), [])
  assert.deepEqual(
    found('Search', 'disk').map(({ title }) => title),
    ['Search everything for “disk”'],
  )
})

test('an answer is shown by kind, few of each, while somebody types on', async () => {
  scriptedService.clear()
  keepToken('a-token')
  const tasks = Array.from({ length: 6 }, (_, index) => resultOf({ id: `T-${index}` }))
  const others = [
    resultOf({ kind: 'output', id: 's1', snippet: '', where: 'code-agent' }),
    resultOf({ kind: 'brief', id: '7', state: null }),
  ]
  const counts = { task: 6, session: 0, output: 1, brief: 1, run: 0 }
  answers.push({ body: { results: [...tasks, ...others], found: counts, is_complete: true } })
  const answered = new Promise<void>((resolve) => {
    const stop = sourceOf('In tasks').answered?.subscribe(() => {
      if (found('In tasks', 'disk').length === 0) return
      stop?.()
      resolve()
    })
  })
  sourceOf('Search').onQuery?.('disk')
  await answered
  assert.deepEqual(
    found('In tasks', 'disk quota').map(({ id, meta, copyText }) => [id, meta, copyText]),
    ['T-0', 'T-1', 'T-2', 'T-3'].map((id) => [`task:${id}`, 'the disk is full', id]),
  )
  const [output] = found('In outputs', 'disk')
  assert.deepEqual([output?.meta, 'dot' in (output ?? {})], ['code-agent', false], 'an output has no state of its own')
  const [task] = found('In tasks', 'disk')
  assert.deepEqual([task?.dot, 'icon' in (task ?? {})], ['ready', false])
  assert.equal('icon' in (found('In briefs', 'disk')[0] ?? {}), true)
  assert.deepEqual([found('In sessions', 'disk'), found('In tasks', 'quota')], [[], []])
})
