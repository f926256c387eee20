// What the queue of writes does when the database is held by another program, moved away, or on a full disk.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { names } from './database.testkit.ts'
import { createGroupCommit, type CommitGuard } from './group-commit.ts'
import { openDatabase, type Database } from './open-database.ts'
import { createReserve, reserveBytes } from './reserve.ts'
import type { StorageTrouble } from './storage-error.ts'

const sql = `CREATE TABLE rows (name TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID;
  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER)`
const migrations = [{ number: 1, name: 'for the test', sql }]

async function withDatabase(act: (database: Database, home: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-locked-'))
  const home = join(folder, 'home')
  await mkdir(home)
  try {
    await using database = openDatabase({ path: join(home, 'service.db'), sync: 'normal', migrations })
    await act(database, home)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const put = (name: string) => (db: DatabaseSync) => void db.prepare('INSERT INTO rows VALUES (?, NULL)').run(name)

/** Another program that holds the database. */
function hold(home: string): Disposable & { readonly isHeld: () => boolean } {
  const other = new DatabaseSync(join(home, 'service.db'))
  other.exec('BEGIN IMMEDIATE')
  return { isHeld: () => other.isTransaction, [Symbol.dispose]: () => other.close() }
}

test('a lock of another program is waited for with the event loop free, by short and long writes', () =>
  withDatabase(async (database, home) => {
    let settled = 0
    const writes: Promise<void>[] = []
    {
      using lock = hold(home)
      writes.push(database.commits.write({ run: put('short') }))
      writes.push(
        database.commits.writeInSlices({
          run: function* (db) {
            yield put('long')(db)
          },
        }),
      )
      for (const write of writes) void write.then(() => (settled += 1))
      for (let turn = 0; turn < 100; turn++) await nextTurn()
      assert.deepEqual([settled, lock.isHeld()], [0, true])
    }
    await Promise.all(writes)
    assert.deepEqual(await names(database), ['long', 'short'])
    assert.equal(database.trouble(), null)
  }))

test('a lock that lasts is refused, all that waits together and newest first, and remembered until it ends', () =>
  withDatabase(async (database, home) => {
    const undone: string[] = []
    {
      using lock = hold(home)
      const refused = ['a', 'b', 'c'].map((name) =>
        database.commits.write({ run: put(name), undo: () => undone.push(name) }),
      )
      for (const write of refused) await assert.rejects(write, { name: 'StorageError', trouble: 'locked' })
      assert.deepEqual(undone, ['c', 'b', 'a'])
      assert.deepEqual([database.trouble(), lock.isHeld()], ['locked', true])
      await assert.rejects(database.commits.write({ run: put('next') }), { trouble: 'locked' })
    }
    await database.commits.write({ run: put('after') })
    assert.equal(database.trouble(), null)
    assert.deepEqual(await names(database), ['after'])
  }))

test('questions for its health do not make the service write', () =>
  withDatabase(async (database) => {
    await database.commits.write({ run: put('a') })
    for (let count = 0; count < 1000; count++) assert.equal(database.trouble(), null)
    await database.commits.write({ run: put('b') })
    const counters = await database.read.selectFrom('counters').selectAll().execute()
    assert.deepEqual(counters, [])
  }))

test('a home that was moved away takes no changes, makes no second home, and goes on where it is moved back', () =>
  withDatabase(async (database, home) => {
    await rename(home, `${home}-moved`)
    const undone: string[] = []
    const write = database.commits.write({ run: put('lost'), undo: () => undone.push('lost') })
    await assert.rejects(write, { name: 'StorageError', trouble: 'moved' })
    assert.deepEqual(undone, ['lost'])
    assert.equal(database.trouble(), 'moved')
    await assert.rejects(stat(home), { code: 'ENOENT' })
    await mkdir(home)
    await assert.rejects(database.commits.write({ run: put('lost') }), { trouble: 'moved' })
    await rm(home, { recursive: true })
    await rename(`${home}-moved`, home)
    await database.commits.write({ run: put('kept') })
    assert.equal(database.trouble(), null)
    assert.deepEqual(await names(database), ['kept'])
  }))

/** A database that is full at so many pages, as one on a small disk. */
function openFull(folder: string) {
  const db = new DatabaseSync(join(folder, 'full.db'))
  db.exec(sql)
  db.exec('PRAGMA max_page_count = 6')
  const outcomes: (StorageTrouble | null)[] = []
  let isOnReserve = false
  const guard: CommitGuard = {
    assertInPlace() {},
    giveUpReserve() {
      if (isOnReserve) return false
      db.exec('PRAGMA max_page_count = 40')
      return (isOnReserve = true)
    },
    isOnReserve: () => isOnReserve,
    onOutcome: (trouble) => outcomes.push(trouble),
  }
  return { commits: createGroupCommit(db, guard), outcomes, db }
}

const fill = (name: string) => (db: DatabaseSync) =>
  void db.prepare('INSERT INTO rows VALUES (?, ?)').run(name, Buffer.alloc(30_000))

test('on a full disk the reserve takes what happened to agents, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-reserve-'))
  const { commits, outcomes, db } = openFull(folder)
  const undone: string[] = []
  await commits.write({ run: fill('exit'), mayUseReserve: true })
  const refused = commits.write({ run: fill('task'), undo: () => undone.push('task') })
  assert.deepEqual(undone, ['task'], 'at once, while nothing builds on it')
  await assert.rejects(refused, { trouble: 'full' })
  await assert.rejects(commits.writeInSlices({ run: function* () {} }), { trouble: 'full' })
  await commits.write({ run: fill('another exit'), mayUseReserve: true })
  for (let count = 0; count < 3; count++) {
    const write = commits.write({ run: fill(`more ${count}`), mayUseReserve: true })
    if (count === 2) await assert.rejects(write, { trouble: 'full' })
    else await write
  }
  assert.deepEqual(outcomes, [null, null, null, null, 'full'])
  db.close()
  await rm(folder, { recursive: true })
})

test('a reserve is made where there is room, given up once, and taken again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-reserve-'))
  const path = join(folder, 'reserve')
  const reserve = createReserve(path)
  assert.equal(reserve.giveUp(), false)
  assert.equal(reserve.isGivenUp(), false, 'nothing was given up')
  reserve.take()
  const { size, mode } = await stat(path)
  assert.deepEqual([size, mode & 0o777], [reserveBytes, 0o600])
  assert.deepEqual([reserve.giveUp(), reserve.isGivenUp(), reserve.giveUp()], [true, true, false])
  reserve.take()
  assert.equal(reserve.isGivenUp(), false)
  createReserve(join(folder, 'not-there', 'reserve')).take()
  await rm(folder, { recursive: true })
})
