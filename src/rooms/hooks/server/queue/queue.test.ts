import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal, RefusalCode } from '#platform/contract.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { IngestAnswer } from '../../contract.ts'
import { temporaryFolder } from '../hooks.testkit.ts'
import type { AgentReport } from '#rooms/sessions/contract.ts'
import { createHookQueue } from './queue.ts'
import { queueFiles } from './queue-files.ts'
import { readQueue } from './read-queue.ts'

const at = '2026-11-20T08:00:00.000Z'
const clock = { now: () => Date.parse(at) }
const accepted: Result<IngestAnswer, Refusal> = ok({ ok: true, changed: true, session: null })

type Apply = (report: AgentReport) => Result<IngestAnswer, Refusal>

/** A queue over `home` whose sessions room answers as `apply` says, and the metadata of what it was asked to apply. */
function queueOver(home: string, apply: Apply = () => accepted) {
  const applied: (string | null)[] = []
  const queue = createHookQueue({
    home,
    clock,
    log: silentLog,
    applyReport: async (report) => {
      applied.push(report.metadata)
      return apply(report)
    },
  })
  return { queue, applied, files: queueFiles(home) }
}

const line = (name: string, more: object = {}): string =>
  `${JSON.stringify({ tmux_session: 'agent-1', event: 'tool_use', metadata: name, at: 1795163301.5, ...more })}\n`

const refuse =
  (error: RefusalCode): Apply =>
  () =>
    err({ error, reason: 'No.' })

function linesOf(path: string): Record<string, unknown>[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text))
}

test('queued events are delivered in order, once, as hook events', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path, (report) => {
    assert.equal(report.source, 'hook')
    return accepted
  })
  assert.deepEqual(await queue.drain('timer'), { delivered: 0, failed: 0, dead: 0 })
  writeFileSync(files.queue, line('a') + line('b'))
  appendFileSync(files.queue, line('c'))
  assert.deepEqual(await queue.drain('timer'), { delivered: 3, failed: 0, dead: 0 })
  assert.deepEqual(await queue.drain('timer'), { delivered: 0, failed: 0, dead: 0 })
  assert.deepEqual(applied, ['a', 'b', 'c'])
  assert.deepEqual(
    [existsSync(files.queue), existsSync(files.draining), existsSync(files.deadLetters)],
    [false, false, false],
  )
})

const counted: RefusalCode[] = ['not_found', 'too_many', 'storage_unavailable', 'internal']

for (const error of counted) {
  test(`an event refused with ${error} is tried five times and then is a dead letter, once`, async () => {
    using home = temporaryFolder()
    const { queue, applied, files } = queueOver(home.path, refuse(error))
    writeFileSync(files.queue, line('a', { unknown: 1 }))
    for (const tries of [1, 2, 3, 4]) {
      assert.deepEqual(await queue.drain('timer'), { delivered: 0, failed: 1, dead: 0 })
      const event = { tmux_session: 'agent-1', event: 'tool_use', metadata: 'a', at: 1795163301.5, unknown: 1, tries }
      assert.deepEqual(linesOf(files.queue), [event])
      assert.equal(statSync(files.queue).mode & 0o777, 0o600)
    }
    assert.deepEqual(await queue.drain('timer'), { delivered: 0, failed: 0, dead: 1 })
    for (let round = 0; round < 3; round++) await queue.drain('timer')
    assert.equal(applied.length, 5)
    const event = { tmux_session: 'agent-1', event: 'tool_use', metadata: 'a', at: 1795163301.5, unknown: 1, tries: 5 }
    assert.deepEqual(linesOf(files.deadLetters), [{ ...event, error: `${error}: No.`, dead_at: at }])
    assert.equal(statSync(files.deadLetters).mode & 0o777, 0o600)
  })
}

