// kill -9 between the model's answer and the end of the commit: after each, a run is there as a whole or not at all.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startTriageModel, type TriageModel } from '../../support/fake-triage-model.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

/** So many that their transaction takes a while. */
const taskCount = 1500
/** Milliseconds from the answer to the kill: while it is read, while the result is written, and after its end. */
const delays = [0, 15, 30, 60, 120, 240, 'over'] as const

test('a run that is killed while it writes has written all or nothing', async () => {
  await using model = await startTriageModel()
  await using place = await makeHome()
  const env = { SERVICE_MODEL_URL: model.url }
  await using first = await startService(place, { env })
  await addTasks(first)
  await first.stop()
  // No more batches than need be: the last one is held, so that nothing but the writing lies behind its answer.
  const settings = { model: { contextTokens: 1_000_000 }, triage: { maxTasks: taskCount } }
  await writeFile(join(place.home, 'config.json'), JSON.stringify(settings))
  const seen = new Set<string>()
  for (const [round, delayMs] of delays.entries()) {
    await using service = await startService(place, { env })
    await expectWhole(place)
    // Other values in each round, so that each has all rows to write.
    for (let index = 0; index < taskCount; index += 1)
      model.scores.set(idOf(index), { impact: ((round + index) % 5) + 1 })
    await tellNews(service)
    const release = await holdLastBatch(model, service)
    release()
    await until('the model has answered', () => model.waiting() === 0)
    if (delayMs === 'over') await until('the run is over', async () => (await statusOf(service)) === 'success')
    else await wait(delayMs)
    await service.kill()
    seen.add(await expectWhole(place))
  }
  await using last = await startService(place, { env })
  const { runs } = (await last.call('GET /api/triage/runs')).json as { runs: { status: string }[] }
  assert.ok(runs.every(({ status }) => status === 'success' || status === 'failed'))
  // The first kill comes before the commit, the last one after it: otherwise nothing was tried.
  assert.deepEqual(seen, new Set(['nothing', 'all']))
})

/** A batch has a hundred tasks at most. */
const batchCount = taskCount / 100

/** Starts a run and lets the model answer all its batches but the last. */
async function holdLastBatch(model: TriageModel, service: Service): Promise<() => void> {
  const before = model.requests.length
  let release = model.hold()
  const started = await service.call('POST /api/triage/runs')
  assert.equal(started.status, 202, started.text)
  for (let batch = 1; batch <= batchCount; batch += 1) {
    await until(`batch ${batch} is asked`, () => model.requests.length === before + batch)
    if (batch === batchCount) break
    const next = model.hold()
    release()
    release = next
  }
  return release
}

const idOf = (index: number): string => `T-${index}`

async function addTasks(service: Service): Promise<void> {
  const path = join(service.place.home, 'service.db')
  const db = new DatabaseSync(path, { timeout: 20_000 })
  const at = new Date().toISOString()
  const insert = db.prepare(
    'INSERT INTO tasks (seq, id, title, created_at, updated_at, status_since) VALUES (?, ?, ?, ?, ?, ?)',
  )
  db.exec('BEGIN')
  for (let index = 0; index < taskCount; index += 1) insert.run(index + 1, idOf(index), `Task ${index}`, at, at, at)
  db.exec('COMMIT')
  db.close()
}

/** Something to consume, and something to lock. */
async function tellNews(service: Service): Promise<void> {
  const brief = await service.call('POST /api/briefs', { json: { source: 'news', body: 'Something happened' } })
  assert.equal(brief.status, 200)
  const json = { task_id: idOf(3), dimension: 'urgency', new_value: '5', user_reason: 'due' }
  assert.equal((await service.call('POST /api/triage/overrides', { json })).status, 201)
  assert.equal((await service.call(`POST /api/triage/lock/${idOf(7)}`, { json: { lane: 'later' } })).status, 200)
}

async function statusOf(service: Service): Promise<string | undefined> {
  const { runs } = (await service.call('GET /api/triage/runs?limit=1')).json as { runs: { status: string }[] }
  return runs[0]?.status
}

/** What the last run left, from the tables themselves: each of its traces, or none. */
async function expectWhole({ home }: TestHome): Promise<'all' | 'nothing'> {
  const db = new DatabaseSync(join(home, 'service.db'), { timeout: 20_000 })
  try {
    const count = (sql: string): number => Number(db.prepare(sql).get()?.count ?? 0)
    const last = db.prepare('SELECT id, status FROM triage_runs ORDER BY id DESC LIMIT 1').get()
    const id = Number(last?.id ?? 0)
    const traces = {
      history: count(`SELECT count(*) AS count FROM score_history WHERE run_id = ${id}`),
      briefs: count(`SELECT count(*) AS count FROM briefs WHERE consumed_in_run_id = ${id}`),
      overrides: count(`SELECT count(*) AS count FROM score_overrides WHERE applied_to_run_id = ${id}`),
    }
    const isWhole = last?.status === 'success'
    for (const [name, found] of Object.entries(traces))
      assert.equal(found > 0, isWhole, `${name} of run ${id}: ${found}`)
    // Ranks belong to the run that wrote them: with their history they agree, whichever run that is.
    const astray = count(`SELECT count(*) AS count FROM tasks JOIN score_history ON score_history.id =
      (SELECT max(id) FROM score_history WHERE task_id = tasks.id) WHERE score_locked = 0 AND
      (current_rank IS NOT rank OR current_lane IS NOT lane OR current_score IS NOT score)`)
    assert.equal(astray, 0, `${astray} tasks and their history differ`)
    return isWhole ? 'all' : 'nothing'
  } finally {
    db.close()
  }
}
