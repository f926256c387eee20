// A database with a row in every table arrives in PostgreSQL as it is, or not at all.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { startPostgres, withoutPostgres, type Postgres } from '#testing/postgres.testkit.ts'
import { migrations } from '../../all-migrations.ts'
import { migrate } from '../../migrate.ts'
import { migratePostgres } from '../migrate-postgres.ts'
import { copyHome, CopyRefusedError } from './copy-home.ts'
import { UnfitValueError } from './convert.ts'
import { countRows, planCopy, sizesOf, type CopiedTable } from './plan-copy.ts'
import { lookAtTarget } from './target.ts'

let server: Promise<Postgres> | null = null
let count = 0
const opened = new AsyncDisposableStack()
after(async () => {
  await opened.disposeAsync()
  await (await server)?.[Symbol.asyncDispose]()
})

async function connect(name?: string): Promise<Client> {
  const postgres = await (server ??= startPostgres())
  const connectionString =
    name === undefined ? await postgres.createDatabase(`one_${(count += 1)}`) : postgres.url(name)
  const client = new Client({ connectionString, options: '-c search_path=orrery' })
  client.on('error', () => {
    // One that a test ends.
  })
  await client.connect()
  opened.defer(() => client.end())
  return client
}

/** Texts that are hard to carry, and as many rows in each table as are asked for. */
const hard = ['plain', '', '{"a":"b,c"}', 'a\\b"c\'d', 'NULL', 'first\nsecond\t', 'ünïcödé \u{1f600}', '{}', '\\x00']

function source(rows: number): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  opened.defer(() => db.close())
  migrate(db, ':memory:', migrations)
  db.exec('BEGIN')
  for (const table of planCopy(db)) fill(db, table, rows)
  db.exec('COMMIT')
  return db
}

const choices: Readonly<Record<string, readonly string[]>> = {
  'past_sessions.session': ['{}', String.raw`{"tmux_session":"a","prompt":"\u0000\ud83d"}`],
  'briefs.source': ['slack', 'other'],
  'score_overrides.dimension': ['impact', 'lane'],
}

function fill(db: DatabaseSync, table: CopiedTable, rows: number): void {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ')
  const insert = db.prepare(
    `INSERT OR IGNORE INTO ${table.name} (${names}) VALUES (${table.columns.map(() => '?').join(', ')})`,
  )
  for (let row = 1; row <= rows; row += 1)
    insert.run(...table.columns.map((column) => valueOf(table.name, column, row)))
}

/** Links lead to rows of the same number: keys of tasks and runs are numbered. */
function valueOf(table: string, { name: column, kind }: CopiedTable['columns'][number], row: number) {
  const some = choices[`${table}.${column}`]
  if (some !== undefined) return some[row % some.length] ?? null
  if (kind === 'BIGINT') return column === 'counter' ? Number.MAX_SAFE_INTEGER : row
  if (kind === 'DOUBLE PRECISION') return row / 7
  if (kind === 'BYTEA') return new Uint8Array([0, row % 256, 255])
  if (column === 'parent' || column === 'task_id' || (table === 'tasks' && column === 'id')) return `T-${row}`
  if (
    /^(id|key|path|tag|name|hash|.*_id|credential_id|public_key|endpoint|node|session|conversation|body_hash)$/.test(
      column,
    )
  )
    return `${column} ${row}`
  return hard[row % hard.length] ?? null
}

const order = (rows: readonly unknown[]): string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.values(row as object).map((value) => (value instanceof Uint8Array ? [...value] : String(value))),
      ),
    )
    .toSorted()

async function rowsThere(client: Client, { name, columns }: CopiedTable): Promise<string[]> {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  return order((await client.query(`SELECT ${names} FROM ${name}`)).rows)
}

function rowsHere(db: DatabaseSync, { name, columns }: CopiedTable): string[] {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  return order(db.prepare(`SELECT ${names} FROM ${name}`).all())
}

const node = 'here'

const copy = (db: DatabaseSync, client: Client) => copyHome({ db, client, tables: planCopy(db), node, onRows() {} })

test('every table arrives whole, and what comes next is numbered after it', { skip: withoutPostgres }, async () => {
  const db = source(60)
  db.exec("INSERT OR REPLACE INTO counters VALUES ('search version', 3); DELETE FROM memories WHERE id = 60")
  const tables = planCopy(db)
  assert.ok(tables.length > 35)
  const client = await connect()
  const told: string[] = []
  const { rows, changed } = await copyHome({
    db,
    client,
    tables,
    node,
    onRows: ({ name }, at) => void told.push(`${name} ${at}`),
  })
  assert.deepEqual(changed, { textsWithNul: 0, roundedNumbers: 0 })
  db.exec("DELETE FROM counters WHERE name = 'search version'")
  for (const table of tables) {
    const here = rowsHere(db, table)
    assert.ok(here.length > 0, table.name)
    assert.deepEqual(await rowsThere(client, table), here, table.name)
    assert.equal(rows.get(table.name), here.length)
  }
  assert.ok(told.includes('memories 59'))
  const next = await client.query(
    "INSERT INTO memories (body, created_at, updated_at) VALUES ('', '', '') RETURNING id",
  )
  assert.deepEqual(next.rows, [{ id: '61' }])
})

test('thousands of rows go in batches', { skip: withoutPostgres }, async () => {
  const db = source(0)
  const insert = db.prepare('INSERT INTO session_history VALUES (?, ?)')
  db.exec('BEGIN')
  for (let row = 0; row < 5000; row += 1) insert.run(`s${row % 7}`, row)
  db.exec('COMMIT')
  const client = await connect()
  const told: number[] = []
  const tables = planCopy(db)
  const onRows = ({ name }: CopiedTable, rows: number): void => {
    if (name === 'session_history') told.push(rows)
  }
  await copyHome({ db, client, tables, node, onRows })
  assert.deepEqual(told, [2000, 4000, 5000])
})

