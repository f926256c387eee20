import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLogFile } from '#platform/server/log/log-file.ts'
import { currentLogName, logFolder } from '#platform/server/log/log-folder.ts'
import type { LogLevel, ServiceLogRow } from '../../contract.ts'
import { parsePlace } from '../../core/log-lines.ts'
import { readAfter, readBefore } from './read-log.ts'

const numbers = { debug: 20, info: 30, warn: 40, error: 50 }
const line = (msg: string, level: LogLevel = 'info') =>
  `${JSON.stringify({ level: numbers[level], time: 1_700_000_000_000, pid: 7, msg, port: 1 })}\n`

async function withLog(
  act: (log: { folder: string; write: (line: string) => void }) => Promise<void>,
  partBytes = 900,
) {
  const home = mkdtempSync(join(tmpdir(), 'orrery-log-'))
  try {
    const { write } = openLogFile({ home, partBytes, freeBytes: () => 1e12 })
    await act({ folder: logFolder(home), write })
  } finally {
    rmSync(home, { recursive: true })
  }
}

const messages = (rows: readonly ServiceLogRow[]) => rows.map(({ message }) => message)

async function readAll(folder: string, level: LogLevel, limit: number): Promise<string[]> {
  const all: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const answer = await readBefore(folder, parsePlace(cursor), { level, limit })
    all.push(...messages(answer.rows))
    cursor = answer.next_cursor
  }
  return all
}

test('a log that was never written has no rows', () =>
  withLog(async ({ folder }) => {
    assert.deepEqual(await readBefore(folder, null, { level: 'debug', limit: 5 }), {
      rows: [],
      next_cursor: null,
      newest: '1.0',
    })
  }))

test('pages go from the newest line to the oldest one, over files that are full', () =>
  withLog(async ({ folder, write }) => {
    const wanted = Array.from({ length: 40 }, (_, nth) => `line ${nth}`)
    for (const text of wanted) write(line(text))
    for (const limit of [1, 3, 40, 200]) assert.deepEqual(await readAll(folder, 'debug', limit), wanted.toReversed())
  }))

test('a page that ends with the oldest line says that there is no more', () =>
  withLog(async ({ folder, write }) => {
    for (const text of ['first', 'second']) write(line(text))
    const page = (limit: number) => readBefore(folder, null, { level: 'debug', limit })
    assert.notEqual((await page(1)).next_cursor, null)
    assert.equal((await page(2)).next_cursor, null)
  }))

test('a level shows what matters as much or more', () =>
  withLog(async ({ folder, write }) => {
    for (const level of ['debug', 'info', 'warn', 'error'] as const) write(line(level, level))
    assert.deepEqual(await readAll(folder, 'warn', 10), ['error', 'warn'])
    assert.deepEqual(await readAll(folder, 'debug', 2), ['error', 'warn', 'info', 'debug'])
  }))

test('lines that come while somebody pages push no row out and repeat none', () =>
  withLog(async ({ folder, write }) => {
    for (let nth = 0; nth < 20; nth++) write(line(`line ${nth}`))
    const first = await readBefore(folder, null, { level: 'debug', limit: 5 })
    for (let nth = 20; nth < 32; nth++) write(line(`line ${nth}`))
    const second = await readBefore(folder, parsePlace(first.next_cursor ?? ''), { level: 'debug', limit: 2 })
    assert.deepEqual(messages(second.rows), ['line 14', 'line 13'])
  }))

test('what is new is read from where an answer ended, also when its file was full meanwhile', () =>
  withLog(async ({ folder, write }) => {
    write(line('old'))
    let { newest } = await readBefore(folder, null, { level: 'debug', limit: 5 })
    const wanted = Array.from({ length: 30 }, (_, nth) => `new ${nth}`)
    for (const text of wanted) write(line(text))
    const all: string[] = []
    for (let rows: readonly ServiceLogRow[] | null = null; rows === null || rows.length > 0;) {
      const answer = await readAfter(folder, parsePlace(newest) ?? assert.fail(), { level: 'debug', limit: 7 })
      all.push(...messages(answer.rows.toReversed()))
      newest = answer.newest
      rows = answer.rows
    }
    assert.deepEqual(all, wanted)
  }))

