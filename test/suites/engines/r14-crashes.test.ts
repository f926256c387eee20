// R14: a process killed at each write of the journal leaves runs that resume: nothing finished is repeated, nothing hangs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createRunReads } from '#rooms/flow/server/store/run-reads.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { openCrashEngine } from './crash-strand.ts'
import { openDbosPlaces } from './dbos-rig.ts'

const places = openDbosPlaces()
after(() => places.close())

const title = 'a process killed at any write point of a run leaves it resumable, and no finished step runs again'

test(`R14: ${title}`, () => dieEverywhere(null))

test(`R14 on PostgreSQL: ${title}`, { skip: withoutPostgres }, async () => dieEverywhere(await places.database()))

async function dieEverywhere(url: string | null): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'orrery-r14-'))
  try {
    // Beside the home: what a body does elsewhere is no write of the journal.
    const traces = join(root, 'traces')
    const home = join(root, 'home')
    await mkdir(home)
    // The tables are made beforehand: what their making survives is another test's.
    const first = await openCrashEngine(home, traces, url)
    await first.engine.stop()
    await first.database[Symbol.asyncDispose]()
    let deaths = 0
    for (let point = 1; await dieAt({ home, traces, url, point }); point++) {
      deaths += 1
      await assertResumed({ home, traces, url, point })
    }
    assert.ok(deaths >= 10, `the process died ${deaths} times only`)
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

type Case = { readonly home: string; readonly traces: string; readonly url: string | null; readonly point: number }

const runOf = (point: number) => `run-${point}`

/** False once the whole run fits before the point. */
async function dieAt({ home, traces, url, point }: Case): Promise<boolean> {
  const shim = join(import.meta.dirname, '../threats/kill-points.mjs')
  const script = join(import.meta.dirname, 'crash-child.ts')
  const child = spawn(process.execPath, ['--import', shim, script, traces, runOf(point), url ?? ''], {
    env: { PATH: process.env.PATH, SERVICE_HOME: home, ORRERY_DIE_AT: String(point) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (signal !== 'SIGKILL') assert.equal(code, 0)
  return signal === 'SIGKILL'
}

async function assertResumed({ home, traces, url, point }: Case): Promise<void> {
  const runId = runOf(point)
  const left = await finishedSteps(home, runId)
  const before = await linesOf(traces, runId)
  const { engine, database } = await openCrashEngine(home, traces, url)
  const reads = createRunReads(database.read)
  try {
    // As a caller does who got no answer.
    const asked = { strandId: 'crash', runId, trigger: 'manual', by: 'test', input: null, slot: null } as const
    const started = await engine.trigger(asked)
    assert.ok(started.ok)
    assert.equal(started.value.isNew, left === null, `point ${point}`)
    const run = await engine.result(runId)
    assert.equal(run?.status, 'success', `point ${point}: ${run?.error ?? ''}`)
    const after = (await linesOf(traces, runId)).slice(before.length)
    for (const step of left ?? []) {
      assert.ok(!after.some((line) => line.includes(` ${step} `)), `point ${point}: ${step} was finished and ran again`)
    }
    const steps = await reads.steps(runId)
    assert.deepEqual(Object.fromEntries(steps.map(({ step_id: id, status }) => [id, status])), allDone)
    assert.deepEqual(steps.find(({ step_id: id }) => id === 'd')?.result, { b: 'B', c: 'C' })
    assert.ok(steps.every(({ attempts }) => attempts.every(({ finished_at: at }) => at !== null)))
    // Each try has its own number, so that none passes for another.
    const begun = [...before, ...after].filter((line) => line.endsWith(' begin'))
    assert.equal(new Set(begun).size, begun.length, `point ${point}: ${begun.join('; ')}`)
    assert.deepEqual(await reads.open(), [])
  } finally {
    await engine.stop()
    await database[Symbol.asyncDispose]()
  }
}

const allDone = { a: 'success', b: 'success', c: 'success', d: 'success' }

/** Steps that the journal holds as finished; null when it does not know the run. */
async function finishedSteps(home: string, runId: string): Promise<string[] | null> {
  await using database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const reads = createRunReads(database.read)
  if ((await reads.find(runId)) === null) return null
  return (await reads.steps(runId)).filter(({ status }) => status === 'success').map(({ step_id: id }) => id)
}

async function linesOf(traces: string, runId: string): Promise<string[]> {
  const text = await readFile(traces, 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line.startsWith(`${runId} `))
}