test('looks at tmux deliver what waits and use up no tries', async (t) => {
  using home = temporaryFolder()
  t.mock.timers.enable({ apis: ['setInterval'] })
  let isKnown = false
  const { queue, files } = queueOver(home.path, (report) =>
    isKnown || report.metadata !== 'a' ? accepted : err({ error: 'not_found', reason: 'No.' }),
  )
  writeFileSync(files.queue, line('a') + line('b'))
  await queue.start()
  for (let look = 0; look < 20; look++) await queue.drain('look')
  assert.deepEqual(
    linesOf(files.queue).map(({ metadata, tries }) => [metadata, tries]),
    [['a', 0]],
  )
  t.mock.timers.tick(5000)
  // Joins the drain of the timer.
  await queue.drain('look')
  assert.equal(linesOf(files.queue)[0]?.['tries'], 1)
  isKnown = true
  assert.deepEqual(await queue.drain('look'), { delivered: 1, failed: 0, dead: 0 })
  assert.ok(!existsSync(files.deadLetters))
  await queue.stop()
})

test('an event that succeeds after failures is delivered and forgotten', async () => {
  using home = temporaryFolder()
  let calls = 0
  const { queue, files } = queueOver(home.path, () =>
    (calls += 1) < 3 ? err({ error: 'not_found', reason: '' }) : accepted,
  )
  writeFileSync(files.queue, line('a'))
  await queue.drain('timer')
  await queue.drain('timer')
  assert.deepEqual(await queue.drain('timer'), { delivered: 1, failed: 0, dead: 0 })
  assert.deepEqual(await readQueue(home.path), { queued: { events: [], total: 0 }, dead: { events: [], total: 0 } })
})

test('an error of ours counts as a failure of that event alone', async () => {
  using home = temporaryFolder()
  const { queue, files } = queueOver(home.path, (report) => {
    if (report.metadata === 'a') throw new Error('broken')
    return accepted
  })
  writeFileSync(files.queue, line('a', { tries: 4 }) + line('b'))
  assert.deepEqual(await queue.drain('timer'), { delivered: 1, failed: 0, dead: 1 })
  assert.equal(linesOf(files.deadLetters)[0]?.['error'], 'broken')
})

test('bad lines go to the dead letters at once, and the rest is delivered', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path)
  const binary = Buffer.from([0xff, 0x00, 0xfe, 0x0a])
  writeFileSync(
    files.queue,
    Buffer.concat([
      Buffer.from(`${line('a')}{"event":\n\n  \n[1]\nnull\n`),
      binary,
      Buffer.from(line('b', { event: 'tool_used' }) + line('c', { tmux_session: 7 }) + line('d') + line('e').trimEnd()),
    ]),
  )
  assert.deepEqual(await queue.drain('timer'), { delivered: 3, failed: 0, dead: 6 })
  assert.deepEqual(applied, ['a', 'd', 'e'])
  assert.deepEqual(
    linesOf(files.deadLetters).map((letter) => [letter['line'] ?? letter['metadata'], letter['error']]),
    [
      ['{"event":', 'is not a JSON object'],
      ['[1]', 'is not a JSON object'],
      ['null', 'is not a JSON object'],
      ['\ufffd\0\ufffd', 'is not a JSON object'],
      ['b', '"tool_used" is no known event (did you mean tool_use?).'],
      ['c', 'The event names no session: it needs tmux_session or session_id.'],
    ],
  )
})

test('a half line waits for its other half until the next drain', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path)
  writeFileSync(files.queue, `${line('a')}${line('b').slice(0, 20)}`)
  assert.deepEqual(await queue.drain('timer'), { delivered: 1, failed: 0, dead: 0 })
  // A hook that had opened the file before it was renamed.
  appendFileSync(files.draining, line('b').slice(20))
  assert.deepEqual(await queue.drain('timer'), { delivered: 1, failed: 0, dead: 0 })
  writeFileSync(files.queue, '{"event"')
  assert.deepEqual(await queue.drain('timer'), { delivered: 0, failed: 0, dead: 0 })
  assert.deepEqual(await queue.drain('timer'), { delivered: 0, failed: 0, dead: 1 })
  assert.deepEqual(applied, ['a', 'b'])
})

test('a line that comes after the file was renamed and read is not lost', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path)
  writeFileSync(files.queue, line('a'))
  const late = await open(files.queue, 'a')
  await queue.drain('timer')
  await late.write(line('b'))
  await late.close()
  writeFileSync(files.queue, line('c'))
  await queue.drain('timer')
  assert.deepEqual(applied, ['a', 'b', 'c'])
})

