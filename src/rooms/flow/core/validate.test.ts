import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { StepDefinition, StrandDefinition } from './definition.ts'
import { findCycle, validateDefinition } from './validate.ts'

const checks = { cronProblem: (schedule: string) => (schedule === 'bad' ? 'is no cron expression' : null) }

const step = (id: string, ...after: string[]): StepDefinition => ({
  id,
  name: id,
  after,
  host: null,
  requires: [],
  timeoutMs: 1000,
  retry: { retries: 0, delayMs: 0, factor: 1, maxDelayMs: 0 },
})

const retried = (retry: Partial<StepDefinition['retry']>): StepDefinition => ({
  ...step('a'),
  retry: { ...step('a').retry, ...retry },
})

const sound: StrandDefinition = {
  id: 'sound',
  name: 'Sound',
  description: '',
  schedule: '0 3 * * *',
  timezone: null,
  enabled: true,
  triggerType: 'cron',
  modulePath: '/sound.ts',
  origin: 'user',
  seed: false,
  defaultHost: 'any',
  requiredCapabilities: [],
  steps: [step('fetch'), step('store', 'fetch')],
  inputSchema: null,
  concurrency: 1,
  missed: 'skip',
}

const rows: readonly (readonly [what: string, change: Partial<StrandDefinition>, problems: readonly string[]])[] = [
  ['a sound one', {}, []],
  [
    'an id with a slash',
    { id: '../x' },
    ['id "../x" is no id: it takes letters, digits and . _ - after a letter or a digit'],
  ],
  ['an empty name', { name: ' ' }, ['name must not be empty']],
  ['a wrong cron expression', { schedule: 'bad' }, ['schedule is no cron expression']],
  [
    'cron without a schedule',
    { schedule: null },
    ['schedule is missing: a strand of triggerType cron needs a cron expression'],
  ],
  ['manual without a schedule', { schedule: null, triggerType: 'manual' }, []],
  ['manual at boot', { schedule: null, triggerType: 'manual', startAtBoot: true }, []],
  [
    'cron at boot',
    { startAtBoot: true },
    ['startAtBoot is for strands of triggerType manual, and this one is of cron'],
  ],
  [
    'a required input at boot',
    { schedule: null, triggerType: 'manual', startAtBoot: true, inputSchema: { required: ['city'] } },
    ['startAtBoot gives no input, and this strand requires one'],
  ],
  ['no step', { steps: [] }, ['steps has no step']],
  ['a step twice', { steps: [step('a'), step('A')] }, ['steps.1.id A is the id of step 0, too']],
  [
    'an unknown step',
    { steps: [step('fetch'), step('b', 'fecth')] },
    ['steps.1.after.0 fecth is no step of this strand; did you mean fetch?'],
  ],
  ['a step after itself', { steps: [step('a', 'a')] }, ['steps.0.after.0 names the step itself']],
  [
    'a circle',
    { steps: [step('x'), step('a', 'c'), step('b', 'a'), step('c', 'b')] },
    ['steps wait for each other in a circle: a → b → c → a'],
  ],
  ['no place for a run', { concurrency: 0 }, ['concurrency must be a whole number from 1 to 1000']],
  [
    'an endless timeout',
    { steps: [{ ...step('a'), timeoutMs: Infinity }] },
    ['steps.0.timeout must be a whole number from 1 to 1728000000'],
  ],
  ['the longest id', { id: 'x'.repeat(100) }, []],
  ['a longer id', { id: 'x'.repeat(101) }, ['id is longer than 100 characters']],
  ['the longest name', { name: 'x'.repeat(200) }, []],
  ['a longer name', { name: 'x'.repeat(201) }, ['name is longer than 200 characters']],
  ['the longest description', { description: 'x'.repeat(10_000) }, []],
  ['a longer description', { description: 'x'.repeat(10_001) }, ['description is longer than 10000 characters']],
  ['the most runs at once', { concurrency: 1000 }, []],
  ['more runs at once', { concurrency: 1001 }, ['concurrency must be a whole number from 1 to 1000']],
  ['the most steps', { steps: Array.from({ length: 200 }, (_, index) => step(`s${index}`)) }, []],
  [
    'more steps',
    { steps: Array.from({ length: 201 }, (_, index) => step(`s${index}`)) },
    ['steps has 201 steps, at most 200 are taken'],
  ],
  ['the most retries', { steps: [retried({ retries: 100, factor: 100 })] }, []],
  [
    'more retries, and waits that grow too fast',
    { steps: [retried({ retries: 101, factor: 101 })] },
    [
      'steps.0.retry.retries must be a whole number from 0 to 100',
      'steps.0.retry.factor must be a number from 1 to 100',
    ],
  ],
  ['waits that shrink', { steps: [retried({ factor: 0.5 })] }, ['steps.0.retry.factor must be a number from 1 to 100']],
  [
    'a negative wait',
    { steps: [retried({ delayMs: -1, maxDelayMs: -1 })] },
    [
      'steps.0.retry.delay must be a whole number from 0 to 1728000000',
      'steps.0.retry.max_delay must be a whole number from 0 to 1728000000',
    ],
  ],
  [
    'several at once',
    { id: '', name: '', concurrency: 1.5 },
    [
      'id "" is no id: it takes letters, digits and . _ - after a letter or a digit',
      'name must not be empty',
      'concurrency must be a whole number from 1 to 1000',
    ],
  ],
]

for (const [what, change, expected] of rows) {
  test(`validate: ${what}`, () => {
    const result = validateDefinition({ ...sound, ...change }, checks)
    assert.deepEqual(result.ok ? [] : result.error.map(({ at, reason }) => `${at} ${reason}`), expected)
  })
}

test('a circle is found exactly where one is, and each of its steps waits for the one before', () => {
  const graphs = fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(graphs, (graph) => {
      const steps = graph.map((after, index) => ({
        id: `s${index}`,
        after: after.map((one) => `s${one % graph.length}`),
      }))
      const cycle = findCycle(steps)
      if (cycle === null) return assert.equal(canFinish(steps), true)
      assert.equal(cycle[0], cycle.at(-1))
      for (const [place, id] of cycle.slice(1).entries()) {
        const before = cycle[place] ?? ''
        assert.ok(steps.find((one) => one.id === id)?.after.includes(before), `${id} does not wait for ${before}`)
      }
    }),
  )
})

function canFinish(steps: readonly { readonly id: string; readonly after: readonly string[] }[]): boolean {
  const done = new Set<string>()
  for (let round = 0; round < steps.length; round++) {
    for (const { id, after } of steps) if (after.every((before) => done.has(before))) done.add(id)
  }
  return done.size === steps.length
}
