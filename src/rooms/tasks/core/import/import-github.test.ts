import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportDraft, ImportDefaults } from './import-draft.ts'
import { parseGithub } from './import-github.ts'

const nameless: ImportDefaults = { project: null, source: null }

function read(issues: readonly object[], defaults = nameless): readonly ImportDraft[] {
  const parsed = parseGithub(issues, defaults)
  assert.ok(parsed.ok)
  return parsed.value.drafts
}

const issue = (more: object = {}) => ({ number: 7, title: 'Fuel', ...more })
const only = (more: object, defaults = nameless): ImportDraft => read([issue(more)], defaults)[0] ?? assert.fail()

const labels: readonly (readonly [string, object, readonly [string, string, string]])[] = [
  ['nothing said', {}, ['task', 'backlog', 'P3']],
  ['labels as texts', { labels: ['epic', 'prio: high', 'in review'] }, ['epic', 'review', 'P2']],
  ['the first that says something counts', { labels: ['bug', 'low', 'urgent'] }, ['task', 'backlog', 'P4']],
  ['a type in words', { labels: ['type: user story'] }, ['story', 'backlog', 'P3']],
  ['a word that is no type', { labels: ['storyboard', 'task'] }, ['task', 'backlog', 'P3']],
  ['closed, in small letters', { state: 'closed', labels: ['in progress'] }, ['task', 'done', 'P3']],
  ['open, whatever a label says', { state: 'open', labels: ['done', 'blocked'] }, ['task', 'blocked', 'P3']],
]
for (const [name, more, expected] of labels) {
  test(`GitHub: an issue with ${name}`, () => {
    const { type, status, priority } = only(more)
    assert.deepEqual([type, status, priority], expected)
  })
}

const names: readonly (readonly [object, ImportDefaults, string, string, string | null])[] = [
  [{}, nameless, 'issues#7', 'issues-7', null],
  [{}, { project: 'web', source: null }, 'web#7', 'web-7', null],
  [{}, { project: 'web', source: 'acme/list' }, 'acme/list#7', 'list-7', null],
  [{ url: 'https://git.acme.test/a/rocket/issues/7' }, nameless, 'a/rocket#7', 'rocket-7', 'a/rocket'],
  [{ url: 'https://git.acme.test/a/rocket' }, nameless, 'issues#7', 'issues-7', null],
]
for (const [more, defaults, sourceId, preferredId, repo] of names) {
  test(`GitHub: the issue is known as ${sourceId} where ${JSON.stringify({ ...more, ...defaults })}`, () => {
    const draft = only(more, defaults)
    assert.deepEqual([draft.sourceId, draft.preferredId, draft.sourceRepo], [sourceId, preferredId, repo])
    assert.equal(draft.project, defaults.project)
  })
}

test('GitHub: a milestone becomes one epic for all its issues, by its number or its title', () => {
  const url = 'https://github.com/acme/rocket/issues/7'
  const launch = { title: 'Launch' }
  assert.deepEqual(
    read([issue({ url, milestone: launch }), issue({ number: 8, url, milestone: launch })]).map(
      ({ sourceId, parent, url: web }) => [sourceId, parent, web],
    ),
    [
      ['acme/rocket milestone Launch', null, null],
      ['acme/rocket#7', 'acme/rocket milestone Launch', url],
      ['acme/rocket#8', 'acme/rocket milestone Launch', url],
    ],
  )
  const numbered = read([issue({ milestone: { number: 3, ...launch } })])
  assert.deepEqual([numbered[0]?.sourceId, numbered[0]?.url], ['issues milestone 3', null])
  assert.deepEqual(
    [null, { title: ' ' }].map((milestone) => read([issue({ milestone })]).length),
    [1, 1],
  )
})
