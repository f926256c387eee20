import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backupIdSchema, type Manifest } from '../contract.ts'
import {
  archiveName,
  backupId,
  backupWords,
  byAge,
  idOfArchive,
  idsToDrop,
  isKept,
  mayBring,
  momentOf,
} from './backup-plan.ts'
import { mayRestore } from './may-restore.ts'

const now = Date.parse('2026-11-22T18:50:21.345Z')

test('a backup is named by its second, and the next one of that second by a number', () => {
  const first = backupId(now, new Set())
  const second = backupId(now, new Set([first]))
  assert.deepEqual([first, second], ['20261122T185021Z', '20261122T185021Z-2'])
  for (const id of [first, second]) {
    assert.equal(backupIdSchema.safeParse(id).success, true)
    assert.equal(idOfArchive(archiveName(id)), id)
    assert.equal(momentOf(id), '2026-11-22T18:50:21.000Z')
  }
})

test('no other name is that of an archive, and no id leads out of the folder', () => {
  const names = ['orrery-20261122T185021Z.tar.gz.12.2.tmp', 'orrery-x.tar.gz', '../orrery-20261122T185021Z.tar.gz', '.']
  for (const name of names) assert.equal(idOfArchive(name), null, name)
  for (const id of ['..', '../x', '20261122T185021Z/..', '20261122T185021Z\0', '20261122T185021Z\n', '', 'x']) {
    assert.equal(backupIdSchema.safeParse(id).success, false, id)
  }
})

test('the newest so many stay', () => {
  const ids = ['20261120T000000Z', '20261122T000000Z-10', '20261122T000000Z', '20261122T000000Z-2', '20251122T000000Z']
  const inOrder = ids.toSorted(byAge)
  assert.deepEqual(inOrder, [
    '20261122T000000Z-10',
    '20261122T000000Z-2',
    '20261122T000000Z',
    '20261120T000000Z',
    '20251122T000000Z',
  ])
  assert.deepEqual(idsToDrop(ids, 3), inOrder.slice(3))
  assert.deepEqual([idsToDrop(ids, null), idsToDrop(ids, 9)], [[], []])
})

test('an archive may bring what a backup holds, and nothing else', () => {
  const may = ['config.json', 'service.db', 'workflows/a/b.ts', 'logs/x.log', 'SHA256SUMS', 'plugins/..a.ts']
  const not = [
    'access-token',
    'logins.json',
    'bin/x',
    '/etc/passwd',
    '../x',
    'workflows/../access-token',
    'workflows//x',
    'workflows/.',
    'workflows\\x',
    'service.db/x',
    'logs',
    '',
  ]
  assert.deepEqual(
    may.filter((path) => !mayBring(path)),
    [],
  )
  assert.deepEqual(not.filter(mayBring), [])
  assert.deepEqual(['a.ts', 'node_modules', 'x.12.1.tmp'].map(isKept), [true, false, false])
})

test('a backup of a newer database is refused, one of this or an older one is not', () => {
  const manifest: Manifest = {
    format: 1,
    product: 'orrery',
    made_at: '2026-11-22T18:50:21.000Z',
    version: '9.0.0',
    schema: 14,
    host: 'box',
    home: '/home/ada/.service',
    outputs: true,
  }
  assert.deepEqual([mayRestore(manifest, 14), mayRestore(manifest, 15)], [null, null])
  assert.match(mayRestore(manifest, 13)?.reason ?? '', /version 14, and this program knows 13/)
})

test('a backup says how far it is, how large it is, or why there is none', () => {
  const backup = {
    id: '20261122T185021Z',
    state: 'running',
    at: '2026-11-22T18:50:21.000Z',
    path: '/x',
    bytes: 5,
    total_bytes: 10,
    step: 'database',
    version: null,
    schema: null,
    outputs: true,
    problem: null,
  } as const
  const size = (bytes: number) => `${bytes}`
  assert.equal(backupWords(backup, size), 'copying the database: 5 of about 10')
  assert.equal(backupWords({ ...backup, step: 'archive', total_bytes: 0 }, size), 'packing')
  assert.equal(backupWords({ ...backup, state: 'done' }, size), '5')
  assert.equal(
    backupWords({ ...backup, state: 'failed', problem: 'The disk is full.' }, size),
    'failed: The disk is full.',
  )
})