test(
  'NUL becomes U+FFFD, a fraction in a whole number is rounded, and both are counted',
  { skip: withoutPostgres },
  async () => {
    const db = source(0)
    db.prepare("INSERT INTO memories (body, created_at, updated_at) VALUES (?, 'a', 'b'), (?, 'a', 'b')").run(
      'a\0b\0',
      'c',
    )
    db.exec("INSERT INTO gateway_jobs VALUES ('j', 's', '{}', 1.6, 9007199254740993)")
    const client = await connect()
    const { changed } = await copy(db, client)
    assert.deepEqual(changed, { textsWithNul: 1, roundedNumbers: 1 })
    assert.deepEqual((await client.query('SELECT body FROM memories ORDER BY id')).rows, [
      { body: 'a\u{fffd}b\u{fffd}' },
      { body: 'c' },
    ])
    const jobs = await client.query('SELECT gone_at_ms, settled_at_ms FROM gateway_jobs')
    assert.deepEqual(jobs.rows, [{ gone_at_ms: '2', settled_at_ms: '9007199254740993' }])
  },
)

test('a value of another kind is named, and nothing is copied', { skip: withoutPostgres }, async () => {
  const db = source(3)
  db.exec("INSERT INTO tool_facts (session_id, at, tool) VALUES ('s', 'a', x'00ff')")
  const client = await connect()
  await assert.rejects(copy(db, client), (error) => {
    assert.ok(error instanceof UnfitValueError)
    assert.equal(error.message, 'tool_facts.tool holds bytes where PostgreSQL has TEXT')
    return true
  })
  const { hasTables, filled } = await lookAtTarget(client, planCopy(db))
  assert.deepEqual([hasTables, filled], [true, []])
})

test('a second copy is refused and changes nothing', { skip: withoutPostgres }, async () => {
  const db = source(3)
  const client = await connect()
  const before = await lookAtTarget(client, planCopy(db))
  assert.deepEqual(before, { hasTables: false, filled: [] })
  await copy(db, client)
  await assert.rejects(copy(source(9), client), (error) => {
    assert.ok(error instanceof CopyRefusedError)
    assert.match(error.message, /^it holds rows already, in approvals, audit, /)
    return true
  })
  assert.deepEqual((await client.query('SELECT count(*) FROM memories')).rows, [{ count: '3' }])
})

test(
  'a copy whose process dies in the middle leaves nothing behind, and can be made again',
  { skip: withoutPostgres },
  async () => {
    const db = source(3)
    const watcher = await connect()
    const name = String(watcher.database)
    await migratePostgres(watcher)
    await watcher.query(waits)
    const copying = copy(db, await connect(name))
    const ended = assert.rejects(copying)
    while ((await watcher.query(endThoseThatWait)).rowCount === 0) await watcher.query('SELECT pg_sleep(0.02)')
    await ended
    assert.deepEqual(await lookAtTarget(watcher, planCopy(db)), { hasTables: true, filled: [] })
    await watcher.query('DROP FUNCTION waits CASCADE')
    const { rows } = await copy(db, watcher)
    assert.equal(rows.get('tool_facts'), 3)
  },
)

/** The table is one of the last: others are filled by then. */
const waits = `
  CREATE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); RETURN NULL; END';
  CREATE TRIGGER waits BEFORE INSERT ON tool_facts FOR EACH STATEMENT EXECUTE FUNCTION waits()`

/** What PostgreSQL does when the process at the other end is gone. */
const endThoseThatWait =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"

test('what is left behind is what PostgreSQL has otherwise, and sizes are told', () => {
  const db = source(2)
  const names = planCopy(db).map(({ name }) => name)
  assert.deepEqual(
    names.filter((name) => /search|migrations|sqlite/.test(name)),
    [],
  )
  assert.ok(names.indexOf('triage_runs') < names.indexOf('score_history'))
  assert.ok(names.indexOf('tasks') < names.indexOf('score_overrides'))
  const [events] = planCopy(db).filter(({ name }) => name === 'session_events')
  assert.ok(events !== undefined && !events.columns.some(({ name }) => name === 'act' || name === 'actor'))
  assert.equal(countRows(db, events), 2)
  assert.ok((sizesOf(db).get('session_events') ?? 0) >= 4096)
})

test(
  'what names no node is of the one that copies; what is not there as it was sent is found',
  { skip: withoutPostgres },
  async () => {
    const db = source(0)
    db.exec("INSERT INTO loom_last_good (id, definition, node) VALUES ('one', 'x', ''), ('two', 'y', 'other')")
    const client = await connect()
    await copy(db, client)
    assert.deepEqual((await client.query('SELECT id, node FROM loom_last_good ORDER BY id')).rows, [
      { id: 'one', node },
      { id: 'two', node: 'other' },
    ])
    const spoilt = await connect()
    await migratePostgres(spoilt)
    await spoilt.query(spoils)
    await assert.rejects(copy(db, spoilt), /^CopyRefusedError: loom_last_good does not hold there what was sent$/)
    assert.deepEqual((await spoilt.query('SELECT id FROM loom_last_good')).rows, [])
  },
)

const spoils = `
  CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.definition := upper(NEW.definition); RETURN NEW; END';
  CREATE TRIGGER spoils BEFORE INSERT ON loom_last_good FOR EACH ROW EXECUTE FUNCTION spoil()`
