import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessInWords, type AccessInForce } from './access-words.ts'
import { formatBytes } from '#base/bytes.ts'
import { roomLevel } from './room-level.ts'

const closed: AccessInForce = {
  exposedBy: null,
  requireTokenLocally: false,
  publicUrl: null,
  allowedHosts: [],
  hookPort: 7420,
  port: 7420,
}

test('the access in force is told in sentences', () => {
  const acts = 'Whatever starts, types into or ends something takes a login.'
  const rows: [Partial<AccessInForce>, string[]][] = [
    [
      {},
      [
        'Only this machine reaches it.',
        'Programs of this machine may look at the board and move cards without a login.',
        acts,
      ],
    ],
    [
      { requireTokenLocally: true },
      ['Only this machine reaches it.', 'Programs of this machine need a login, too, but for hooks.', acts],
    ],
    [
      { exposedBy: 'publicUrl https://b.example', publicUrl: 'https://b.example', hookPort: 7421 },
      [
        'Other machines may reach it, by publicUrl https://b.example: everybody on its main port needs a login.',
        'It answers under https://b.example besides the names of this machine.',
        'Hooks of this machine report on port 7421 without a login.',
        acts,
      ],
    ],
  ]
  for (const [change, words] of rows) assert.deepEqual(accessInWords({ ...closed, ...change }), words)
})

test('sizes are told in the unit that is read most easily', () => {
  const rows = [
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [10_189, '10 KB'],
    [1_048_575, '1.0 MB'],
    [1_500_000_000, '1.4 GB'],
    [5e15, '4547 TB'],
  ] as const
  for (const [bytes, text] of rows) assert.equal(formatBytes(bytes), text)
})

test('a disk with little room is told before it is full', () => {
  assert.deepEqual([2e9, 5e8, 1e7].map(roomLevel), ['ok', 'warn', 'fail'])
})
