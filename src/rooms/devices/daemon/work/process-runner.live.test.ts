// A plain child whose daemon's disk is full: it goes on, what could not be kept is counted, and its end is told.
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#platform/server/clock.ts'
import { createLogger } from '#platform/server/log/logger.ts'
import { createProcessTree } from '#platform/server/process-tree.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { smallDisk } from '../../../../../test/support/small-disk.ts'
import { until } from '../../../../../test/support/until.ts'
import { openRunBook } from '../spool/run-book.ts'
import { newRun } from '../spool/spool-tables.ts'
import { createProcessRunner } from './process-runner.ts'

const key = { session_id: 's', run_id: `r${process.pid}` }
const start = {
  harness: 'mother-llm',
  prompt: '',
  model: 'tiny',
  working_dir: null,
  options: {},
  credentials: {},
} as const
const row = { ...newRun({ ...key, start, beganMs: 0 }), state: 'launching' } as const

type Frame = { readonly type: string; readonly seq: number; readonly data?: string; readonly bytes?: number }

test('a full disk ends no child: what it says is counted until there is room, and so is its end', async (t) => {
  using disk = smallDisk({ size: '8m' })
  if (disk.missing !== null) return t.skip(disk.missing)
  const place = await mkdtemp(join(tmpdir(), 'orrery-child-'))
  t.after(() => rm(place, { recursive: true }))
  // Says what a file asks for, one request a line, and ends with 3.
  const asks = join(place, 'asks')
  writeFileSync(asks, '')
  writeFileSync(
    join(place, 'ollama'),
    `#!/bin/sh\ntail -n +1 -f ${asks} | while read -r what; do\n case $what in end) exit 3;; *) head -c "$what" /dev/zero | tr '\\0' x; echo "$what" >>${place}/said;; esac; done; exit 3\n`,
    { mode: 0o755 },
  )
  const environment = { PATH: `${place}:${process.env.PATH}` }
  const said: string[] = []
  const log = createLogger({ level: 'info', form: 'json', secrets: new Set(), write: (line) => said.push(line) })
  await using book = await openRunBook({ path: join(disk.path, 'runs.db'), clock: systemClock })
  await using runner = createProcessRunner({
    book,
    environment,
    assistantCommand: ['ollama', 'run', '{model}'],
    checkModel: async () => ({ kind: 'local', model: 'tiny' }),
    processTree: createProcessTree(environment),
    clock: systemClock,
    timers: systemTimers,
    log,
  })
  await book.add(row, { type: 'session.accepted' })
  const run = book.get(key) ?? assert.fail('it is kept')
  assert.ok((await runner.launch(run, {})).ok)
  let asked = 0
  const ask = async (bytes: number): Promise<void> => {
    appendFileSync(asks, `${bytes}\n`)
    asked += bytes
    await until('it said so', () => existsSync(join(place, 'said')) && sum(join(place, 'said')) === asked)
  }
  await ask(1000)
  await until('that is kept', () => (book.get(key)?.lastSeq ?? 0) >= 3)
  disk.fill()
  // More than the reserve has room for, which is for what happens to runs alone.
  for (let count = 0; count < 40; count += 1) await ask(50_000)
  await until('it is told that nothing is kept', () => said.some((line) => line.includes('can not be kept')))
  assert.equal(said.filter((line) => line.includes('can not be kept')).length, 1, 'once')
  assert.equal(book.get(key)?.state, 'running', 'it goes on')
  disk.empty()
  await ask(2000)
  await until('it is kept again', () => said.some((line) => line.includes('kept again')))
  appendFileSync(asks, 'end\nend\n')
  await until('it ended', () => book.get(key)?.state === 'ended')
  const frames = await allOf(book)
  const kept = frames.reduce((total, { data = '' }) => total + Buffer.byteLength(data, 'base64'), 0)
  const lost = frames.reduce((total, { bytes = 0 }) => total + bytes, 0)
  assert.ok(lost > 0)
  assert.equal(kept + lost, asked, 'every byte is kept or counted')
  assert.deepEqual(
    frames.map(({ seq }) => seq),
    frames.map((_, index) => index + 1),
  )
  assert.equal(frames.at(-1)?.type, 'session.exit')
})

function sum(path: string): number {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .reduce((total, line) => total + Number(line), 0)
}

async function allOf(book: Awaited<ReturnType<typeof openRunBook>>): Promise<Frame[]> {
  const frames: Frame[] = []
  for (let ord = 0; ;) {
    const some = await book.after(ord)
    if (some.length === 0) return frames
    for (const one of some) {
      frames.push(JSON.parse(one.frame) as Frame)
      ;({ ord } = one)
    }
  }
}
