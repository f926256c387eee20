// What a full or broken disk does to the queue.
import assert from 'node:assert/strict'
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { temporaryFolder } from '../hooks.testkit.ts'
import type { AgentReport } from '#rooms/sessions/contract.ts'
import { createHookQueue } from './queue.ts'
import { queueFiles } from './queue-files.ts'
import { readQueue } from './read-queue.ts'

const clock = { now: () => 0 }
const accepted = ok({ ok: true as const, changed: true, session: null })

const line = (metadata: string): string =>
  `${JSON.stringify({ tmux_session: 'agent-1', event: 'tool_use', metadata })}\n`

test('a line that a full disk cut short does not swallow the next one', async () => {
  using home = temporaryFolder()
  let isRefused = true
  const applied: (string | null)[] = []
  const applyReport = async ({ metadata }: AgentReport) => {
    applied.push(metadata)
    return isRefused ? err({ error: 'stopping' as const, reason: '' }) : accepted
  }
  const queue = createHookQueue({ home: home.path, clock, log: silentLog, applyReport })
  const files = queueFiles(home.path)
  const [half, trap] = [line('a').slice(0, 40), line('b {"tmux_session":')]
  writeFileSync(files.queue, half + trap + half + half + line('c') + line('d'))
  await queue.drain('timer')
  isRefused = false
  assert.deepEqual(await queue.drain('timer'), { delivered: 3, failed: 0, dead: 2 })
  assert.deepEqual([...new Set(applied)], ['b {"tmux_session":', 'c', 'd'])
  assert.deepEqual(
    (await readQueue(home.path)).dead.events.map((letter) => [letter['line'], letter['error']]),
    [half, half + half].map((cut) => [cut, 'was cut short: its disk was full']),
  )
})

test('what keeps the queue from being drained is told once, by whichever drain meets it, and again after it was mended', async () => {
  using home = temporaryFolder()
  const told: unknown[] = []
  const log = { ...silentLog, error: (fields: unknown) => void told.push(fields) }
  const queue = createHookQueue({ home: home.path, clock, log, applyReport: async () => accepted })
  const { queue: path } = queueFiles(home.path)
  for (const times of [1, 2]) {
    mkdirSync(path)
    await queue.start()
    await queue.stop()
    for (let look = 0; look < 3; look++) await queue.drainBeforeLook()
    await queue.removeSessionEvents({ sessionId: 'one', tmuxSession: 'agent-1' })
    assert.equal(told.length, times)
    rmdirSync(path)
    await queue.drainBeforeLook()
  }
})

const starts: readonly (readonly [what: string, queued: string, told: readonly object[]])[] = [
  ['no events', '', []],
  ['events', line('a') + line('b'), [{ delivered: 2, failed: 0, dead: 0 }]],
  ['what is no event', 'nonsense\n', [{ delivered: 0, failed: 0, dead: 1 }]],
]
for (const [what, queued, told] of starts) {
  test(`a start that finds ${what} ${told.length === 0 ? 'says nothing' : 'says what became of them'} in the log`, async () => {
    using home = temporaryFolder()
    const said: unknown[] = []
    const log = { ...silentLog, info: (fields: unknown) => void said.push(fields) }
    const queue = createHookQueue({ home: home.path, clock, log, applyReport: async () => accepted })
    writeFileSync(queueFiles(home.path).queue, queued)
    await queue.start()
    await queue.stop()
    assert.deepEqual(said, told)
  })
}
