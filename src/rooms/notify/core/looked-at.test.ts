import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLookedAt } from './looked-at.ts'
import { sampleSignal } from './signal.testkit.ts'

const session = sampleSignal({ tag: 'session:s1' })
const approval = sampleSignal({ tag: 'session:s1', isApproval: true, moment: 'a1', link: '/approvals/a1' })
const strand = sampleSignal({ tag: 'strand:nightly', kind: 'missed', link: '/strands/nightly' })
const device = sampleSignal({ tag: 'device:d1', kind: 'device_offline', link: '/devices' })
const task = sampleSignal({ tag: 'task:t1', kind: 'blocked', link: '/board?task=t1' })

test('what is shown where', () => {
  const rows: readonly (readonly [typeof session, string, boolean])[] = [
    [session, '/board?session=s1', true],
    [session, '/triage?x=1&session=s1', true],
    [session, '/terminal/s1', true],
    [session, '/board?session=s10', false],
    [session, '/board?session=%E0%A4%A', false],
    [session, '/board', false],
    [session, '/approvals/a1', false],
    [approval, '/approvals/a1', true],
    [approval, '/board?session=s1', true],
    [approval, '/approvals/a2', false],
    [strand, '/strands/nightly', true],
    [strand, '/strands/nightly/runs/r1', true],
    [strand, '/strands/nightly-2', false],
    [strand, '/strands', false],
    [device, '/devices', true],
    [task, '/board?task=t1', true],
    [task, '/board', false],
  ]
  for (const [signal, page, isSeen] of rows)
    assert.equal(isLookedAt(signal, ['/', page]), isSeen, `${signal.tag} at ${page}`)
})
