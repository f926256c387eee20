// The tables of both databases are the same but for what is named here; a PostgreSQL is brought up to date once, whoever asks.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { startPostgres, withoutPostgres, type Postgres } from '#testing/postgres.testkit.ts'
import { inBaseline, migrations } from '../all-migrations.ts'
import { migrate, NewerDatabaseError, type TwofoldMigration } from '../migrate.ts'
import { describePostgres, describeSqlite, type Tables } from './described.testkit.ts'
import { migratePostgres } from './migrate-postgres.ts'

let server: Promise<Postgres> | null = null
let count = 0
const opened = new AsyncDisposableStack()
after(async () => {
  await opened.disposeAsync()
  await (await server)?.[Symbol.asyncDispose]()
})

async function connect(name: string): Promise<Client> {
  const postgres = await (server ??= startPostgres())
  const client = new Client({ connectionString: postgres.url(name), options: '-c search_path=orrery' })
  await client.connect()
  opened.defer(() => client.end())
  return client
}

async function freshName(): Promise<string> {
  const postgres = await (server ??= startPostgres())
  const name = `one_${(count += 1)}`
  await postgres.createDatabase(name)
  return name
}

function sqlite(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  opened.defer(() => db.close())
  migrate(db, ':memory:', migrations)
  return db
}

const inOrder = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b)

/** What only one of them has: FTS5 is SQLite's alone, and its indexes end with the number of the row by themselves. */
function withoutDifferences(tables: Tables): Tables {
  const rest = Object.entries(tables).filter(([name]) => !/^(tasks_search|search_index)/.test(name))
  const told = structuredClone(Object.fromEntries(rest))
  for (const column of ['title_words', 'description_words']) {
    assert.ok([undefined, 'text'].includes(told.tasks?.columns[column]))
    delete told.tasks?.columns[column]
  }
  const { indexes } = told.loom_runs ?? assert.fail('no runs')
  for (const name of ['loom_runs_by_workflow', 'loom_runs_by_status'])
    indexes[name] = String(indexes[name]).replace(/, seq$/, '')
  return told
}

test('both have the same tables, columns, keys, indexes and links', { skip: withoutPostgres }, async () => {
  const client = await connect(await freshName())
  const applied = await migratePostgres(client)
  assert.deepEqual(inOrder(applied), inOrder(migrations.map(({ number }) => number)))
  const there = await describePostgres(client)
  assert.deepEqual(withoutDifferences(there), withoutDifferences(describeSqlite(sqlite())))
  assert.deepEqual(there.search_index, {
    columns: { doc: 'bigint not null', words: 'tsvector not null' },
    key: 'doc',
    unique: [],
    indexes: { search_index_words: 'words' },
    links: [],
  })
})

test('what numbers its rows in SQLite for ever does so in PostgreSQL', { skip: withoutPostgres }, async () => {
  const client = await connect(await freshName())
  await migratePostgres(client)
  const { rows } = await client.query<{ table: string }>(
    "SELECT attrelid::regclass::text AS table FROM pg_attribute WHERE attidentity = 'd' AND attrelid::regclass::text NOT LIKE '%.%'",
  )
  const identities = new Set(rows.map(({ table }) => table))
  const numbered = sqlite().prepare("SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'").all()
  assert.ok(numbered.length > 8)
  assert.deepEqual(
    numbered.map(({ name }) => String(name)).filter((name) => !identities.has(name)),
    [],
  )
})

test('both begin with the same rows', { skip: withoutPostgres }, async () => {
  const client = await connect(await freshName())
  await migratePostgres(client)
  const db = sqlite()
  const sql = 'SELECT name, CAST(value AS TEXT) AS value FROM counters ORDER BY name'
  const here = db.prepare(sql).all()
  assert.deepEqual(
    (await client.query(sql)).rows,
    here.map((row) => ({ ...row })),
  )
  const { rows } = await client.query('SELECT length(handle) AS bytes FROM passkey_holder')
  assert.deepEqual(rows, [{ bytes: 32 }])
  assert.deepEqual({ ...db.prepare('SELECT length(handle) AS bytes FROM passkey_holder').get() }, rows[0])
})

