// R7: with a thousand sessions and ten thousand tasks every answer is whole, changes reach viewers, triage reads all of it in
// parts, a kill loses nothing, and memory stays within bounds. How fast that is, `bench/` measures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTriageModel } from '../../support/fake-triage-model.ts'
import { makeHome } from '../../support/home.ts'
import { ingest, listSessions } from '../../support/http.ts'
import { residentMiB } from '../../support/memory.ts'
import { openConnection } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { postInTurn } from './posting.ts'

const sessionCount = 1000
const taskCount = 10_000
const tasksPerImport = 2500

async function fill(service: Service): Promise<void> {
  const { token } = service
  for (let from = 0; from < taskCount; from += tasksPerImport) {
    const lines = Array.from({ length: tasksPerImport }, (_, nth) => `- [ ] Task ${from + nth} of a large board`)
    const json = { format: 'markdown', source: `list-${from}`, project: `project-${from}`, text: lines.join('\n') }
    const answer = await service.call('POST /api/tasks/import', { token, json })
    assert.equal(answer.status, 200, answer.text.slice(0, 300))
  }
  using connection = await openConnection(service.hookPort)
  const names = Array.from({ length: sessionCount }, (_, nth) => `agent-large-${nth}`)
  const statuses = await postInTurn(
    connection,
    names.map((tmux_session) => ({ tmux_session, event: 'start' })),
  )
  assert.deepEqual(new Set(statuses), new Set([200]))
}

/** By following the pages to their end. */
async function taskIds(service: Service): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let cursor = ''; ;) {
    const { json } = await service.call(`GET /api/tasks?limit=200${cursor}`, { token: service.token })
    const page = json as { readonly tasks: readonly { readonly id: string }[]; readonly next_cursor: string | null }
    for (const { id } of page.tasks) {
      assert.ok(!ids.has(id), `${id} came twice`)
      ids.add(id)
    }
    if (page.next_cursor === null) return ids
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

test('a thousand sessions and ten thousand tasks are shown, listed, scored, changed and restored whole', async () => {
  await using model = await startTriageModel()
  await using place = await makeHome()
  const env = { SERVICE_MODEL_URL: model.url }
  let states: string[]
  {
    await using service = await startService(place, { env })
    await fill(service)
    assert.equal((await taskIds(service)).size, taskCount)
    using viewer = await openViewer(service.port)
    assert.equal(viewer.sessions.size, sessionCount)
    const [session] = await listSessions(service)
    assert.ok(session)
    await ingest(service, { session_id: session.id, event: 'to_review' })
    await until('the viewer sees a change', () => viewer.sessions.get(session.id)?.state === 'awaiting_review')
    await score(service)
    const scored = model.requests.flatMap(({ ids }) => ids)
    assert.equal(new Set(scored).size, scored.length, 'no task was asked about twice')
    assert.ok(model.requests.length > 1, 'in parts that fit')
    await until(
      'the last one is found',
      async () => {
        const { json } = await service.call('GET /api/search?q=large+board+9999', { token: service.token })
        return (json.results as unknown[]).length > 0
      },
      60_000,
    )
    assert.equal(viewer.gaps(), 0)
    assert.ok(residentMiB(service.pid) < 400, `${residentMiB(service.pid)} MiB`)
    assert.doesNotMatch(service.stderr(), /"level":(50|60)/)
    states = await statesOf(service)
    await service.kill()
  }
  await using next = await startService(place, { env })
  assert.deepEqual(await statesOf(next), states)
  assert.equal((await taskIds(next)).size, taskCount)
})

async function score(service: Service): Promise<void> {
  const { token } = service
  await service.call('POST /api/triage/runs', { token, json: {} })
  await until(
    'triage has ended',
    async () => {
      const { json } = await service.call('GET /api/triage/runs', { token })
      const [run] = json.runs as { status: string; error: string | null }[]
      assert.notEqual(run?.status, 'failed', run?.error ?? '')
      return run?.status === 'success'
    },
    120_000,
  )
  const { json } = await service.call('GET /api/triage/lanes', { token })
  assert.ok(JSON.stringify(json).includes('"now"'))
}

const statesOf = async (service: Service): Promise<string[]> =>
  (await listSessions(service)).map(({ id, state }) => `${id} ${state}`).toSorted()
