import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersOf, hrefOf, isFiltered, noFilters, queryOf, type Filters } from './filters.ts'

const nowMs = Date.parse('2026-11-20T10:00:00.000Z')

test('filters stand in the address and are read from it again', () => {
  const rows: [Partial<Filters>, string, boolean][] = [
    [{}, '/activity', false],
    [{ each: true }, '/activity?each=1', false],
    [{ source: 'tmux' }, '/activity?source=tmux', true],
    [{ actor: 'agent', since: '24h' }, '/activity?actor=agent&since=24h', true],
    [{ kind: 'session.failed' }, '/activity?kind=session.failed', true],
    [{ text: 'Disk quo' }, '/activity?text=Disk+quo&words=disk+quo', true],
    [{ until: '2026-11-20' }, '/activity?until=2026-11-20', true],
  ]
  for (const [part, href, filtered] of rows) {
    const filters = { ...noFilters, ...part }
    assert.equal(hrefOf(filters), href)
    assert.deepEqual(filtersOf(href.split('?')[1] ?? ''), filters)
    assert.equal(isFiltered(filters), filtered, href)
  }
})

test('what an address says that is none of ours chooses nothing', () => {
  assert.deepEqual(filtersOf('source=elsewhere&actor=nobody&each=yes'), noFilters)
})

test('the service is asked for what was chosen, since a moment that moves with the clock', () => {
  assert.deepEqual(queryOf(noFilters, nowMs), {})
  const chosen = { source: 'tmux', actor: 'agent', kind: 'session', since: '2h', each: true } as const
  assert.deepEqual(queryOf({ ...noFilters, ...chosen }, nowMs), {
    source: 'tmux',
    actor: 'agent',
    kind: 'session',
    since: '2026-11-20T08:00:00.000Z',
  })
  assert.deepEqual(queryOf({ ...noFilters, since: 'yesterday', text: ' ' }, nowMs), {})
  const span = { since: '2026-11-19T10:00:00.000Z', until: '2026-11-20T09:00:00.000Z' }
  assert.deepEqual(queryOf({ ...noFilters, ...span, text: 'disk' }, nowMs), { ...span, text: 'disk' })
})
