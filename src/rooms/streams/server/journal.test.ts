import assert from 'node:assert/strict'
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { Journal } from './journal.ts'
import type { StreamFiles } from './journal-files.ts'
import { readRecords, type RawRecord } from './read-journal.ts'

type Place = Disposable & { readonly files: StreamFiles }

function makePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-journal-'))
  const log = join(folder, 'x.log')
  const journal = join(folder, 'x.stream')
  return {
    files: { log, olderLog: `${log}.1`, journal, olderJournal: `${journal}.1` },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

async function read(files: StreamFiles, from = 0): Promise<RawRecord[]> {
  const records: RawRecord[] = []
  for await (const record of readRecords(files, from)) records.push(record)
  return records
}

const told = (records: readonly RawRecord[]) =>
  records.map(({ line: { seq, kind, atMs }, bytes }) => [seq, kind, atMs, bytes.toString()])

const event = (number: number, atMs: number) =>
  ({ kind: 'event', atMs, number, payload: { event: `e${number}` } }) as const

test('what was written stands in the journal with its times, between what happened', async () => {
  using place = makePlace()
  const { files } = place
  const journal = new Journal(files, 500)
  appendFileSync(files.log, 'one')
  journal.takeOutput({ atMs: 1000, nowMs: 1e6, kind: 'stdout' })
  journal.add([event(7, 1500)])
  assert.equal(journal.takeOutput({ atMs: 1600, nowMs: 1e6, kind: 'stdout' }), false, 'nothing came')
  appendFileSync(files.log, 'two')
  journal.takeOutput({ atMs: 2000, nowMs: 1e6, kind: 'stdout' })
  journal.add([event(7, 1500), event(9, 2100)])
  const records = await read(files)
  assert.deepEqual(told(records), [
    [1, 'stdout', 1000, 'one'],
    [2, 'event', 1500, ''],
    [3, 'stdout', 2000, 'two'],
    [4, 'event', 2100, ''],
  ])
  assert.deepEqual(told(await read(files, 3)), told(records).slice(2))
  assert.equal((await read(files, 3))[0]?.before.toString(), 'one', 'what a reader that begins here may need')
})

test('a log that is put aside takes its journal with it, and numbers go on', async () => {
  using place = makePlace()
  const { files } = place
  const journal = new Journal(files, 0)
  const held: number[] = []
  for (const [index, text] of ['first', 'second', 'third'].entries()) {
    appendFileSync(files.log, `${text} `)
    journal.takeOutput({ atMs: index * 1000, nowMs: 1e6, kind: 'stdout' })
    appendFileSync(files.log, `${text} unseen`)
    held.push(openSync(files.log, 'r'))
    renameSync(files.log, files.olderLog)
    writeFileSync(files.log, '')
  }
  for (const file of held) closeSync(file)
  appendFileSync(files.log, 'last')
  journal.takeOutput({ atMs: 9000, nowMs: 1e6, kind: 'stdout' })
  const records = await read(files)
  assert.deepEqual(told(records), [
    [5, 'stdout', 2000, 'third '],
    [6, 'stdout', 9000, 'third unseen'],
    [7, 'stdout', 9000, 'last'],
  ])
})

test('a log that was put aside more than once unseen leaves a gap that is told', async () => {
  using place = makePlace()
  const { files } = place
  writeFileSync(files.log, 'seen')
  const journal = new Journal(files, 0)
  journal.takeOutput({ atMs: 1, nowMs: 1e6, kind: 'stdout' })
  // Held open, so that none gets the place of another within the same moment.
  const held: number[] = []
  for (const text of ['a', 'b']) {
    held.push(openSync(files.log, 'r'))
    renameSync(files.log, files.olderLog)
    writeFileSync(files.log, text)
  }
  journal.takeOutput({ atMs: 2, nowMs: 1e6, kind: 'stdout' })
  for (const file of held) closeSync(file)
  const records = await read(files)
  assert.deepEqual(
    records.map(({ line: { kind, seq } }) => [seq, kind]),
    [
      [1, 'stdout'],
      [2, 'gap'],
      [3, 'stdout'],
    ],
  )
  assert.equal(records[2]?.bytes.toString(), 'b')
})

test('of a session that is older than its journal what is there is taken up, and what was put aside is a gap', async () => {
  using place = makePlace()
  const { files } = place
  writeFileSync(files.olderLog, 'older')
  writeFileSync(files.log, 'newer')
  const journal = new Journal(files, 3000)
  journal.takeOutput({ atMs: 3000, nowMs: 1e6, kind: 'untimed' })
  const [gap, output] = await read(files)
  assert.deepEqual(gap?.line.payload, { bytes: 5, reason: 'written before its times were kept' })
  assert.deepEqual([output?.line.kind, output?.bytes.toString()], ['untimed', 'newer'])
})

test('wherever a kill cut the journal, the next opening agrees with the log', async () => {
  using place = makePlace()
  const { files } = place
  const journal = new Journal(files, 0)
  for (let index = 1; index <= 4; index++) {
    appendFileSync(files.log, `part ${index};`)
    journal.takeOutput({ atMs: index * 10, nowMs: 1e6, kind: 'stdout' })
    journal.add([event(index, index * 10 + 5)])
  }
  const whole = readFileSync(files.journal)
  for (let length = 0; length <= whole.length; length++) {
    writeFileSync(files.journal, whole)
    truncateSync(files.journal, length)
    const again = new Journal(files, 99)
    again.takeOutput({ atMs: 100, nowMs: 1e6, kind: 'untimed' })
    again.add([1, 2, 3, 4].map((number) => event(number, number)))
    const records = await read(files)
    const text = records.map(({ bytes }) => bytes.toString()).join('')
    assert.equal(text, 'part 1;part 2;part 3;part 4;', `cut at ${length}`)
    const events = records.filter(({ line }) => line.kind === 'event')
    assert.deepEqual(new Set(events.map(({ line }) => line.event)).size, 4, `cut at ${length}`)
    assert.deepEqual(
      records.map(({ line }) => line.seq),
      records.map((_record, index) => index + 1),
    )
  }
})

test('a log that the disk had not, after a power cut, takes the lines about it along', async () => {
  using place = makePlace()
  const { files } = place
  const journal = new Journal(files, 0)
  for (const text of ['kept ', 'lost ']) {
    appendFileSync(files.log, text)
    journal.takeOutput({ atMs: 1, nowMs: 1e6, kind: 'stdout' })
  }
  truncateSync(files.log, 5)
  const again = new Journal(files, 9)
  appendFileSync(files.log, 'new')
  again.takeOutput({ atMs: 2, nowMs: 1e6, kind: 'stdout' })
  assert.deepEqual(told(await read(files)), [
    [1, 'stdout', 1, 'kept '],
    [2, 'stdout', 2, 'new'],
  ])
})

test('a part that is longer than a record is several, and a number in the middle is found in a long journal', async () => {
  using place = makePlace()
  const { files } = place
  writeFileSync(files.log, Buffer.alloc(200_000, 'x'))
  const journal = new Journal(files, 0)
  journal.takeOutput({ atMs: 1, nowMs: 1e6, kind: 'stdout' })
  assert.equal(journal.seq, 4)
  journal.add(Array.from({ length: 6000 }, (_, index) => event(index + 1, index)))
  for (const from of [1, 4, 5, 777, 6004]) {
    const seqs = (await read(files, from)).map(({ line }) => line.seq)
    assert.deepEqual([seqs[0], seqs.at(-1), seqs.length], [from, 6004, 6005 - from], String(from))
  }
  assert.deepEqual(await read(files, 6005), [])
})

test('whatever is written, noticed and put aside in whatever order, every byte is told once and in its order', async () => {
  const step = fc.oneof(
    fc.record({ write: fc.string({ minLength: 1, maxLength: 30 }) }),
    fc.constant('look' as const),
    fc.constant('reopen' as const),
    fc.constant('event' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      using place = makePlace()
      const { files } = place
      writeFileSync(files.log, '')
      let journal = new Journal(files, 0)
      let written = ''
      let events = 0
      for (const each of steps) {
        if (each === 'look') journal.takeOutput({ atMs: 1, nowMs: 1e6, kind: 'stdout' })
        else if (each === 'event') journal.add([event(++events, 1)])
        else if (each === 'reopen') {
          journal = new Journal(files, 0)
        } else {
          appendFileSync(files.log, each.write)
          written += each.write
        }
      }
      journal.takeOutput({ atMs: 2, nowMs: 1e6, kind: 'stdout' })
      const records = await read(files)
      assert.equal(Buffer.concat(records.map(({ bytes }) => bytes)).toString(), Buffer.from(written).toString())
      assert.equal(records.filter(({ line }) => line.kind === 'event').length, events)
    }),
    { numRuns: 30 },
  )
})
