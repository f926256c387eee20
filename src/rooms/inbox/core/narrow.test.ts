import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrange } from './arrange.ts'
import { narrow, type InboxFilter } from './narrow.ts'
import { minute, sampleItem as item, seen, snoozed } from './sample-item.testkit.ts'

const about = { type: 'task', id: 'CI', title: 'Move CI to arm64', project: 'infra' } as const
const failed = { cause: 'API Error: 529', about } as const
const inbox = arrange([
  item({ id: 'session:w', kind: 'needs_you', title: 'Incident review', text: 'Name roles?', found_by: ['code-agent'] }),
  item({ id: 'session:a', title: 'Port a', ...failed, found_by: ['shell', 'agent-port-a'], since: minute(2) }),
  item({ id: 'session:b', title: 'Port b', ...failed, found_by: ['shell', 'agent-port-b'], since: minute(1) }),
  item({ id: 'run:r', kind: 'run_failed', title: 'nightly', text: 'ECONNREFUSED' }),
  item({ id: 'task:B', kind: 'blocked', title: 'Refunds', task_id: 'TASK-7', mark: snoozed(null) }),
  item({ id: 'session:s', title: 'Old failure', mark: seen }),
])

const left = (filter: Partial<InboxFilter>) => {
  const { sections, snoozed: away, seen: looked } = narrow(inbox, { q: '', section: null, ...filter })
  const open = sections.flatMap(({ groups }) => groups.map(({ items }) => items.map(({ id }) => id)))
  return [...open, ...[...away, ...looked].map(({ id }) => id)]
}

const rows = [
  ['without a filter all stays', {}, [['session:w'], ['session:a', 'session:b'], ['run:r'], 'task:B', 'session:s']],
  ['every word, in whatever case and text', { q: ' ROLES incident ' }, [['session:w']]],
  ['what it asks and why it failed', { q: '529' }, [['session:a', 'session:b']]],
  ['its project', { q: 'infra' }, [['session:a', 'session:b']]],
  ['its epic and its name', { q: 'arm64 port b' }, [['session:b']]],
  ['the kind of agent', { q: 'code-agent' }, [['session:w']]],
  ['its terminal', { q: 'agent-port-a' }, [['session:a']]],
  ['an id by its beginning', { q: 'task-' }, ['task:B']],
  ['no id by a letter or two', { q: 'sk' }, []],
  ['what was put off, too', { q: 'refunds' }, ['task:B']],
  ['one section', { section: 'failed' }, [['session:a', 'session:b'], 'session:s']],
  ['a section and words', { section: 'strands', q: 'port' }, []],
] as const

for (const [name, filter, found] of rows) test(`it finds ${name}`, () => assert.deepEqual(left(filter), found))

test('counts tell of the whole, those of a section of what is shown', () => {
  const narrowed = narrow(inbox, { q: 'agent-port-a', section: null })
  assert.deepEqual(narrowed.counts, inbox.counts)
  assert.deepEqual(
    narrowed.sections.map(({ id, count }) => [id, count]),
    [['failed', 1]],
  )
})
