// Nothing that a run has to hide gets into its spool, however its words come.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ManualTime } from '../../../../testing/manual-time.testkit.ts'
import { maskedBook, type Mask } from './masked-book.ts'
import { openRunBook } from './run-book.ts'
import { newRun } from './spool-tables.ts'

const key = { session_id: 's', run_id: 'r' }
const start = {
  harness: 'code-agent',
  prompt: '',
  model: null,
  working_dir: null,
  options: {},
  credentials: { ANTHROPIC_API_KEY: 'ciphertext' },
} as const
const out = (text: string) => ({ type: 'session.stdout', data: Buffer.from(text).toString('base64'), at: 0 }) as const

/** Hides one word, and holds what it begins with, as the vault's does. */
function played(): Mask {
  const secret = 'SECRETVALUE'
  return {
    text: (text) => text.replaceAll(secret, '***'),
    stream() {
      let held = ''
      return {
        take(part) {
          const all = (held + part).replaceAll(secret, '***')
          const from = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].find((length) => all.endsWith(secret.slice(0, length))) ?? 0
          held = all.slice(all.length - from)
          return all.slice(0, all.length - from)
        },
        end: () => held,
        mark() {
          const then = held
          return () => void (held = then)
        },
      }
    },
  }
}

test('what is sent and what is on the disk hides it: output cut in two, reports, questions and reasons', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-masked-'))
  t.after(() => rm(folder, { recursive: true }))
  const clock = new ManualTime('2026-11-20T10:00:00.000Z')
  await using kept = await openRunBook({ path: join(folder, 'runs.db'), clock })
  const mask = played()
  const forgotten: string[] = []
  const book = maskedBook(kept, { maskOf: async () => mask, forget: (id) => void forgotten.push(id) })
  await book.add({ ...newRun({ ...key, start, beganMs: 0 }), state: 'running' }, { type: 'session.accepted' })
  await book.append(key, [out('it is SECR'), out('ETVALUE, SEC')])
  await book.append(key, [{ type: 'session.event', event: 'hook.to_review', metadata: 'use SECRETVALUE?', at: 1 }])
  const usage = { list: ['SECRETVALUE', { deep: 'SECRETVALUE' }, 7, null] }
  await book.append(key, [{ type: 'session.usage', usage, at: 1 }])
  await book.append(key, [{ type: 'session.exit', exit_code: 1, signal: null, reason: 'no SECRETVALUE' }])
  const frames = (await book.after(0)).map(
    ({ frame }) => JSON.parse(frame) as { type: string; data?: string; seq: number },
  )
  const said = frames.flatMap(({ data = '' }) => Buffer.from(data, 'base64').toString()).join('')
  assert.equal(said, 'it is ***, SEC')
  assert.deepEqual(
    frames.map(({ seq }) => seq),
    frames.map((_, index) => index + 1),
  )
  assert.equal(frames.at(-1)?.type, 'session.exit', 'the end comes last')
  assert.deepEqual(forgotten, ['r'])
  for (const name of await readdir(folder))
    assert.ok(!(await readFile(join(folder, name))).includes('SECRETVALUE'), name)
})

test('a run that was handed nothing is not looked at', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-masked-'))
  t.after(() => rm(folder, { recursive: true }))
  await using kept = await openRunBook({
    path: join(folder, 'runs.db'),
    clock: new ManualTime('2026-11-20T10:00:00.000Z'),
  })
  const book = maskedBook(kept, { maskOf: () => assert.fail('nobody asked'), forget: () => {} })
  const plain = newRun({ ...key, start: { ...start, credentials: {} }, beganMs: 0 })
  await book.add({ ...plain, state: 'running' }, { type: 'session.accepted' })
  await book.append(key, [out('SECRETVALUE')])
  assert.equal((await book.after(0)).length, 2)
})
