import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { FieldError } from '#platform/contract.ts'
import { invalid } from './validation.ts'

const launch = z.strictObject({
  agent_type: z.string().min(1),
  depends_on: z.array(z.string().max(3)).max(2).nullish(),
  interactive: z.boolean().optional(),
  kind: z.enum(['a', 'b']).optional(),
  count: z.number().int().min(1).max(9).optional(),
  inner: z.strictObject({ working_dir: z.string() }).optional(),
})
const patch = z.union([z.strictObject({ state: z.string() }), z.strictObject({ event: z.string() })])

function refusalOf(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value)
  assert.ok(parsed.error)
  return invalid(parsed.error, schema, 'the body')
}

test('each fault is told with its field, in words', () => {
  const rows: [unknown, FieldError][] = [
    [{}, { field: 'agent_type', reason: 'is required' }],
    [{ agent_type: 1 }, { field: 'agent_type', reason: 'must be a text' }],
    [{ agent_type: '' }, { field: 'agent_type', reason: 'must not be empty' }],
    [
      { agent_type: 'x', interactive: 'yes' },
      { field: 'interactive', reason: 'must be true or false' },
    ],
    [
      { agent_type: 'x', depends_on: 'y' },
      { field: 'depends_on', reason: 'must be a list' },
    ],
    [
      { agent_type: 'x', depends_on: ['long'] },
      { field: 'depends_on.0', reason: 'must be at most 3 characters long' },
    ],
    [
      { agent_type: 'x', depends_on: ['a', 'b', 'c'] },
      { field: 'depends_on', reason: 'must be at most 2 items long' },
    ],
    [
      { agent_type: 'x', kind: 'c' },
      { field: 'kind', reason: 'must be "a" or "b"' },
    ],
    [
      { agent_type: 'x', count: 0 },
      { field: 'count', reason: 'must be at least 1' },
    ],
    [
      { agent_type: 'x', count: 1.5 },
      { field: 'count', reason: 'must be a whole number' },
    ],
    [
      { agent_type: 'x', agent_typ: 'y' },
      { field: 'agent_typ', reason: 'is not a known field (did you mean "agent_type"?)' },
    ],
    [
      { agent_type: 'x', zzzzzzzzzzzz: 'y' },
      { field: 'zzzzzzzzzzzz', reason: 'is not a known field' },
    ],
    [
      { agent_type: 'x', inner: { working_dir: '/', workingDir: '/' } },
      { field: 'inner.workingDir', reason: 'is not a known field (did you mean "working_dir"?)' },
    ],
    [[], { field: '', reason: 'must be an object' }],
    [null, { field: '', reason: 'must be an object' }],
  ]
  for (const [value, detail] of rows) assert.deepEqual(refusalOf(launch, value).details, [detail])
})

test('whatever a schema can refuse is told as the end of a sentence, without types and patterns', () => {
  const rows: [z.ZodType, unknown, string][] = [
    [
      z.iso.datetime({ precision: 3 }),
      'x',
      'must be a time in UTC to the millisecond, as in "2026-11-22T08:30:00.000Z"',
    ],
    [z.iso.date(), 'x', 'must be a date as in "2026-11-22"'],
    [z.url(), 'x', 'must be an address as in "https://example.com"'],
    [z.string().regex(/^[a-z]+$/), 'A', 'must be of another form: see /api/docs'],
    [z.string().regex(/^[a-z]+$/, 'must be small letters'), 'A', 'must be small letters'],
    [z.string().max(1), 'ab', 'must be at most 1 character long'],
    [z.array(z.string()).min(1), [], 'must be at least 1 item long'],
    [z.array(z.string()).min(2), [], 'must be at least 2 items long'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.number().lt(5), 5, 'must be less than 5'],
    [z.number().multipleOf(5), 4, 'must be a multiple of 5'],
    [z.coerce.number().int(), 'x', 'must be a number'],
    [z.literal(true), false, 'must be true'],
    [z.literal(true, { error: 'must be a function' }), false, 'must be a function'],
    [z.enum(['a', 'b']), 'c', 'must be "a" or "b"'],
    [z.custom(() => false), 1, 'is not accepted as it is: see /api/docs'],
    [z.discriminatedUnion('t', [z.object({ t: z.literal('a') })]), {}, 'has none of the accepted forms: see /api/docs'],
  ]
  for (const [schema, value, reason] of rows) {
    const [detail] = refusalOf(z.object({ field: schema }), { field: value }).details ?? []
    assert.deepEqual(detail?.reason, reason)
  }
})

test('of a choice between forms, the nearest one is explained', () => {
  assert.deepEqual(refusalOf(patch, { state: 1 }).details, [{ field: 'state', reason: 'must be a text' }])
  assert.deepEqual(refusalOf(patch, { stat: 'running' }).details, [
    { field: 'state', reason: 'is required' },
    { field: 'stat', reason: 'is not a known field (did you mean "state"?)' },
  ])
})

test('the sentence names the first fault, and the whole where no field is at fault', () => {
  assert.equal(refusalOf(launch, {}).reason, 'The request is not valid: "agent_type" is required.')
  assert.equal(refusalOf(launch, 5).reason, 'The request is not valid: the body must be an object.')
})

test('a refusal does not repeat the values that were sent', () => {
  const refusal = refusalOf(launch, { agent_type: 7, inner: { working_dir: 'hunter2', x: 'hunter2' }, kind: 'hunter2' })
  assert.equal(JSON.stringify(refusal).includes('hunter2'), false)
})

test('of a hundred thousand faults the first twenty are told, with names of a readable length', () => {
  const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, 1]))
  assert.equal(refusalOf(launch, { agent_type: 'x', ...unknown }).details?.length, 20)
  const wrong = Array.from({ length: 100_000 }, () => 1)
  assert.equal(refusalOf(z.array(z.string()), wrong).details?.length, 20)
  const [long] = refusalOf(launch, { agent_type: 'x', ['n'.repeat(1_000_000)]: 1 }).details ?? []
  assert.equal(long?.field.length, 200)
})
