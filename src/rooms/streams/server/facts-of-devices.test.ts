import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { runScript } from '#platform/server/db/sqlite-script.ts'
import type { SessionFact } from '../contract.ts'
import { createDiffs } from './diffs.ts'
import { factOfDevice } from './facts-of-devices.ts'

const hook = { source: 'hook', name: 'Bash', ok: false, command: 'make', isCut: false, file: null, directory: '/p' }
const file = { path: '/p/a', status: 'changed', added: 1, removed: 0 }
const git = { source: 'git', files: [file], trouble: null }

function openPlace() {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE tool_facts (fact INTEGER PRIMARY KEY, session_id TEXT, at TEXT, tool TEXT)')
  const told: SessionFact[] = []
  const parts = { clock: { now: () => 0 }, tell: (fact: SessionFact) => void told.push(fact) }
  return { told, db, take: (change: unknown) => factOfDevice(parts, 's', change) }
}

test('what a device learned is kept with its envelope, and told once that is committed', () => {
  const { told, db, take } = openPlace()
  for (const change of [hook, git]) {
    const fact = take(change)
    assert.ok(fact !== null)
    runScript(db, fact.script())
    assert.equal(db.prepare('SELECT count(*) AS n FROM tool_facts').get()?.n, told.length + 1)
    fact.committed?.()
  }
  const at = '1970-01-01T00:00:00.000Z'
  assert.deepEqual(told, [
    { ...hook, fact: 1, sessionId: 's', at },
    { ...git, fact: 2, sessionId: 's', at },
  ])
})

test('what is no fact, or longer than one may be, is none', () => {
  const { take } = openPlace()
  const changes = [
    null,
    'git',
    { source: 'elsewhere' },
    { ...hook, command: 'x'.repeat(2001) },
    { ...hook, name: '' },
    { ...git, files: Array.from({ length: 101 }, () => file) },
    { ...git, files: Array.from({ length: 5 }, () => ({ ...file, path: 'x'.repeat(4000) })) },
    { ...git, trouble: 'x'.repeat(501) },
    { source: 'shell', number: 1, mark: 'began' },
  ]
  for (const change of changes) assert.equal(take(change), null, JSON.stringify(change)?.slice(0, 80))
})

test('a difference is read where the session runs, and it is said where it can not be', async () => {
  const here = { path: 'a', text: 'here', is_cut: false, why: null }
  const asked: object[] = []
  let answer: { ok: boolean; value?: unknown } | null = { ok: true, value: { diff: { ...here, text: 'there' } } }
  let isConnected = true
  const devices = {
    isConnected: () => isConnected,
    nameOf: () => 'Forge',
    request: async (...words: readonly unknown[]) => {
      asked.push(words)
      return answer
    },
  }
  const files = { diff: async () => here }
  const diff = createDiffs({ files, devices: () => devices })
  assert.equal((await diff({ id: 's', deviceId: null }, 'a')).text, 'here')
  assert.equal((await diff({ id: 's', deviceId: 'd' }, 'a')).text, 'there')
  assert.deepEqual(asked, [['d', 'diff', { session_id: 's', path: 'a' }]])
  const whys: (string | null)[] = []
  for (const given of [null, { ok: false }, { ok: true, value: 'none' }]) {
    answer = given
    whys.push((await diff({ id: 's', deviceId: 'd' }, 'a')).why)
  }
  isConnected = false
  whys.push((await diff({ id: 's', deviceId: 'd' }, 'a')).why)
  whys.push((await createDiffs({ files, devices: () => null })({ id: 's', deviceId: 'd' }, 'a')).why)
  assert.deepEqual(whys, [
    'Forge is not connected: the difference is kept there.',
    'Forge could not tell the difference.',
    'Forge could not tell the difference.',
    'Forge is not connected: the difference is kept there.',
    'It ran on a device, and this service has none.',
  ])
})
