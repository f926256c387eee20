// Briefs and corrections over many runs that succeed, fail, are cancelled or only tried: each is consumed once, by the first
// run that succeeded with it, and stands in every prompt until then and in none after.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { until } from '../../../../../test/support/until.ts'
import { withRoom, type Room } from '../room.testkit.ts'

type Step = 'brief' | 'override' | 'lock' | 'success' | 'failure' | 'bad answer' | 'cancel' | 'dry run'

const anyStep = fc.constantFrom<Step>(
  'brief',
  'brief',
  'override',
  'override',
  'lock',
  'success',
  'failure',
  'bad answer',
  'cancel',
  'dry run',
)

test('across all of them each is consumed once and only once', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 14 }), (steps) =>
      withRoom(async (room) => {
        await room.addTasks('T-1', 'T-2', 'T-3')
        const expected = { briefs: new Map<number, number | null>(), overrides: new Map<number, number | null>() }
        for (const [index, step] of steps.entries()) await take(room, { step, name: `n${index}-`, expected })
        const briefs = await Promise.all(
          [false, true].map(
            async (consumed) => (await room.ask('GET', `/api/briefs?consumed=${consumed}`)).body.briefs,
          ),
        )
        const { overrides } = (await room.ask('GET', '/api/triage/overrides?limit=200')).body
        assert.deepEqual(new Map(briefs.flat().map((one) => [one.id, one.consumed_in_run_id])), expected.briefs)
        assert.deepEqual(
          new Map(overrides.toReversed().map((one) => [one.id, one.applied_to_run_id])),
          expected.overrides,
        )
      }),
    ),
    { numRuns: 6 },
  ))

type Expected = { readonly briefs: Map<number, number | null>; readonly overrides: Map<number, number | null> }
type Taking = { readonly step: Step; readonly name: string; readonly expected: Expected }

async function take(room: Room, { step, name, expected }: Taking): Promise<void> {
  const { ask, fake } = room
  if (step === 'brief') {
    const { id } = (await ask('POST', '/api/briefs', { source: 'other', body: name })).body
    expected.briefs.set(id, null)
    return
  }
  if (step === 'override' || step === 'lock') {
    const body = { task_id: 'T-2', dimension: 'urgency', new_value: 4, user_reason: name }
    const made =
      step === 'lock'
        ? await ask('POST', '/api/triage/lock/T-3', { lane: 'later', reason: name })
        : await ask('POST', '/api/triage/overrides', body)
    expected.overrides.set(made.body.override.id, null)
    return
  }
  if (step === 'failure') fake.script({ status: 500 })
  if (step === 'bad answer') fake.script({ text: 'no' }, { text: 'no' })
  const asked = fake.requests.length
  const run = step === 'cancel' ? await cancelled(room) : (await room.run({ dryRun: step === 'dry run' })).id
  const prompt = fake.requests[asked]?.prompt ?? ''
  for (const ids of [expected.briefs, expected.overrides]) {
    const waiting = [...ids.values()].filter((runId) => runId === null).length
    const title = ids === expected.briefs ? 'BRIEFS' : 'USER OVERRIDES'
    const lines = prompt.split(`${title}\n`)[1]?.split('\n\n')[0]?.split('\n') ?? []
    assert.equal(lines.filter((line) => line !== '(none)').length, waiting, title)
    if (step !== 'success') continue
    for (const [id, runId] of ids) ids.set(id, runId ?? run)
  }
}

async function cancelled({ ask, fake }: Room): Promise<number> {
  const release = fake.hold()
  const { run_id: id } = (await ask('POST', '/api/triage/runs')).body
  await until('the model is asked', () => fake.waiting() > 0)
  await ask('POST', `/api/triage/runs/${id}/cancel`)
  release()
  return id
}
