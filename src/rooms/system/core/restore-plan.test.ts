// What stays in a home that a backup is restored into, and the names of the folders beside it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asideName, stagedBy, stagedName, staysInHome } from './restore-plan.ts'

test('what a backup holds goes aside, and with it what belongs to the database and its service', () => {
  for (const name of ['service.db', 'service.db-wal', 'service.db.before-v30', 'config.json', 'sessions.json', 'logs'])
    assert.equal(staysInHome(name), false, name)
  for (const name of ['workflows', 'strand-runs', 'runs', 'hook-key', 'reserve', 'service.json', 'x.12.1.tmp'])
    assert.equal(staysInHome(name), false, name)
})

test('what no backup holds stays: who may come in, what agents work on, the other backups, the lock', () => {
  for (const name of ['access-token', 'logins.json', 'mcp-token', 'hub-key', 'worktrees', 'backups', 'lock.db'])
    assert.equal(staysInHome(name), true, name)
})

test('a folder of a restore names its process, and no other folder does', () => {
  assert.equal(stagedBy(stagedName(42)), 42)
  for (const name of ['restoring-', 'restoring-4x', 'before-20260101T000000Z', 'x.restoring-4'])
    assert.equal(stagedBy(name), null, name)
})

test('two restores of one second keep both homes', () => {
  const now = '2026-11-22T18:50:21.123Z'
  const first = asideName('.service.', now, new Set())
  assert.equal(first, '.service.before-20261122T185021Z')
  const second = asideName('.service.', now, new Set([first]))
  assert.equal(second, `${first}-2`)
  assert.equal(asideName('.service.', now, new Set([first, second])), `${first}-3`)
})