const product = <T>(...lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>((rows, list) => rows.flatMap((row) => list.map((one) => [...row, one])), [[]])

type Cell = string | number | null

/** Rows that meet every branch of a computed column, as `[table, columns, rows, columns that are computed]`. */
const computed: readonly (readonly [string, readonly string[], readonly Cell[][], string])[] = [
  [
    'session_events',
    ['session_id', 'at', 'kind', 'event', 'accepted', 'source', 'metadata', 'by_kind'],
    product<Cell>(
      ['s'],
      ['t'],
      ['created', 'removed', 'event', 'changed', 'checkpoint'],
      [
        null,
        'start',
        'hook.to_running',
        'agent.tool_use',
        'hook.to_review',
        'agent.prompt_ready',
        'process.exit',
        'process.exit_error',
        'user.cancel',
        'user.requeue',
        'user.resume',
        'else',
      ],
      [0, 1],
      ['launch', 'user', 'hook', 'wrapper', 'gateway', 'monitor'],
      [null, '{}'],
      [null, 'agent'],
    ),
    'act, actor',
  ],
  [
    'task_events',
    ['task_id', 'at', 'kind', 'actor', 'changes'],
    product<Cell>(
      ['T'],
      ['t'],
      ['created', 'changed', 'deleted'],
      ['user', 'agent', 'session', 'import'],
      ['[]', '[{"field":"status","from":1}]', '[{"field":"title"}]'],
    ),
    'act, who',
  ],
  [
    'triage_runs',
    ['trigger_by', 'started_at', 'by_kind'],
    product<Cell>(['api', 'api:x', 'ap', 'cron'], ['t'], [null, 'cron']),
    'actor',
  ],
]

for (const [table, columns, values, asked] of computed) {
  test(`${table} computes the same in both`, { skip: withoutPostgres }, async () => {
    const client = await connect(await freshName())
    await migratePostgres(client)
    const db = sqlite()
    const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES `
    const here = db.prepare(`${insert} (${columns.map(() => '?').join(', ')})`)
    await client.query('BEGIN')
    for (const row of values) {
      here.run(...row)
      await client.query(`${insert} (${columns.map((_, at) => `$${at + 1}`).join(', ')})`, row)
    }
    await client.query('COMMIT')
    const sql = `SELECT ${asked} FROM ${table} ORDER BY 1`
    const order = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()
    assert.deepEqual(order((await client.query(sql)).rows), order(db.prepare(sql).all()))
  })
}

test('the index of terminals takes every session that was ever written', { skip: withoutPostgres }, async () => {
  const client = await connect(await freshName())
  await migratePostgres(client)
  const session = { prompt: `NUL \0, half \ud83d of a pair, a whole \u{1f600}, \\u0000`, tmux_session: 'cockpit-1' }
  await client.query(
    "INSERT INTO past_sessions (id, left_at, left_as, state, agent_type, session) VALUES ('a', 't', 'pruned', 'done', 'shell', $1)",
    [JSON.stringify(session)],
  )
  const found = await client.query(
    "SELECT id FROM past_sessions WHERE json_text(session, 'tmux_session') = 'cockpit-1'",
  )
  assert.deepEqual(found.rows, [{ id: 'a' }])
  const prompt = await client.query(
    "SELECT json_text(session, 'prompt') AS prompt, json_text(session, 'x') AS x FROM past_sessions",
  )
  assert.deepEqual(prompt.rows, [{ prompt: 'NUL �, half � of a pair, a whole \u{1f600}, \\ufffd', x: null }])
})

test('many that start together make the tables once', { skip: withoutPostgres }, async () => {
  const name = await freshName()
  const clients = await Promise.all(Array.from({ length: 5 }, () => connect(name)))
  const applied = await Promise.all(clients.map((client) => migratePostgres(client)))
  assert.deepEqual(inOrder(applied.map(({ length }) => length)), [0, 0, 0, 0, migrations.length])
})

const later = (postgres: string | null): TwofoldMigration => ({ number: 900, name: 'later', sql: '', postgres })

test('what comes later is applied alone, and undone as a whole where it fails', { skip: withoutPostgres }, async () => {
  const client = await connect(await freshName())
  await migratePostgres(client)
  const broken = { inBaseline, sinceBaseline: [later('CREATE TABLE half (a TEXT); CREATE TABLE half (a TEXT)')] }
  await assert.rejects(
    migratePostgres(client, broken),
    /^Error: migration 900 \(later\) failed in PostgreSQL and was undone$/,
  )
  assert.equal((await describePostgres(client)).half, undefined)
  const whole = { inBaseline, sinceBaseline: [later('CREATE TABLE half (a TEXT)')] }
  assert.deepEqual(await migratePostgres(client, whole), [900])
  assert.deepEqual(await migratePostgres(client, whole), [])
  await assert.rejects(migratePostgres(client), (error) => {
    assert.ok(error instanceof NewerDatabaseError)
    assert.match(
      error.message,
      /^the PostgreSQL database one_\d+ is at version 900, and this program knows none above \d+$/,
    )
    return true
  })
})

test(
  'who may make no schema is served where it is there, and told where it is not',
  { skip: withoutPostgres },
  async () => {
    const name = await freshName()
    const owner = await connect(name)
    await owner.query('CREATE ROLE guest')
    const guest = await connect(name)
    await guest.query('SET ROLE guest')
    await assert.rejects(migratePostgres(guest), (error) => {
      assert.ok(error instanceof Error)
      assert.match(String(error.cause), /permission denied/)
      return true
    })
    await owner.query('CREATE SCHEMA orrery AUTHORIZATION guest')
    assert.equal((await migratePostgres(guest)).length, migrations.length)
  },
)
