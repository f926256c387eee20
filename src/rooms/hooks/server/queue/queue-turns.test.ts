import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { temporaryFolder } from '../hooks.testkit.ts'
import { queueFiles } from './queue-files.ts'
import { createHookQueue } from './queue.ts'

const line = (metadata: string): string =>
  `${JSON.stringify({ tmux_session: 'agent-1', event: 'tool_use', metadata })}\n`

test('a look delivers what was queued before it, although a drain at work has read past that', async () => {
  using home = temporaryFolder()
  const atWork = Promise.withResolvers<void>()
  const heldUp = Promise.withResolvers<void>()
  const applied: (string | null)[] = []
  const queue = createHookQueue({
    home: home.path,
    clock: { now: () => 0 },
    log: silentLog,
    async applyReport({ metadata }) {
      applied.push(metadata)
      if (metadata === 'a') atWork.resolve()
      if (metadata === 'a') await heldUp.promise
      return ok({ ok: true, changed: true, session: null })
    },
  })
  const files = queueFiles(home.path)
  writeFileSync(files.queue, line('a'))
  const byTimer = queue.drain('timer')
  await atWork.promise
  writeFileSync(files.queue, line('b'))
  const looks = [queue.drain('look'), queue.drain('look')]
  heldUp.resolve()
  await Promise.all([byTimer, ...looks])
  assert.deepEqual(applied, ['a', 'b'])
})

test('a look is told when events are held up by a full disk or the end of the service', async () => {
  using home = temporaryFolder()
  let isFull = true
  const queue = createHookQueue({
    home: home.path,
    clock: { now: () => 0 },
    log: silentLog,
    async applyReport() {
      if (isFull) throw new StorageError('The disk is full.')
      return ok({ ok: true, changed: true, session: null })
    },
  })
  const files = queueFiles(home.path)
  writeFileSync(files.queue, line('a'))
  assert.equal(await queue.drainBeforeLook(), false)
  isFull = false
  assert.equal(await queue.drainBeforeLook(), true)
  writeFileSync(files.queue, line('b'))
  await queue.stop()
  assert.equal(await queue.drainBeforeLook(), false)
})