test('a line of 100 MB is skipped in bounded memory', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path)
  writeFileSync(files.queue, line('a'))
  const part = Buffer.alloc(10_000_000, 'x')
  for (let count = 0; count < 10; count++) appendFileSync(files.queue, part)
  appendFileSync(files.queue, `\n${line('b')}`)
  const before = process.memoryUsage().rss
  assert.deepEqual(await queue.drain('timer'), { delivered: 2, failed: 0, dead: 1 })
  assert.ok(process.memoryUsage().rss - before < 50_000_000)
  assert.deepEqual(applied, ['a', 'b'])
  const [letter] = linesOf(files.deadLetters)
  assert.deepEqual(letter, { line: 'x'.repeat(1000), error: 'is longer than 1048576 bytes', dead_at: at })
})

test('what a crash left behind is delivered, without what had been dealt with', async () => {
  using home = temporaryFolder()
  const first = queueOver(home.path, (report) => {
    if (report.metadata === 'b') void first.queue.stop()
    return accepted
  })
  writeFileSync(first.files.queue, line('a') + line('b') + line('c'))
  await first.queue.drain('timer')
  assert.deepEqual(first.applied, ['a', 'b'])
  appendFileSync(first.files.queue, line('d'))
  const second = queueOver(home.path)
  assert.deepEqual(await second.queue.drain('timer'), { delivered: 2, failed: 0, dead: 0 })
  assert.deepEqual(second.applied, ['c', 'd'])
})

