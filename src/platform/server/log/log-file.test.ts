import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keptLogParts, longestLogLine, openLogFile, type LogFileOptions } from './log-file.ts'
import { currentLogName, logFolder, logParts } from './log-folder.ts'

const line = (msg: string) => `${JSON.stringify({ level: 30, time: 1_700_000_000_000, msg })}\n`

function withHome(act: (home: string, open: (options?: Partial<LogFileOptions>) => (line: string) => void) => void) {
  const home = mkdtempSync(join(tmpdir(), 'orrery-log-'))
  try {
    act(home, (options = {}) => openLogFile({ home, freeBytes: () => 1e12, ...options }).write)
  } finally {
    rmSync(home, { recursive: true })
  }
}

const textOf = (home: string) => readFileSync(join(logFolder(home), currentLogName), 'utf8')

test('lines are appended over restarts, for their owner alone', () =>
  withHome((home, open) => {
    const before = process.umask(0)
    open()(line('one'))
    process.umask(before)
    open()(line('two'))
    assert.equal(textOf(home), line('one') + line('two'))
    assert.equal(statSync(logFolder(home)).mode & 0o777, 0o700)
    assert.equal(statSync(join(logFolder(home), currentLogName)).mode & 0o777, 0o600)
  }))

test('a full file gets the next number, and the oldest go', () =>
  withHome((home, open) => {
    const write = open({ partBytes: 100 })
    for (let nth = 0; nth < 20; nth++) write(line(`line ${nth}`))
    assert.equal(readdirSync(logFolder(home)).length, keptLogParts + 1)
    const parts = logParts(logFolder(home))
    const numbers = parts.map(({ number }) => number)
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => (numbers[0] ?? 0) + index),
    )
    const kept = parts.map(({ path }) => readFileSync(path, 'utf8')).join('')
    assert.ok(kept.endsWith(line('line 19')))
  }))

test('a disk with little room keeps no log, and the next line that is kept says how many are missing', () =>
  withHome((home, open) => {
    let free = 1e6
    let now = 0
    const write = open({ freeBytes: () => free, nowMs: () => (now += 2000) })
    write(line('lost'))
    write(line('lost, too'))
    free = 1e12
    write(line('kept'))
    const [told, kept] = textOf(home)
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { lost?: number; msg: string; level: number })
    assert.deepEqual([told?.lost, told?.level, kept?.msg], [2, 40, 'kept'])
  }))

test('a link in the place of the log is not written through, and nothing throws', () =>
  withHome((home, open) => {
    open()(line('first'))
    const [target, log] = [join(home, 'target'), join(logFolder(home), currentLogName)]
    writeFileSync(target, 'precious')
    rmSync(log)
    symlinkSync(target, log)
    open()(line('second'))
    assert.equal(readFileSync(target, 'utf8'), 'precious')
  }))

test('a log folder that went away is made again', () =>
  withHome((home, open) => {
    const write = open()
    write(line('first'))
    rmSync(logFolder(home), { recursive: true })
    write(line('lost'))
    write(line('kept'))
    assert.match(textOf(home), /"lost":1.*\n.*"kept"/)
  }))

test('a line without bounds is cut, and stays a line of the log', () =>
  withHome((home, open) => {
    open()(line('x'.repeat(longestLogLine * 2)))
    const { level, msg, cut_bytes: cut } = JSON.parse(textOf(home)) as Record<string, unknown>
    assert.deepEqual([level, String(msg).length, Number(cut) > longestLogLine * 2], [30, 4000, true])
  }))
