// A run on another machine, whose output the test writes second by second.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MachineEvent } from '../../contract.ts'
import { createScreensApart, type RunApart } from './screens-apart.ts'

const startMs = Date.parse('2026-11-20T12:00:00.000Z')

/** What is written in one second, or what is reported then; `?`: its output could not be read. */
type Second = number | '?' | readonly MachineEvent[]

type Row = {
  readonly what: string
  readonly run?: Partial<RunApart>
  readonly seconds: readonly Second[]
  readonly says: readonly string[]
  readonly typedAt?: number
  readonly isReduced?: boolean
}

const asks: Second = ['hook.to_review']
const rows: readonly Row[] = [
  {
    what: 'a tool that was allowed at its terminal',
    seconds: [400, asks, 80, 40, 1700, 430, 340, 500],
    says: ['6 hook.to_running'],
  },
  { what: 'a dialog that goes on asking', seconds: [400, asks, 2300, 80, 40, 80, 80, 39, 80, 80], says: [] },
  { what: 'somebody who types', seconds: [400, asks, 80, 430, 340, 500, 430], says: [], typedAt: 5 },
  { what: 'a turn that was broken off', seconds: [['start'], 400, 139, 0, 0, 0, 0, 0, 0], says: ['7 hook.to_review'] },
  {
    what: 'the same, told not to animate',
    seconds: [['start'], 400, 139, 0, 0, 0, 0, 0, 0],
    says: [],
    isReduced: true,
  },
  { what: 'output that is not read', seconds: [['start'], 400, 139, '?', '?', '?', '?', '?', '?', '?'], says: [] },
  {
    what: 'a shell, which draws nothing by itself',
    run: { harness: 'shell' },
    seconds: [400, 0, 0, 0, 0, 0, 0, 0, 0],
    says: [],
  },
  {
    what: 'one that is found again after a restart, waiting, and is answered',
    run: { beganMs: startMs - 60_000 },
    seconds: [0, 0, 0, 0, 0, 0, 0, 300, 430, 340, 500],
    says: ['6 hook.to_review', '10 hook.to_running'],
  },
]

for (const { what, run: changes, seconds, says, typedAt, isReduced = false } of rows) {
  test(`${what}: ${says.length === 0 ? 'nothing is said' : says.join(', ')}`, async () => {
    const screens = createScreensApart({ now: () => 0, isMotionReduced: async () => isReduced })
    const run: RunApart = { id: 'r1', harness: 'code-agent', prompt: 'go', beganMs: startMs, ...changes }
    const said: string[] = []
    for (const [index, second] of seconds.entries()) {
      const atMs = startMs + index * 1000
      if (typeof second === 'object') screens.heard(run, second, atMs)
      const bytes = second === '?' ? null : typeof second === 'number' ? second : 0
      const typedMs = async () => (typedAt === undefined ? 0 : startMs + typedAt * 1000)
      const report = await screens.look(run, { bytes, atMs, typedMs })
      if (report !== null) said.push(`${index} ${report.event}`)
    }
    assert.deepEqual(said, says)
  })
}

test('a client that moves while its hook asks is not taken for one that goes on, also where it stood still for a second', async () => {
  const nowMs = { of: startMs }
  const screens = createScreensApart({ now: () => nowMs.of, isMotionReduced: async () => false })
  const run: RunApart = { id: 'r1', harness: 'codex', prompt: 'go', beganMs: startMs }
  const line = '◦ Working (2s • esc to interrupt)\n\n› Ask\n'
  const said: unknown[] = []
  /** One second, at whose end this much was drawn and stands there. */
  const second = async (bytes: number, screen: string): Promise<void> => {
    nowMs.of += 1000
    const seen = { screen, atMs: nowMs.of, drawnMs: nowMs.of }
    said.push(screens.seen(run, seen).report?.event)
    said.push((await screens.look(run, { bytes, atMs: nowMs.of, typedMs: async () => 0 }))?.event)
  }
  screens.heard(run, ['start', 'hook.to_review'], nowMs.of)
  for (const bytes of [1500, 1500, 0, 1500, 1500, 1500, 1500, 1500]) await second(bytes, line)
  assert.deepEqual(
    said.filter((each) => each !== undefined),
    [],
  )
  await second(40, 'Would you like to run the following command?\n› 1. Yes\n')
  await second(1500, line)
  assert.deepEqual(
    said.filter((each) => each !== undefined),
    ['hook.to_running'],
  )
})
