// Who is called and when, as tables: each row is a story of changes and looks, and what came of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotifyKind } from '#base/notify-names.ts'
import { play, type Story } from './play.testkit.ts'
import type { Signal } from './signal.ts'
import { sampleRules, sampleSignal } from './signal.testkit.ts'

const ten = (kind: NotifyKind, moment = 'm1'): Signal[] =>
  Array.from({ length: 10 }, (_, nth) => sampleSignal({ tag: `session:s${nth}`, kind, moment }))
const waits = sampleSignal()
const asks = sampleSignal({ isApproval: true, moment: 'a1' })
const failed = sampleSignal({ kind: 'failed', moment: 'm2' })

const stories: readonly (readonly [string, Story, readonly string[]])[] = [
  [
    'nobody is called before the delay is over',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 4999, looks: true },
      ],
    },
    [],
  ],
  [
    'one call once it is over',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true },
        { at: 9000, looks: true },
      ],
    },
    ['tell session:s1'],
  ],
  [
    'none for a state that lasted less',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 4000, ends: ['session:s1'] },
        { at: 9000, looks: true },
      ],
    },
    [],
  ],
  [
    'an approval calls at once',
    {
      steps: [
        { at: 0, hears: [asks] },
        { at: 0, looks: true },
      ],
    },
    ['tell session:s1'],
  ],
  [
    'its answer takes it back',
    {
      steps: [
        { at: 0, hears: [asks] },
        { at: 0, looks: true },
        { at: 9, ends: ['session:s1'], word: 'answered' },
      ],
    },
    ['tell session:s1', 'end session:s1 answered'],
  ],
  [
    'an approval of a session that waited calls again, and replaces',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true },
        { at: 6000, hears: [asks] },
        { at: 6000, looks: true },
      ],
    },
    ['tell session:s1', 'tell session:s1'],
  ],
  [
    'once it is over and the session waits still, nobody is called anew',
    {
      steps: [
        { at: 0, hears: [asks] },
        { at: 0, looks: true },
        { at: 9, hears: [waits] },
        { at: 9999, looks: true },
      ],
    },
    ['tell session:s1', 'update session:s1'],
  ],
  [
    'a later state replaces an earlier one under its tag',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true },
        { at: 6000, hears: [failed] },
        { at: 10_999, looks: true },
        { at: 11_000, looks: true },
      ],
    },
    ['tell session:s1', 'tell session:s1'],
  ],
  [
    'the same again is nothing new',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true },
        { at: 6000, hears: [waits] },
        { at: 20_000, looks: true },
      ],
    },
    ['tell session:s1'],
  ],
  [
    'the next time is',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true },
        { at: 6000, ends: ['session:s1'], word: 'answered' },
        { at: 7000, hears: [sampleSignal({ moment: 'm3' })] },
        { at: 12_000, looks: true },
      ],
    },
    ['tell session:s1', 'end session:s1 answered', 'tell session:s1'],
  ],
  [
    'what one looks at calls nobody, also later',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true, sees: ['session:s1'] },
        { at: 9000, looks: true },
        { at: 9001, ends: ['session:s1'] },
      ],
    },
    [],
  ],
  [
    'what another looks at does',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true, sees: ['session:s2'] },
      ],
    },
    ['tell session:s1'],
  ],
  [
    'ten that fail together are one call',
    {
      steps: [
        { at: 0, hears: ten('failed') },
        { at: 5000, looks: true },
      ],
    },
    ['tell group:failed:session:s0 of 10'],
  ],
  [
    'also where one comes a little later',
    {
      steps: [
        { at: 0, hears: ten('failed').slice(1) },
        { at: 2000, hears: ten('failed').slice(0, 1) },
        { at: 5000, looks: true },
        { at: 7000, looks: true },
      ],
    },
    ['tell group:failed:session:s1 of 10'],
  ],
  [
    'what comes after is told for itself',
    {
      steps: [
        { at: 0, hears: ten('failed').slice(1) },
        { at: 5000, looks: true },
        { at: 6000, hears: ten('failed').slice(0, 1) },
        { at: 11_000, looks: true },
      ],
    },
    ['tell group:failed:session:s1 of 9', 'tell session:s0'],
  ],
  [
    'those of a group that end change it silently, the last one ends it',
    {
      steps: [
        { at: 0, hears: ten('failed').slice(0, 3) },
        { at: 5000, looks: true },
        { at: 6000, ends: ['session:s0', 'session:s1'] },
        { at: 7000, ends: ['session:s2'] },
      ],
    },
    [
      'tell group:failed:session:s0 of 3',
      'update group:failed:session:s0 of 2',
      'update group:failed:session:s0',
      'end group:failed:session:s0 over',
    ],
  ],
  [
    'one of a group that goes on to something else leaves it',
    {
      steps: [
        { at: 0, hears: ten('failed').slice(0, 3) },
        { at: 5000, looks: true },
        { at: 6000, hears: [sampleSignal({ tag: 'session:s1', moment: 'm9' })] },
        { at: 11_000, looks: true },
      ],
    },
    ['tell group:failed:session:s0 of 3', 'update group:failed:session:s0 of 2', 'tell session:s1'],
  ],
  [
    'two that wait are two to answer, three are told as one',
    {
      steps: [
        { at: 0, hears: ten('needs_you').slice(0, 2) },
        { at: 5000, looks: true },
        { at: 6000, hears: ten('needs_you').slice(2, 5) },
        { at: 11_000, looks: true },
      ],
    },
    ['tell session:s0', 'tell session:s1', 'tell group:needs_you:session:s2 of 3'],
  ],
  [
    'kinds are not mixed',
    {
      steps: [
        { at: 0, hears: [failed, sampleSignal({ tag: 'task:t1', kind: 'blocked' })] },
        { at: 5000, looks: true },
      ],
    },
    ['tell session:s1', 'tell task:t1'],
  ],
  [
    'approvals are told one by one',
    {
      steps: [
        {
          at: 0,
          hears: ten('needs_you')
            .slice(0, 4)
            .map((one) => ({ ...one, isApproval: true })),
        },
        { at: 0, looks: true },
      ],
    },
    ['tell session:s0', 'tell session:s1', 'tell session:s2', 'tell session:s3'],
  ],
  [
    'a kind that is off calls nobody',
    {
      rules: sampleRules({ failed: { on: false } }),
      steps: [
        { at: 0, hears: ten('failed') },
        { at: 9000, looks: true },
      ],
    },
    [],
  ],
  [
    'one that goes on to a kind that is off is over',
    {
      rules: sampleRules({ failed: { on: false } }),
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true },
        { at: 6000, hears: [failed] },
      ],
    },
    ['tell session:s1', 'end session:s1 over'],
  ],
  [
    'in quiet hours it waits, and is told after them',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true, quietMs: 60_000 },
        { at: 64_999, looks: true, quietMs: 1 },
        { at: 65_000, looks: true },
      ],
    },
    ['tell session:s1'],
  ],
  [
    'what ended in them is not',
    {
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true, quietMs: 60_000 },
        { at: 6000, ends: ['session:s1'] },
        { at: 65_000, looks: true },
      ],
    },
    [],
  ],
  [
    'what piled up in them is one call',
    {
      steps: [
        { at: 0, hears: ten('failed').slice(0, 5) },
        { at: 5000, looks: true, quietMs: 60_000 },
        { at: 30_000, hears: ten('failed').slice(5) },
        { at: 35_000, looks: true, quietMs: 30_000 },
        { at: 65_000, looks: true },
      ],
    },
    ['tell group:failed:session:s0 of 10'],
  ],
  [
    'what is old news at a start calls nobody',
    {
      oldBefore: '2026-11-20T11:00:00.000Z',
      steps: [
        { at: 0, hears: [waits] },
        { at: 9000, looks: true },
      ],
    },
    [],
  ],
  [
    'what began since does',
    {
      oldBefore: '2026-11-20T09:00:00.000Z',
      steps: [
        { at: 0, hears: [waits] },
        { at: 9000, looks: true },
      ],
    },
    ['tell session:s1'],
  ],
]

for (const [name, story, expected] of stories) {
  test(name, () => assert.deepEqual(play(story).said, expected))
}