test('a follower gets each line once while files become full between its looks and in the middle of them', () =>
  withLog(async ({ folder, write }) => {
    const wanted: string[] = []
    const writeOne = () => {
      wanted.push(`line ${wanted.length}`)
      write(line(wanted.at(-1) ?? ''))
    }
    writeOne()
    const read: string[] = []
    const page = { level: 'debug', limit: 7 } as const
    // All that is there by then.
    const first = await meanwhile(readBefore(folder, null, { level: 'debug', limit: 200 }), writeOne)
    let { newest } = first
    read.push(...messages(first.rows.toReversed()))
    const look = async (act: () => void) => {
      const answer = await meanwhile(readAfter(folder, parsePlace(newest) ?? assert.fail(), page), act)
      newest = answer.newest
      read.push(...messages(answer.rows.toReversed()))
      return answer.rows.length
    }
    for (let looks = 0; looks < 150; looks++) {
      await look(writeOne)
      // Whoever lies behind by more than is kept loses lines, and this one does not.
      while ((await look(() => {})) > 0) continue
    }
    assert.deepEqual(read, wanted)
    assert.ok(wanted.length > 300)
  }))

/** Does it again and again until the answer is there, though not so often that a file goes away. */
async function meanwhile<T>(asked: Promise<T>, act: () => void): Promise<T> {
  for (let times = 0; times < 25; times++) {
    act()
    const answer = await Promise.race([asked, new Promise<null>((resolve) => setImmediate(resolve, null))])
    if (answer !== null) return answer
  }
  return asked
}

test('a place in a file that is gone goes on with the oldest that is there', () =>
  withLog(async ({ folder, write }) => {
    for (let nth = 0; nth < 100; nth++) write(line(`line ${nth}`))
    const old = parsePlace('1.0') ?? assert.fail()
    const [first] = (await readAfter(folder, old, { level: 'debug', limit: 1 })).rows
    assert.ok(first && first.message !== 'line 0')
    assert.deepEqual((await readBefore(folder, old, { level: 'debug', limit: 1 })).rows, [])
    assert.equal((await readAfter(folder, { part: 900, offset: 5 }, { level: 'debug', limit: 1 })).rows.length, 1)
  }))

test('a line that a crash cut in two and bytes that are no log are passed over; half a line waits for its end', () =>
  withLog(async ({ folder, write }) => {
    write(line('before'))
    const path = join(folder, currentLogName)
    appendFileSync(path, '{"level":30,"time":1\n')
    appendFileSync(path, Buffer.concat([Buffer.alloc(200_000, 0xff), Buffer.from('\n[]\n')]))
    appendFileSync(path, line('after'))
    assert.deepEqual(await readAll(folder, 'debug', 10), ['after', 'before'])
    const followed = await readAfter(folder, { part: 1, offset: 0 }, { level: 'debug', limit: 10 })
    assert.deepEqual(messages(followed.rows), ['after', 'before'])
    const { newest } = await readBefore(folder, null, { level: 'debug', limit: 1 })
    const place = parsePlace(newest) ?? assert.fail()
    appendFileSync(path, line('half').slice(0, 20))
    assert.equal((await readAfter(folder, place, { level: 'debug', limit: 5 })).newest, newest)
    appendFileSync(path, line('half').slice(20))
    assert.deepEqual(messages((await readAfter(folder, place, { level: 'debug', limit: 5 })).rows), ['half'])
    writeFileSync(path, line('anew'))
    assert.deepEqual(messages((await readAfter(folder, place, { level: 'debug', limit: 5 })).rows), ['anew'])
  }, 1e9))
