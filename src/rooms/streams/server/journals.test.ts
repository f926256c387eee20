import assert from 'node:assert/strict'
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { createJournals } from './journals.ts'

const stepMs = 50
const second = 1000 / stepMs

test('many sessions that write at once share a thousand looks a second, and one that is followed is seen as ever', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-journals-'))
  const time = new ManualTime('2026-11-23T08:00:00.000Z')
  const looks = new Map<string, number>()
  const logOf = (id: string): string => join(folder, `${id}.log`)
  const journals = createJournals({
    clock: time,
    timers: time,
    log: silentLog,
    filesOf(id) {
      const [log, journal] = [logOf(id), join(folder, `${id}.stream`)]
      return { log, olderLog: `${log}.1`, journal, olderJournal: `${journal}.1` }
    },
    toldAfter: async () => [],
    isAtWork: () => true,
    watchOnce: () => () => {},
    grown: (id) => looks.set(id, (looks.get(id) ?? 0) + 1),
  })
  const ids = Array.from({ length: 200 }, (_, index) => `s${index}`)
  journals.follow('s7', () => {})
  const write = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) {
      for (const id of ids) appendFileSync(logOf(id), 'x')
      if (looks.size === 0) ids.forEach(journals.noticed)
      await time.pass(stepMs)
    }
  }
  await write(second)
  looks.clear()
  await write(second)
  const all = [...looks.values()].reduce((sum, count) => sum + count, 0)
  assert.ok(all > 700 && all < 1100, `${all} looks`)
  assert.ok((looks.get('s7') ?? 0) >= 9, `${looks.get('s7')} looks at the one that is followed`)
  journals.closeAll()
  rmSync(folder, { recursive: true })
})

test('many whose time has come at once are looked at in bursts, between which others have their turn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-journals-'))
  const time = new ManualTime('2026-11-23T08:00:00.000Z')
  let workedMs = 0
  const looked: string[] = []
  const logOf = (id: string): string => join(folder, `${id}.log`)
  const journals = createJournals({
    clock: time,
    timers: { after: (ms, act) => time.after(ms, act), passedMs: () => time.passedMs() + workedMs },
    log: silentLog,
    filesOf: (id) => ({
      log: logOf(id),
      olderLog: `${logOf(id)}.1`,
      journal: join(folder, `${id}.stream`),
      olderJournal: join(folder, `${id}.stream.1`),
    }),
    toldAfter: async () => [],
    isAtWork: () => true,
    watchOnce: () => () => {},
    grown(id) {
      looked.push(id)
      workedMs += 0.1
    },
  })
  const ids = Array.from({ length: 9 }, (_, nth) => `s${nth}`)
  for (const id of ids) {
    appendFileSync(logOf(id), 'x')
    journals.noticed(id)
  }
  await time.pass(stepMs)
  assert.equal(looked.length, 3)
  await time.pass(1)
  assert.equal(looked.length, 6)
  await time.pass(1)
  assert.deepEqual(looked, ids)
  journals.closeAll()
  rmSync(folder, { recursive: true })
})

const opened = '/proc/self/fd'
const skip = !existsSync(opened)

/** Which files of the folder this process has open, and by which numbers. */
function openIn(folder: string): { readonly name: string; readonly file: number }[] {
  return readdirSync(opened).flatMap((each) => {
    try {
      const path = readlinkSync(join(opened, each))
      return path.startsWith(`${folder}/`) ? [{ name: path.slice(folder.length + 1), file: Number(each) }] : []
    } catch {
      // It was open for this look alone.
      return []
    }
  })
}

/** One session whose log is written to ten times a second. */
function openOne() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-journals-'))
  const time = new ManualTime('2026-11-23T08:00:00.000Z')
  const [log, journal] = [join(folder, 's.log'), join(folder, 's.stream')]
  const journals = createJournals({
    clock: time,
    timers: time,
    log: silentLog,
    filesOf: () => ({ log, olderLog: `${log}.1`, journal, olderJournal: `${journal}.1` }),
    toldAfter: async () => [],
    isAtWork: () => true,
    watchOnce: () => () => {},
    grown: () => {},
  })
  const write = async (times: number) => {
    for (let step = 0; step < times; step += 1) {
      appendFileSync(log, 'x')
      journals.noticed('s')
      await time.pass(100)
    }
  }
  const held = () => openIn(folder).map(({ name }) => name)
  return { folder, time, log, journal, journals, write, held, kept: () => readFileSync(journal, 'utf8') }
}

test('a journal holds its file while its log goes on being written, and no longer', { skip }, async () => {
  const { folder, time, log, journal, journals, write, held, kept } = openOne()
  await write(5)
  assert.deepEqual(held(), ['s.stream'])
  renameSync(log, `${log}.1`)
  await write(5)
  assert.deepEqual(held(), ['s.stream'], 'of the log that was begun anew')
  assert.ok(existsSync(`${journal}.1`) && kept().trim().split('\n').length > 3, kept())
  await time.pass(1000)
  assert.deepEqual(held(), [], 'nothing came')
  await write(5)
  assert.deepEqual(held(), ['s.stream'])
  journals.closeAll()
  assert.deepEqual(held(), [])
  rmSync(folder, { recursive: true })
})

test('a file that takes nothing any more is opened anew, and the gap is told', { skip }, async () => {
  const { folder, journals, write, held, kept } = openOne()
  await write(5)
  const [broken] = openIn(folder)
  assert.ok(broken !== undefined)
  closeSync(broken.file)
  await write(10)
  assert.deepEqual(held(), ['s.stream'])
  assert.match(kept(), /its times could not be written down for a while/)
  journals.closeAll()
  assert.deepEqual(held(), [])
  rmSync(folder, { recursive: true })
})
