import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sampleStrand } from '#testing/sample-strand.testkit.ts'
import { strandSources } from './palette-source.ts'
import { tellStrands } from './strand-store.ts'

const search = (group: string, query: string) =>
  (strandSources.find((source) => source.group === group)?.search(query) ?? []).map(({ id }) => id)

// The store of strands is one for all tests of the page.
beforeEach(() => {
  tellStrands(
    [
      sampleStrand({ id: 'night-report', name: 'night-report', description: 'sends numbers' }),
      sampleStrand({ id: 'report', name: 'report', input_schema: { type: 'object' } }),
      sampleStrand({ id: 'far-report', name: 'far-report', origin: 'synthetic' }),
      sampleStrand({
        id: 'torn-report',
        name: 'torn-report',
        broken: { file: 'torn.ts', line: 1, reason: 'wrong', since: '2026-01-01T00:00:00.000Z' },
      }),
      ...Array.from({ length: 9 }, (_, place) => sampleStrand({ id: `copy-${place}`, name: `copy-${place}` })),
    ],
    [],
  )
})

test('strands are found by name and description, the best first', () => {
  assert.deepEqual(search('Strands', 'numbers'), ['strand:night-report'])
  assert.equal(search('Strands', 'report')[0], 'strand:report')
  assert.equal(search('Strands', 'report').length, 4)
})

test('before anything is typed there are none, and never more than leave room for commands', () => {
  assert.deepEqual([search('Strands', ''), search('Run', '')], [[], []])
  assert.equal(search('Strands', 'copy').length, 6)
})

test('only what can be run here is offered to run, with or without the word', () => {
  const runnable = ['run-strand:night-report', 'run-strand:report']
  for (const query of ['report', 'run report', 'run strand report', 'RUN report']) {
    assert.deepEqual(search('Run', query).toSorted(), runnable, query)
  }
  assert.equal(search('Run', 'run').length > 0, true)
})

test('a strand that asks for its input says so', () => {
  const found = strandSources.find(({ group }) => group === 'Run')?.search('report') ?? []
  assert.deepEqual(Object.fromEntries(found.map(({ title, meta }) => [title, meta])), {
    'Run night-report': 'strand',
    'Run report': 'strand, asks for its input',
  })
})
