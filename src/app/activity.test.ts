// The logs of every room as one list: over real tables, with rows as the rooms write them.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { migrations } from '#platform/server/db/all-migrations.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { runScript } from '#platform/server/db/sqlite-script.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { ActivityFilter, ActivityRow } from '#rooms/activity/contract.ts'
import { auditActivity } from '#rooms/activity/server/audit-source.ts'
import { exportRows } from '#rooms/activity/server/export-rows.ts'
import type { ActivityLogs } from '#rooms/activity/server/logs.ts'
import { readDensity } from '#rooms/activity/server/read-density.ts'
import { readFacts } from '#rooms/activity/server/read-facts.ts'
import { readActivityPage } from '#rooms/activity/server/read-page.ts'
import { runActivity } from '#rooms/flow/server/store/run-activity.ts'
import { createActivityFill, fillSome } from '#rooms/sessions/server/log/fill-activity.ts'
import { addActivity, sessionActivity } from '#rooms/sessions/server/log/session-activity.ts'
import { dropOldest } from '#rooms/sessions/server/log/session-history.ts'
import { taskActivity } from '#rooms/tasks/server/store/task-activity.ts'
import { triageActivity } from '#rooms/triage/server/stores/triage-activity.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'

const home = await mkdtemp(join(tmpdir(), 'orrery-activity-'))
after(() => rm(home, { recursive: true, force: true }))
let count = 0

const minute = (minutes: number): string =>
  new Date(Date.parse('2026-11-20T10:00:00.000Z') + minutes * 60_000).toISOString()

