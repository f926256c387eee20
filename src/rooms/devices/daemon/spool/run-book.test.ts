// The spool in a real database: numbers, what a restart finds, and what a full one lets go.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ManualTime } from '../../../../testing/manual-time.testkit.ts'
import { openRunBook, type RunBook } from './run-book.ts'
import { newRun } from './spool-tables.ts'

const key = { session_id: 's', run_id: 'r' }
const start = {
  harness: 'code-agent',
  prompt: '',
  model: null,
  working_dir: null,
  options: {},
  credentials: {},
} as const
const row = { ...newRun({ ...key, start, beganMs: 0 }), state: 'running' } as const
const out = (text: string) => ({ type: 'session.stdout', data: text, at: 0 }) as const

async function withFolder(act: (open: (runBytes?: number) => Promise<RunBook>) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-spool-'))
  const clock = new ManualTime('2026-11-20T10:00:00.000Z')
  const bounds = (runBytes: number) => ({ runBytes, deviceBytes: 1e9 })
  try {
    await act((runBytes = 1e9) => openRunBook({ path: join(folder, 'runs.db'), clock, bounds: bounds(runBytes) }))
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Kept = { readonly type: string; readonly seq: number; readonly from?: number; readonly bytes?: number }

async function framesOf(book: RunBook): Promise<Kept[]> {
  const kept: Kept[] = []
  for (let ord = 0; ;) {
    const frames = await book.after(ord)
    if (frames.length === 0) return kept
    for (const frame of frames) {
      kept.push(JSON.parse(frame.frame) as Kept)
      ;({ ord } = frame)
    }
  }
}

test('what was kept is there after a restart, and goes with its acknowledgement', async () => {
  await withFolder(async (open) => {
    const first = await open()
    await first.add(row, { type: 'session.accepted' })
    await Promise.all([first.append(key, [out('a'), out('b')], { read_to: 'x' }), first.append(key, [out('c')])])
    await first[Symbol.asyncDispose]()
    await using book = await open()
    assert.deepEqual(
      (await framesOf(book)).map(({ seq }) => seq),
      [1, 2, 3, 4],
    )
    assert.deepEqual([book.get(key)?.read_to, book.get(key)?.lastSeq], ['x', 4])
    await book.acknowledge({ ...key, seq: 3 })
    await book.acknowledge({ ...key, seq: 2 })
    assert.deepEqual([(await framesOf(book)).length, await book.firstKept(key), book.get(key)?.acked], [1, 4, 3])
    await book.append(key, [out('d')])
    assert.equal((await framesOf(book)).at(-1)?.seq, 5)
  })
})

test('a spool above its bound lets the oldest output go, and a gap tells of every number', async () => {
  await withFolder(async (open) => {
    await using book = await open(20_000)
    await book.add(row, { type: 'session.accepted' })
    for (let count = 0; count < 60; count += 1) await book.append(key, [out('x'.repeat(1000))])
    await book.append(key, [{ type: 'session.exit', exit_code: 0, signal: null, reason: null }], { state: 'ended' })
    assert.ok(book.keptBytes(key) <= 22_000, String(book.keptBytes(key)))
    const frames = await framesOf(book)
    let next = 1
    for (const { type, seq, from = seq } of frames) {
      assert.equal(type === 'session.gap' ? from : seq, next)
      next = seq + 1
    }
    assert.equal(next - 1, book.get(key)?.lastSeq)
    assert.deepEqual(
      [frames[0]?.type, frames[1]?.type, frames.at(-1)?.type],
      ['session.accepted', 'session.gap', 'session.exit'],
    )
  })
})