test('killed by -9 in the middle of a drain, only the event in work is delivered again', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path)
  writeFileSync(files.queue, ['a', 'b', 'c', 'd'].map((name) => line(name)).join(''))
  const log = join(home.path, 'applied')
  const source = `
    import { appendFileSync } from 'node:fs'
    const { createHookQueue } = await import(${JSON.stringify(new URL('./queue.ts', import.meta.url))})
    const applyReport = async (report) => {
      appendFileSync(${JSON.stringify(log)}, report.metadata)
      if (report.metadata === 'c') process.kill(process.pid, 'SIGKILL')
      return { ok: true, value: { ok: true, changed: true, session: null } }
    }
    await createHookQueue({ home: ${JSON.stringify(home.path)}, applyReport, clock: Date, log: {} }).drain()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'inherit' })
  assert.equal((await once(child, 'exit'))[1], 'SIGKILL')
  assert.equal(readFileSync(log, 'utf8'), 'abc')
  await queue.drain('timer')
  assert.deepEqual(applied, ['c', 'd'])
})

test('killed by -9 while events fail, none is lost, and each is a dead letter once', async () => {
  using home = temporaryFolder()
  const { queue, files } = queueOver(home.path, refuse('not_found'))
  writeFileSync(files.queue, line('a', { tries: 4 }) + line('b', { tries: 4 }) + line('c'))
  // As after a kill between the first line and the second.
  const file = await open(files.queue, 'r+')
  await file.write('#', 0)
  await file.close()
  writeFileSync(files.deadLetters, line('a', { tries: 5, error: 'not_found: No.' }))
  await queue.drain('timer')
  assert.deepEqual(
    linesOf(files.deadLetters).map((letter) => letter['metadata']),
    ['a', 'b'],
  )
  assert.deepEqual(
    linesOf(files.queue).map((event) => [event['metadata'], event['tries']]),
    [['c', 1]],
  )
})

test('while the service ends, what is left stays queued with its tries', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path, refuse('stopping'))
  writeFileSync(files.queue, line('a', { tries: 4 }) + line('b'))
  assert.deepEqual(await queue.drain('timer'), { delivered: 0, failed: 0, dead: 0 })
  assert.deepEqual(applied, ['a'])
  const { queued } = await readQueue(home.path)
  assert.deepEqual(
    queued.events.map((event) => [event['metadata'], event['tries']]),
    [
      ['a', 4],
      ['b', undefined],
    ],
  )
})

test('links and other things in the place of the files are not followed, and nothing is lost', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path)
  const elsewhere = join(home.path, 'elsewhere')
  writeFileSync(elsewhere, line('a'))
  symlinkSync(elsewhere, files.queue)
  await assert.rejects(queue.drain('timer'), /is not a regular file/)
  await queue.removeSessionEvents({ sessionId: 's', tmuxSession: 'agent-1' })
  assert.equal(readFileSync(elsewhere, 'utf8'), line('a'))

  const refusing = queueOver(home.path, refuse('not_found'))
  writeFileSync(files.draining, line('b'))
  await assert.rejects(refusing.queue.drain('timer'), /ELOOP/)
  assert.deepEqual(linesOf(files.draining).length, 1)
  assert.equal(readFileSync(elsewhere, 'utf8'), line('a'))
  assert.deepEqual(applied, [])
})

test('a folder in the place of the queue ends neither start nor stop', async () => {
  using home = temporaryFolder()
  const { queue, files } = queueOver(home.path)
  mkdirSync(files.queue)
  await queue.start()
  await queue.stop()
  await queue.stop()
})

test('the queue is drained at the start and then every 5 s, until it is stopped', async (t) => {
  using home = temporaryFolder()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { queue, applied, files } = queueOver(home.path)
  writeFileSync(files.queue, line('a'))
  await queue.start()
  assert.deepEqual(applied, ['a'])
  writeFileSync(files.queue, line('b'))
  t.mock.timers.tick(4999)
  assert.ok(existsSync(files.queue))
  t.mock.timers.tick(1)
  await queue.drain('timer')
  assert.deepEqual(applied, ['a', 'b'])
  await queue.stop()
  writeFileSync(files.queue, line('c'))
  t.mock.timers.tick(60_000)
  assert.ok(existsSync(files.queue))
})

test('drains at the same time are one drain', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path)
  writeFileSync(files.queue, line('a'))
  await Promise.all([queue.drain('timer'), queue.drain('timer'), queue.drain('timer')])
  assert.deepEqual(applied, ['a'])
})

test('the events of a removed session leave the queue without a trace, the others stay', async () => {
  using home = temporaryFolder()
  const { queue, applied, files } = queueOver(home.path)
  writeFileSync(files.draining, line('a') + line('b', { tmux_session: 'agent-10' }))
  writeFileSync(
    files.queue,
    `${line('c', { session_id: 's1', tmux_session: undefined })}{half\n${line('d')}${line('e', { tmux_session: 'x' })}`,
  )
  await queue.removeSessionEvents({ sessionId: 's1', tmuxSession: 'agent-1' })
  assert.doesNotMatch(readFileSync(files.draining, 'utf8') + readFileSync(files.queue, 'utf8'), /"metadata":"[acd]"/)
  await queue.drain('timer')
  assert.deepEqual(applied, ['b', 'e'])
})

test('both lists can be read while they are in use', async () => {
  using home = temporaryFolder()
  const { files } = queueOver(home.path)
  assert.deepEqual(await readQueue(home.path), { queued: { events: [], total: 0 }, dead: { events: [], total: 0 } })
  writeFileSync(files.draining, `#${line('a').slice(1)}${line('b')}`)
  writeFileSync(files.queue, `${line('c')}half`)
  writeFileSync(files.deadLetters, Array.from({ length: 1005 }, (_, index) => line(String(index))).join(''))
  const { queued, dead } = await readQueue(home.path)
  assert.deepEqual(
    queued.events.map((event) => event['metadata'] ?? event['line']),
    ['b', 'c', 'half'],
  )
  assert.deepEqual([queued.total, dead.total, dead.events.length, dead.events[0]?.['metadata']], [3, 1005, 1000, '5'])
})

test('dead letters are put aside at 10 MB, and the ones before them go', async () => {
  using home = temporaryFolder()
  const { queue, files } = queueOver(home.path)
  for (const name of ['one', 'two']) {
    writeFileSync(files.deadLetters, line(name, { filler: 'x'.repeat(10 * 1024 * 1024) }))
    writeFileSync(files.queue, '{half\n')
    await queue.drain('timer')
    assert.equal(linesOf(files.deadLetters).length, 1)
    assert.equal(linesOf(files.olderDeadLetters)[0]?.['metadata'], name)
  }
})