async function open(fill: (db: DatabaseSync) => void, path = join(home, `${(count += 1)}.db`)) {
  const database = openDatabase({ path, sync: 'normal' })
  await database.commits.write({ run: fill })
  const sources = [
    ...sessionActivity(database, (id) => (id === 's1' ? 'Move CI' : null)),
    taskActivity(database),
    ...runActivity(database, (id) => id),
    ...triageActivity(database, (id) => id),
    auditActivity(database),
  ]
  const logs: ActivityLogs = {
    sources,
    namesOfAgents: async (names) => new Map(names.flatMap((name) => (name === 's1' ? [[name, 'Move CI']] : []))),
  }
  return {
    database,
    logs,
    async all(filter: ActivityFilter = {}, limit = 200): Promise<ActivityRow[]> {
      const rows: ActivityRow[] = []
      for (let cursor: string | undefined; ;) {
        const page = await readActivityPage(logs, { filter, limit, cursor })
        assert.ok(page.ok)
        rows.push(...page.value.rows)
        if (page.value.next === null) return rows
        cursor = page.value.next
      }
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

function insert(db: DatabaseSync, table: string, row: Readonly<Record<string, string | number | null>>): void {
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`).run(...Object.values(row))
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

const event = { session_id: 's1', kind: 'event', accepted: 1, source: 'hook' }

/** One row of each kind of thing that happens, a minute apart. */
function oneOfEach(db: DatabaseSync): void {
  insert(db, 'session_events', { ...event, at: minute(1), kind: 'created', source: 'launch' })
  insert(db, 'session_events', { ...event, at: minute(1), event: 'start', source: 'launch' })
  insert(db, 'session_events', { ...event, at: minute(2), event: 'agent.tool_use', accepted: 0, metadata: 'Bash' })
  insert(db, 'session_events', { ...event, at: minute(3), event: 'hook.to_review', metadata: 'may I push?' })
  insert(db, 'session_answers', {
    session_id: 's1',
    at: minute(4),
    text: 'yes',
    submit: 1,
    state: 'typed',
    actor: 'person',
    browser: 'Firefox on Linux',
  })
  insert(db, 'session_events', { ...event, at: minute(4), event: 'user.resume', source: 'user', metadata: 'yes' })
  insert(db, 'session_events', {
    ...event,
    at: minute(5),
    event: 'process.exit_error',
    source: 'wrapper',
    metadata: 'exit 137',
  })
  insert(db, 'tasks', {
    id: 't1',
    title: 'Green CI',
    created_at: minute(6),
    updated_at: minute(6),
    status_since: minute(6),
  })
  insert(db, 'task_events', {
    task_id: 't1',
    at: minute(6),
    kind: 'created',
    actor: 'user',
    actor_name: 'command line',
  })
  const moved = JSON.stringify([{ field: 'status', from: 'backlog', to: 'in_progress' }])
  insert(db, 'task_events', {
    task_id: 't1',
    at: minute(7),
    kind: 'changed',
    actor: 'session',
    actor_name: 's1',
    changes: moved,
  })
  const run = { workflow_id: 'release', trigger: 'manual', trigger_by: 'Firefox on Linux', definition: 'd' }
  const times = { created_at: minute(8), started_at: minute(8), finished_at: minute(10) }
  insert(db, 'loom_runs', { ...run, ...times, seq: 1, run_id: 'r1', status: 'failed', error: 'publish: 503' })
  insert(db, 'loom_step_runs', {
    run_id: 'r1',
    step_id: 'publish',
    status: 'failed',
    finished_at: minute(9),
    error: '503',
  })
  insert(db, 'triage_runs', {
    status: 'success',
    trigger_by: 'api',
    started_at: minute(11),
    finished_at: minute(11),
    moves: '[1,2]',
  })
  insert(db, 'score_overrides', {
    task_id: 't1',
    dimension: 'locked',
    new_value: '1',
    lane: 'now',
    created_at: minute(12),
    actor: 'agent',
    actor_name: 'agent-1',
  })
  insert(db, 'briefs', { source: 'slack', body: 'a secret plan', created_at: minute(13) })
  insert(db, 'audit', {
    at: minute(14),
    kind: 'auth.login',
    actor_kind: 'person',
    actor_name: 'Firefox on Linux',
    text: 'logged in',
  })
}

test('every log is told in one list, newest first, with who did it', async () => {
  await using room = await open(oneOfEach)
  const rows = await room.all()
  assert.deepEqual(
    rows.map(({ kind, actor, subject, text }) => [kind, actor.kind, actor.name, subject.label, text]),
    [
      ['auth.login', 'person', 'Firefox on Linux', 'Orrery', 'logged in'],
      ['triage.brief', 'person', null, 'Brief 1', 'left a brief from slack'],
      ['triage.locked', 'agent', 'agent-1', 't1', 'locked to NOW'],
      ['triage.succeeded', 'person', null, 'Triage run 1', 'run ended, 2 moved'],
      ['run.failed', 'person', 'Firefox on Linux', 'release', 'failed after 2 min: publish: 503'],
      ['step.failed', 'service', null, 'release', 'step publish failed: 503'],
      ['run.started', 'person', 'Firefox on Linux', 'release', 'started'],
      ['task.moved', 'agent', 'Move CI', 'Green CI', 'moved from backlog to in progress'],
      ['task.created', 'person', 'command line', 'Green CI', 'created'],
      ['session.failed', 'agent', 'Move CI', 'Move CI', 'failed: exit 137'],
      ['session.answered', 'person', 'Firefox on Linux', 'Move CI', 'was told: yes'],
      ['session.waiting', 'hook', 'Move CI', 'Move CI', 'needs you: may I push?'],
      ['session.launched', 'person', null, 'Move CI', 'launched'],
    ],
  )
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
})

test('who asked is told by what they used, an agent by its name, and rows from before stay a person’s', async () => {
  const by = (kind: string, name: string) => ({ by_kind: kind, by_name: name })
  await using room = await open((db) => {
    const cancel = { ...event, event: 'user.cancel', source: 'user' }
    insert(db, 'session_events', { ...event, kind: 'created', at: minute(1), source: 'launch' })
    insert(db, 'session_events', { ...event, kind: 'created', at: minute(2), source: 'launch', ...by('agent', 'ada') })
    insert(db, 'session_events', { ...cancel, at: minute(3), ...by('person', 'command line') })
    const run = { status: 'success', trigger_by: 'api', moves: '[]' }
    insert(db, 'triage_runs', { ...run, started_at: minute(4), finished_at: minute(4), ...by('agent', 'ada') })
    insert(db, 'briefs', { source: 'other', body: 'b', created_at: minute(5), ...by('agent', 'ada') })
  })
  const told = [
    ['triage.brief', 'agent', 'ada'],
    ['triage.succeeded', 'agent', 'ada'],
    ['session.stopped', 'person', 'command line'],
    ['session.launched', 'agent', 'ada'],
    ['session.launched', 'person', null],
  ]
  const all = async (filter: ActivityFilter) =>
    (await room.all(filter)).map(({ kind, actor }) => [kind, actor.kind, actor.name])
  assert.deepEqual(await all({}), told)
  await room.database.commits.write({ script: addActivity })
  for (const actor of ['agent', 'person'] as const)
    assert.deepEqual(
      await all({ actor }),
      told.filter(([, kind]) => kind === actor),
    )
})

test('each filter gives what the whole list has of it, page by page', async () => {
  await using room = await open((db) => {
    oneOfEach(db)
    runScript(db, addActivity())
    // After the mark of the index, and of one moment with others.
    for (const said of ['hook.to_running', 'hook.to_review', 'hook.to_running']) {
      insert(db, 'session_events', { ...event, at: minute(4), event: said })
    }
  })
  const all = await room.all()
  assert.equal(all.length, 16)
  const filters: readonly (readonly [ActivityFilter, (row: ActivityRow) => boolean])[] = [
    [{ source: 'tmux' }, ({ source }) => source === 'tmux'],
    [{ source: 'system' }, ({ source }) => source === 'system'],
    [{ actor: 'person' }, ({ actor }) => actor.kind === 'person'],
    [{ actor: 'agent' }, ({ actor }) => actor.kind === 'agent'],
    [{ actor: 'device' }, () => false],
    [{ kind: 'session' }, ({ kind }) => kind.startsWith('session.')],
    [{ kind: 'session.working' }, ({ kind }) => kind === 'session.working'],
    [{ kind: 'run' }, ({ kind }) => kind.startsWith('run.')],
    [{ kind: 'auth.login' }, ({ kind }) => kind === 'auth.login'],
    [{ kind: 'nothing' }, () => false],
    [{ since: minute(4), until: minute(9) }, ({ at }) => at >= minute(4) && at <= minute(9)],
    [{ source: 'fabric', actor: 'agent', kind: 'task.moved', since: minute(7) }, ({ kind }) => kind === 'task.moved'],
    [{ text: 'green MOVED' }, ({ kind }) => kind === 'task.moved'],
    [{ text: 'fire', kind: 'auth' }, ({ kind }) => kind === 'auth.login'],
    [{ text: '503' }, ({ text }) => text.includes('503')],
    [{ text: 'nowhere at all' }, () => false],
    [{ text: '"*^(' }, () => true],
  ]
  for (const [filter, passes] of filters) {
    for (const limit of [1, 2, 200])
      assert.deepEqual(await room.all(filter, limit), all.filter(passes), JSON.stringify(filter))
  }
})

test('what retention drops is dropped from the index as well', async () => {
  await using room = await open((db) => {
    oneOfEach(db)
    runScript(db, addActivity())
  })
  await room.database.commits.write({
    *script() {
      yield* dropOldest({ seq: 100, limit: 100 })
    },
  })
  const left = await room.database.read.selectFrom('session_activity').selectAll().execute()
  assert.deepEqual(left, [])
  assert.equal((await room.all({ kind: 'session' })).length, 1, 'the answer stays')
})

test('a file has each row once, in the form that was asked for', async () => {
  await using room = await open(oneOfEach)
  const all = await room.all()
  const jsonl = await textOf(exportRows(room.logs, { format: 'jsonl' }))
  assert.deepEqual(
    jsonl
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    all,
  )
  const csv = (await textOf(exportRows(room.logs, { format: 'csv', kind: 'task' }))).split('\r\n')
  assert.equal(csv.length, 4, 'a head, two rows and the end')
  assert.match(csv[1] ?? '', /,fabric,task\.moved,agent,Move CI,task,t1,Green CI,/)
})

test('no word of a brief, and no prompt, is told', async () => {
  await using room = await open(oneOfEach)
  assert.doesNotMatch(JSON.stringify(await room.all()), /secret plan/)
})

test('rows are counted over time as the list has them, for each filter', async () => {
  await using room = await open((db) => {
    oneOfEach(db)
    runScript(db, addActivity())
    insert(db, 'session_events', { ...event, at: minute(15), event: 'hook.to_running' })
  })
  const all = await room.all()
  for (const filter of [{}, { actor: 'agent' }, { kind: 'run' }, { source: 'tmux' }] as const) {
    const some = await room.all(filter)
    const { parts, step } = await readDensity(room.logs, filter, Date.parse(minute(15)))
    assert.equal(step, 'ten_minutes')
    assert.equal(sum(parts.map(({ rows }) => rows)), some.length, JSON.stringify(filter))
    for (const { at, rows } of parts)
      assert.equal(some.filter((row) => row.at.slice(0, 15) === at.slice(0, 15)).length, rows, at)
  }
  const { parts } = await readDensity(room.logs, {}, Date.parse(minute(15)))
  assert.equal(sum(parts.map(({ failures }) => failures)), all.filter(({ kind }) => kind.endsWith('failed')).length)
})

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

test('a row has the facts that its log knows, without what people wrote', async () => {
  await using room = await open((db) => {
    oneOfEach(db)
    const described = JSON.stringify([
      { field: 'description', from: 'a secret plan', to: 'another secret plan' },
      { field: 'priority', from: 'P3', to: 'P1' },
    ])
    insert(db, 'task_events', { task_id: 't1', at: minute(20), kind: 'changed', actor: 'user', changes: described })
  })
  const facts = async (kind: string) => {
    const [row] = await room.all({ kind })
    const found = await readFacts(room.logs, row?.id ?? '')
    return Object.fromEntries((found ?? []).map(({ name, value }) => [name, value]))
  }
  const failed = await facts('session.failed')
  assert.deepEqual([failed.Event, failed.Session, failed['Reported by']], ['process.exit_error', 's1', 'wrapper'])
  const edited = await facts('task.edited')
  assert.deepEqual([edited.description, edited.priority], ['changed', 'P3 → P1'])
  assert.equal((await facts('run.failed')).Run, 'r1')
  assert.deepEqual(await facts('auth.login'), {})
  assert.equal(await readFacts(room.logs, 'nothing:1'), null)
  assert.deepEqual(await readFacts(room.logs, 'session:x'), [])
})

test('what few rows have is looked for page by page, each of which ends', async () => {
  await using room = await open((db) => {
    for (let index = 0; index < 2500; index++)
      insert(db, 'session_events', { ...event, at: minute(index), event: 'hook.to_running' })
    insert(db, 'session_events', { ...event, at: minute(-1), event: 'hook.to_review', metadata: 'needle' })
    runScript(db, addActivity())
  })
  const first = await readActivityPage(room.logs, { filter: { text: 'needle' }, limit: 50 })
  assert.ok(first.ok && first.value.next !== null)
  assert.deepEqual(first.value.rows, [])
  assert.deepEqual(
    (await room.all({ text: 'needle' })).map(({ text }) => text),
    ['needs you: needle'],
  )
})

test('events from before the index are added step by step, whatever a kill cuts short, and each of them once', async () => {
  const path = join(home, 'old.db')
  {
    await using before = openDatabase({
      path,
      sync: 'normal',
      migrations: migrations.filter(({ number }) => number < 11),
    })
    await before.commits.write({
      run(db) {
        for (let index = 0; index < 1700; index++)
          insert(db, 'session_events', { ...event, at: minute(index), event: index % 3 ? 'hook.to_running' : 'start' })
      },
    })
  }
  {
    await using room = await open((db) => runScript(db, addActivity()), path)
    await room.database.commits.write({ script: fillSome })
    assert.equal((await room.all()).length, 500, 'the newest are there first')
    const failing = room.database.commits.write({
      *script() {
        yield* fillSome()
        throw new Error('as on a full disk')
      },
    })
    await assert.rejects(failing)
  }
  await using room = await open(
    (db) => insert(db, 'session_events', { ...event, at: minute(9000), event: 'start' }),
    path,
  )
  const time = new ManualTime('2026-11-21T10:00:00.000Z')
  const fill = createActivityFill({ ...room, timers: time, log: silentLog })
  assert.equal(await fill.isComplete(), false)
  fill.start()
  while (!(await fill.isComplete())) await time.pass(60_000)
  await fill[Symbol.asyncDispose]()
  const rows = await room.all()
  assert.deepEqual([rows.length, new Set(rows.map(({ id }) => id)).size], [1701, 1701])
})
