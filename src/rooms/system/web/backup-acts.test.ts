// What the page does to backups, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { refused, scriptedService } from '#testing/scripted-service.testkit.ts'
import type { Backup } from '../contract.ts'
import { deleteBackup, downloadBackup, startBackup } from './backup-acts.ts'

const { sent, answers } = scriptedService
const titles = () => toasts.get().map(({ title }) => title)

const backup: Backup = {
  id: '20261122T185021Z',
  state: 'done',
  at: '2026-11-22T18:50:21.000Z',
  path: '/home/ada/.service/backups/orrery-20261122T185021Z.tar.gz',
  bytes: 1,
  total_bytes: null,
  step: null,
  version: '1.2.3',
  schema: 1,
  outputs: true,
  problem: null,
}

beforeEach(() => {
  scriptedService.clear()
  for (const { id } of toasts.get()) dismissToast(id)
})

test('a backup is asked for; its refusal is for whoever asked to show', async () => {
  answers.push({ status: 201, body: { backup } }, refused)
  assert.equal(await startBackup(), null)
  assert.equal((await startBackup())?.reason, 'It is over.')
  assert.deepEqual(sent[0], { asked: 'POST /api/system/backup', body: {} })
  assert.deepEqual(titles(), [])
})

test('one that is deleted says nothing; a refusal says what was not done', async () => {
  answers.push({ body: { ok: true } }, refused, refused)
  await deleteBackup(backup)
  assert.deepEqual([sent[0]?.asked, titles()], [`DELETE /api/system/backups/${backup.id}`, []])
  await deleteBackup(backup)
  await deleteBackup({ ...backup, state: 'running' })
  assert.deepEqual(titles().toSorted(), ['Not cancelled: it is over.', 'Not deleted: it is over.'])
})

test('an archive is saved under its own name; what can’t be read is told', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const saved: string[] = []
  const link = { href: '', download: '', click: () => void saved.push(link.download) }
  Object.assign(globalThis, { document: { createElement: () => link } })
  t.after(() => void Reflect.deleteProperty(globalThis, 'document'))
  answers.push({ body: { bytes: 'of an archive' } }, refused)
  await downloadBackup(backup)
  assert.deepEqual(
    [sent[0]?.asked, saved],
    [`GET /api/system/backups/${backup.id}/archive`, [`orrery-${backup.id}.tar.gz`]],
  )
  assert.match(link.href, /^blob:/)
  await downloadBackup(backup)
  assert.deepEqual([saved.length, titles()], [1, ['Not downloaded: it is over.']])
})
