import assert from 'node:assert/strict'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import { createWatched } from '#platform/server/config/watched.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { hookScriptPath, temporaryFolder } from './hooks.testkit.ts'
import { openHooksRoom } from './index.ts'

const hooks = { port: null, autoInstall: true, promptSubmit: 'working', interactiveStop: 'to_review' } as const

/** A room over `home`: what it wrote to the log as errors, and the events that it delivered. */
function roomOver(home: string) {
  const errors: string[] = []
  const delivered: (string | null)[] = []
  const log = { ...silentLog, error: (_fields: unknown, message?: string) => void errors.push(message ?? '') }
  const room = openHooksRoom({
    config: { home, hooks },
    settings: createWatched({ hooks }),
    userHome: home,
    environment: {},
    clock: { now: () => 0 },
    log,
  })
  room.reportTo(async ({ metadata }) => {
    delivered.push(metadata)
    return ok({ ok: true, changed: true, session: null })
  })
  return { room, errors, delivered }
}

const queued = '{"tmux_session":"agent-1","event":"tool_use","metadata":"Bash"}\n'

test('the start writes the scripts and delivers what was queued', async () => {
  using home = temporaryFolder()
  const { room, errors, delivered } = roomOver(home.path)
  writeFileSync(join(home.path, 'hook-queue.jsonl'), queued)
  await room.start?.()
  await room.stop?.()
  assert.deepEqual([existsSync(hookScriptPath(home.path)), errors, delivered], [true, [], ['Bash']])
})

test('without a place for the scripts the log says so, and what was queued is delivered all the same', async () => {
  using home = temporaryFolder()
  const { room, errors, delivered } = roomOver(home.path)
  mkdirSync(join(home.path, 'elsewhere'))
  symlinkSync(join(home.path, 'elsewhere'), join(home.path, 'bin'))
  writeFileSync(join(home.path, 'hook-queue.jsonl'), queued)
  await room.start?.()
  await room.stop?.()
  assert.deepEqual([errors.length, delivered], [1, ['Bash']])
  assert.match(errors[0] ?? '', /hook scripts could not be written/)
})

test('a removed session takes its queued events along', async () => {
  using home = temporaryFolder()
  const { room, delivered } = roomOver(home.path)
  writeFileSync(join(home.path, 'hook-queue.jsonl'), queued)
  await room.removeSessionEvents({ sessionId: 'one', tmuxSession: 'agent-1' })
  assert.equal(await room.drain(), true)
  await room.stop?.()
  assert.deepEqual(delivered, [])
})
