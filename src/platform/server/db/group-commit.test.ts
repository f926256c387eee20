// The queue of writes on a real SQLite file: what is committed together, what waits for what, what is taken back.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { names } from './database.testkit.ts'
import { quietMs, StorageError } from './group-commit.ts'
import { openDatabase, type FileDatabase } from './open-database.ts'
import { pause, statement, type Script } from './script.ts'

const migrations = [
  {
    number: 1,
    name: 'for the test',
    sql: 'CREATE TABLE rows (name TEXT PRIMARY KEY) WITHOUT ROWID; CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER)',
  },
]

type Act = (database: FileDatabase, path: string) => Promise<void>

async function withDatabase(act: Act): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-commits-'))
  try {
    const path = join(folder, 'service.db')
    await using database = openDatabase({ path, sync: 'normal', migrations })
    await act(database, path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const put = (name: string) => (db: DatabaseSync) => void db.prepare('INSERT INTO rows VALUES (?)').run(name)

/** Rows `a1`, `a2`, … with a pause that ends the slice after each. */
function putSlowly(prefix: string, count: number) {
  return function* run(db: DatabaseSync) {
    for (let n = 1; n <= count; n += 1) {
      put(`${prefix}${n}`)(db)
      sliceIsOver()
      yield
    }
  }
}

/** More than a slice may take, so that the queue pauses at the next yield. */
function sliceIsOver(): void {
  const end = performance.now() + 11
  while (performance.now() < end);
}

test('writes of one turn are committed together, and a failure takes all of them back in reverse order', () =>
  withDatabase(async (database) => {
    const undone: string[] = []
    const write = (name: string) => database.commits.write({ run: put(name), undo: () => void undone.push(name) })
    await Promise.all([write('a'), write('b')])
    const failed = await Promise.allSettled([write('c'), write('d'), write('a')])
    assert.deepEqual(
      failed.map((one) => one.status === 'rejected' && one.reason instanceof StorageError),
      [true, true, true],
    )
    assert.deepEqual(undone, ['a', 'd', 'c'])
    assert.deepEqual(await names(database), ['a', 'b'])
  }))

test('a write by itself is committed before the event loop goes on, with what else came of the same', () =>
  withDatabase(async (database) => {
    const order: string[] = []
    const write = (name: string) => database.commits.write({ run: put(name), committed: () => void order.push(name) })
    await delay(quietMs + 1)
    const turn = nextTurn().then(() => order.push('turn'))
    const count = database.commits.count()
    await Promise.all([write('one'), Promise.resolve().then(() => write('of the same')), turn])
    assert.deepEqual(order, ['one', 'of the same', 'turn'])
    assert.equal(database.commits.count(), count + 1)
  }))

test('a long transaction leaves the event loop free between its slices and shows nothing before its commit', () =>
  withDatabase(async (database) => {
    const seen: string[][] = []
    const committed = new AbortController()
    const written = database.commits.writeInSlices({ run: putSlowly('a', 4), committed: () => committed.abort() })
    while (!committed.signal.aborted) {
      seen.push(await names(database))
      await nextTurn()
    }
    await written
    assert.ok(seen.length >= 4, `the loop turned ${seen.length} times`)
    assert.deepEqual(seen.flat(), [])
    assert.deepEqual(await names(database), ['a1', 'a2', 'a3', 'a4'])
  }))

test('group commits wait for a long transaction, and those that waited before it go first', () =>
  withDatabase(async (database) => {
    const order: string[] = []
    const write = (name: string) => database.commits.write({ run: put(name), committed: () => void order.push(name) })
    const before = write('before')
    const long = database.commits.writeInSlices({
      run: putSlowly('a', 3),
      committed: () => void order.push('long'),
    })
    const second = database.commits.writeInSlices({
      run: putSlowly('b', 1),
      committed: () => void order.push('second'),
    })
    await before
    assert.deepEqual(await names(database), ['before'])
    const during = [write('during'), write('during too')]
    await Promise.all([long, second, ...during])
    assert.deepEqual(order, ['before', 'long', 'during', 'during too', 'second'])
    assert.deepEqual(await names(database), ['a1', 'a2', 'a3', 'b1', 'before', 'during', 'during too'])
  }))

test('a long transaction that fails is taken back as a whole, and what waited for it is written', () =>
  withDatabase(async (database) => {
    const events: string[] = []
    const long = database.commits.writeInSlices({
      *run(db) {
        try {
          yield* putSlowly('a', 2)(db)
          put('a1')(db)
        } finally {
          events.push('closed')
        }
      },
      committed: () => void events.push('committed'),
      undo: () => void events.push('undone'),
    })
    const failure = assert.rejects(long, (error) => error instanceof StorageError && error.cause instanceof Error)
    await nextTurn()
    const waited = database.commits.write({ run: put('waited') })
    await failure
    assert.deepEqual(events, ['closed', 'undone'])
    await waited
    assert.deepEqual(await names(database), ['waited'])
  }))

test('a signal gives a long transaction up, with its own reason', () =>
  withDatabase(async (database) => {
    const abort = new AbortController()
    const events: string[] = []
    const long = database.commits.writeInSlices({
      *run(db) {
        try {
          yield* putSlowly('a', 1000)(db)
        } finally {
          events.push('closed')
        }
      },
      undo: () => void events.push('undone'),
      signal: abort.signal,
    })
    const refused = assert.rejects(long, (error) => error === abort.signal.reason)
    await nextTurn()
    const waited = database.commits.write({ run: put('waited') })
    abort.abort(new Error('not wanted any more'))
    await refused
    await waited
    assert.deepEqual(events, ['closed', 'undone'])
    assert.deepEqual(await names(database), ['waited'])
  }))

test('a signal that was aborted before the transaction began keeps it from running', () =>
  withDatabase(async (database) => {
    const signal = AbortSignal.abort(new Error('too late'))
    await assert.rejects(database.commits.writeInSlices({ run: putSlowly('a', 1), signal }), { message: 'too late' })
    assert.deepEqual(await names(database), [])
  }))

test('flushSync in the middle runs the long transaction to its end, and then commits what waited', () =>
  withDatabase(async (database) => {
    const order: string[] = []
    const long = database.commits.writeInSlices({ run: putSlowly('a', 3), committed: () => void order.push('long') })
    await nextTurn()
    const waited = database.commits.write({ run: put('waited'), committed: () => void order.push('waited') })
    const next = database.commits.writeInSlices({ run: putSlowly('b', 2), committed: () => void order.push('next') })
    database.commits.flushSync()
    assert.deepEqual(order, ['long', 'waited', 'next'])
    assert.deepEqual(await names(database), ['a1', 'a2', 'a3', 'b1', 'b2', 'waited'])
    await Promise.all([long, waited, next])
  }))

test('flushSync gives an aborted long transaction up, and commits what waited', () =>
  withDatabase(async (database) => {
    const abort = new AbortController()
    const long = database.commits.writeInSlices({ run: putSlowly('a', 3), signal: abort.signal })
    const refused = assert.rejects(long)
    await nextTurn()
    const waited = database.commits.write({ run: put('waited') })
    abort.abort()
    database.commits.flushSync()
    assert.deepEqual(await names(database), ['waited'])
    await Promise.all([refused, waited])
  }))

test('the database counts as writable during a long transaction, and looking does not disturb it', () =>
  withDatabase(async (database) => {
    const long = database.commits.writeInSlices({ run: putSlowly('a', 3) })
    await nextTurn()
    assert.equal(database.trouble(), null)
    await long
    assert.deepEqual(await names(database), ['a1', 'a2', 'a3'])
    assert.equal(database.trouble(), null)
  }))

test('a process that is killed in a long transaction leaves what was committed before it, and nothing of it', () =>
  withDatabase(async (database, path) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', killedInTheMiddle, import.meta.dirname, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.deepEqual(await names(database), ['before'])
    await database.commits.write({ run: put('after') })
    assert.deepEqual(await names(database), ['after', 'before'])
  }))

/** Says so once more rows than SQLite keeps in memory stand in the open transaction. */
const killedInTheMiddle = `
  const [folder, path] = process.argv.slice(1)
  const { DatabaseSync } = await import('node:sqlite')
  const { createGroupCommit, unguarded } = await import(folder + '/group-commit.ts')
  const commits = createGroupCommit(new DatabaseSync(path), unguarded)
  await commits.write({ run: (db) => db.exec("INSERT INTO rows VALUES ('before')") })
  await commits.writeInSlices({
    *run(db) {
      db.exec('PRAGMA cache_size = 10')
      const insert = db.prepare('INSERT INTO rows VALUES (?)')
      for (let n = 0; ; n += 1) {
        insert.run('row ' + n + ' '.repeat(1000))
        if (n === 1000) console.log('open')
        yield
      }
    },
  })`

const insert = statement('INSERT INTO rows VALUES (?)', { key: 'rowid' })
const count = statement<{ readonly count: number }>('SELECT count(*) AS count FROM rows WHERE name LIKE ?')

test('a script looks at what it wrote, and what it holds open is closed by a failure', () =>
  withDatabase(async (database) => {
    const seen: unknown[] = []
    const script = function* (): Script {
      try {
        seen.push(yield* insert.run('a'), (yield* count.first('%'))?.count)
        yield pause
        seen.push((yield* count.all('b%')).length)
        yield* insert.run('a')
      } finally {
        seen.push('closed')
      }
    }
    await assert.rejects(database.commits.write({ script }), StorageError)
    assert.deepEqual(seen, [1, 1, 1, 'closed'])
    assert.deepEqual(await names(database), [])
  }))

test('a long script is left at its pauses, and other writes wait for its end', () =>
  withDatabase(async (database) => {
    const script = function* (): Script {
      for (const name of ['a', 'b']) {
        yield* insert.run(name)
        sliceIsOver()
        yield pause
      }
    }
    const order: string[] = []
    const long = database.commits.writeInSlices({ script, committed: () => void order.push('long') })
    await nextTurn()
    const short = database.commits.write({ run: put('c'), committed: () => void order.push('short') })
    await Promise.all([long, short])
    assert.deepEqual(order, ['long', 'short'])
    assert.deepEqual(await names(database), ['a', 'b', 'c'])
  }))
