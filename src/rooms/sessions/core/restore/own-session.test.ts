import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventSourceSchema, machineEvents, sessionOriginSchema, sessionStates } from '../../contract.ts'
import { storedSessionSchema } from '../../contract/stored.ts'
import { isOwnSession } from './own-session.ts'
import { newRecord, withChange } from '../record.ts'
import { toStored } from './stored-session.ts'

const text = fc.string({ unit: 'binary', maxLength: 8 })
const textOrNull = fc.option(text)
const time = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Sessions in every state that the service can store. */
const ownSession = fc
  .record({
    start: fc.record({
      id: text,
      at: time,
      origin: fc.constantFrom(...sessionOriginSchema.options),
      agentType: text,
      tmuxSession: text,
      label: textOrNull,
      prompt: text,
      taskId: textOrNull,
      dependsOn: fc.array(text, { maxLength: 3 }),
      workingDir: textOrNull,
      interactive: fc.boolean(),
      runnable: fc.boolean(),
      stopping: fc.option(
        fc.record({
          since: time,
          by: fc.constantFrom('user', 'hook'),
          asked_at: fc.option(time),
          forced_at: fc.option(time),
          left: textOrNull,
        }),
      ),
    }),
    session: fc.record({
      state: fc.constantFrom(...sessionStates),
      started_at: fc.option(time),
      ended_at: fc.option(time),
      exit_code: fc.option(fc.integer()),
      end_reason: textOrNull,
      tmux_alive: fc.option(fc.boolean()),
      blocked_by: fc.array(text, { maxLength: 3 }),
      cause: fc.option(
        fc.record(
          {
            event: fc.constantFrom(...machineEvents),
            source: fc.constantFrom(...eventSourceSchema.options),
            metadata: textOrNull,
            at: time,
          },
          { noNullPrototype: true },
        ),
      ),
      last_message: textOrNull,
    }),
    own: fc.record({
      runId: textOrNull,
      tmuxId: textOrNull,
      tmuxCreatedMs: fc.option(fc.nat()),
      seenAlive: fc.boolean(),
      requeued: fc.boolean(),
      spawning: fc.boolean(),
      client: fc.option(
        fc.record({ session: textOrNull, pid: fc.option(fc.integer()), screen: textOrNull }, { noNullPrototype: true }),
      ),
      turnEndedAt: fc.option(time),
    }),
  })
  .map(({ start, session, own }) => toStored(withChange(newRecord(start), { session, ...own })))

/** The value, the value with one more field, and for each field one without it and one with a wrong value of it. */
function variantsOf(right: Readonly<Record<string, unknown>>, wrong: Readonly<Record<string, unknown>>): unknown[] {
  const changed = Object.keys(right).flatMap((name) => {
    const { [name]: _, ...rest } = right
    return [rest, { ...right, [name]: wrong[name] }]
  })
  return [right, { ...right, more: 1 }, ...changed]
}

/** Values that some field takes, and values that look like them. */
const strangeValue = fc.oneof(
  text,
  time,
  fc.constantFrom<unknown>(
    undefined,
    null,
    0,
    -0,
    1.5,
    2 ** 60,
    Number.NaN,
    true,
    '',
    [],
    [''],
    [1],
    [null],
    {},
    'running',
    'launched',
    '2026-02-29T00:00:00.000Z',
    '2024-02-29T00:00:00.000Z',
    '2026-11-20T12:00:00Z',
    '2026-11-20T12:00:00.0001Z',
    '2026-11-20T12:00:00.000+01:00',
    '2026-11-20T24:00:00.000Z',
    '2026-11-20 12:00:00.000Z',
    '2026-11-20T12:00:00.000Z\n',
    { event: 'start', source: 'hook', metadata: null, at: '2026-11-20T12:00:00.000Z' },
    { event: 'start', source: 'hook', metadata: null, at: '2026-11-20T12:00:00Z' },
    { event: 'start', source: 'hook', metadata: 1, at: '2026-11-20T12:00:00.000Z' },
    { event: 'begin', source: 'hook', metadata: null, at: '2026-11-20T12:00:00.000Z' },
    { event: 'start', source: 'nobody', metadata: null, at: '2026-11-20T12:00:00.000Z' },
    { event: 'start', source: 'hook', metadata: null, at: '2026-11-20T12:00:00.000Z', more: 1 },
    { event: 'start', source: 'hook', at: '2026-11-20T12:00:00.000Z' },
    ...variantsOf({ session: 'a', pid: 7, screen: null }, { session: 7, pid: '7', screen: 0 }),
    ...variantsOf(
      { since: '2026-11-20T12:00:00.000Z', by: 'user', asked_at: null, forced_at: null, left: 'sh' },
      { since: 'now', by: 'nobody', asked_at: 0, forced_at: 'then', left: 1 },
    ),
    ...variantsOf({ at: '2026-11-20T12:00:00.000Z', asked: 'Go on?' }, { at: 'now', asked: 1 }),
  ),
)

const fieldNames = Object.keys(storedSessionSchema.shape)

test('what the service stores is its own, and the schema gives it back as it is', () => {
  fc.assert(
    fc.property(ownSession, (stored) => {
      const read: unknown = JSON.parse(JSON.stringify(stored))
      assert.equal(isOwnSession(read), true)
      assert.deepEqual(storedSessionSchema.parse(read), read)
    }),
  )
})

test('for any field with any value, it accepts what the schema gives back whole and unchanged, and nothing else', () => {
  const oneField = fc.record({ stored: ownSession, name: fc.constantFrom(...fieldNames), value: strangeValue })
  fc.assert(
    fc.property(oneField, ({ stored, name, value }) => {
      const changed = { ...stored, [name]: value }
      const parsed = storedSessionSchema.safeParse(changed)
      const isWhole = parsed.success && value !== undefined && isSame(parsed.data, changed)
      assert.equal(isOwnSession(changed), isWhole, `${name} ${JSON.stringify(value)}`)
    }),
    { numRuns: 5000 },
  )
})

test('a session with a field less or more is left to the schema, and so is what is no session', () => {
  fc.assert(
    fc.property(ownSession, fc.constantFrom(...fieldNames), (stored, name) => {
      const { [name]: _, ...less } = stored as Record<string, unknown>
      assert.equal(isOwnSession(less), false)
      assert.equal(isOwnSession({ ...less, another: 1 }), false)
      assert.equal(isOwnSession({ ...stored, another: 1 }), false)
    }),
  )
  for (const value of [undefined, null, 1, 'text', [], {}, [[]]]) assert.equal(isOwnSession(value), false)
})

function isSame(one: unknown, other: unknown): boolean {
  try {
    assert.deepStrictEqual(one, other)
    return true
  } catch {
    return false
  }
}
