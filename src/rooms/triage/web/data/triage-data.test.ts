import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { scriptedService } from '#testing/scripted-service.testkit.ts'
import type { TriageRun } from '../../contract.ts'
import { tellRunEnds } from './tell-run-ends.ts'
import { lanesFollower, newestRun } from './lanes-feed.ts'
import { lanesData, runsData, triageVersion } from './triage-data.ts'

/** What was read since the last look. */
const read = () => {
  const asked = scriptedService.sent.map((each) => each.asked)
  scriptedService.clear()
  return asked.toSorted()
}

/** Whatever was asked is answered by then. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  newestRun.set(null)
  scriptedService.clear()
  for (const { id } of toasts.get()) dismissToast(id)
})

function run(status: TriageRun['status'], more: Partial<TriageRun> = {}): TriageRun {
  return {
    id: 5,
    status,
    dry_run: false,
    trigger_by: 'api',
    model: null,
    started_at: '2026-11-20T08:00:00.000Z',
    finished_at: null,
    error: null,
    progress: null,
    run_summary: null,
    distribution_warning: null,
    clash_summary: null,
    can_apply: false,
    applied_as: null,
    ...more,
  }
}

const tellOf = (id: string, value: unknown) => lanesFollower.takeChanges([{ op: 'upsert', id, value }])
const tell = (value: TriageRun) => tellOf('run', value)

test('a step of a run is shown and reads nothing; another state of it reads lanes and runs', async (t) => {
  const leave = [lanesData, runsData].map((resource) => resource.subscribe(() => {}))
  t.after(() => leave.forEach((stop) => stop()))
  await settled()
  tell(run('running'))
  await settled()
  read()
  const progress = { phase: 'asking', done: 3, total: 9 } as const
  tell(run('running', { progress }))
  await settled()
  assert.deepEqual([newestRun.get()?.progress, read()], [progress, []])
  tell(run('success'))
  await settled()
  assert.deepEqual(read(), ['GET /api/triage/lanes', 'GET /api/triage/runs'])
})

test('how many briefs wait is known before it is read', async (t) => {
  scriptedService.answers.push({ body: { state: { briefs_waiting: 0 } } })
  lanesData.refresh()
  t.after(lanesData.subscribe(() => {}))
  await settled()
  tellOf('briefs', { waiting: 4 })
  const query = lanesData.get()
  assert.equal(query.kind === 'ready' ? query.value.state.briefs_waiting : null, 4)
})

test('news of the lanes, and a feed that missed something, count as changes; a missed run is forgotten', () => {
  const before = triageVersion.get()
  tell(run('running'))
  tellOf('lanes', {})
  assert.equal(triageVersion.get(), before + 1)
  lanesFollower.takeAll(undefined)
  assert.deepEqual([triageVersion.get(), newestRun.get()], [before + 2, null])
})

const ends: readonly (readonly [string, TriageRun, TriageRun, string | null])[] = [
  ['a run that succeeds', run('running'), run('success'), 'Run 5: done'],
  ['a run that fails', run('running'), run('failed'), 'Run 5: failed'],
  ['a run that somebody cancels', run('running'), run('cancelled'), null],
  ['a preview', run('running', { dry_run: true }), run('success', { dry_run: true }), null],
  ['a run that was over when the page came', run('success'), run('success', { model: 'm' }), null],
  ['another run', run('running', { id: 4 }), run('success'), null],
]

for (const [name, before, after, title] of ends) {
  test(`the end of ${name} is ${title === null ? 'not told' : 'told'}`, async (t) => {
    newestRun.set(before)
    t.after(tellRunEnds())
    newestRun.set(after)
    // Fetched with the first end of a run.
    await import('./say-run-end.ts')
    await new Promise(setImmediate)
    assert.equal(toasts.get()[0]?.title ?? null, title)
  })
}
