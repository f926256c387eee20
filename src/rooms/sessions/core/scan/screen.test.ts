import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIso } from '#base/time.ts'
import type { Client, SessionState } from '../../contract.ts'
import type { SessionRecord } from '../record.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { conversationResumed } from '../start/conversation.ts'
import { isTellingScreen, isTyping, judgeScreen, motionOf, type ScreenTrack } from './screen.ts'

const startMs = Date.parse('2026-11-20T12:00:00.000Z')
const start = toIso(startMs)
const claude: Client = { session: 'c1', pid: 10, screen: 'code-agent' }

function recordIn(state: SessionState, client: Client | null = claude): SessionRecord {
  const blank = sampleRecord({ at: start, agentType: 'code-agent', interactive: true })
  return { ...blank, client, session: { ...blank.session, state, tmux_alive: true } }
}

/** Bytes in each second of the real client's output, and the second at which the verdict comes; null: never. */
const measured: readonly [what: string, state: SessionState, bytes: readonly number[], verdict: number | null][] = [
  // Claude Code 2.1.328
  ['a model that thinks', 'running', [358, 397, 283, 207, 208, 207, 325, 398, 448, 249, 208], null],
  ['a tool that runs', 'running', [428, 342, 503, 493, 405, 480, 483, 421, 448, 443], null],
  ['a fresh prompt', 'running', [1578, 183, 0, 0, 0, 0, 0, 0, 0], 6],
  ['Esc in mid-turn', 'running', [208, 139, 0, 0, 0, 0, 32, 0, 0], 6],
  ['a dialog of which no hook told', 'running', [2389, 80, 41, 80, 80, 39, 80, 80, 41, 80], null],
  ['a model that thinks, at a fifth of its speed', 'running', [72, 79, 57, 41, 42, 41, 65, 80, 90, 50], null],
  ['a dialog that asks', 'awaiting_review', [2389, 80, 41, 80, 80, 39, 80, 80, 41, 80, 39, 80], null],
  ['a dialog answered with a tool that runs', 'awaiting_review', [80, 39, 1777, 428, 342, 503], 4],
  ['the end of a turn', 'awaiting_review', [843, 139, 0, 0, 0, 0, 32, 0, 176, 0], null],
  ['a window whose size changed', 'awaiting_review', [0, 1520, 0, 0, 0], null],
  ['keys at their slowest', 'awaiting_review', [127, 76, 77, 120, 80, 120, 80], null],
]

for (const [what, state, bytes, expected] of measured) {
  test(`${what}: ${expected === null ? 'no verdict' : `a verdict at second ${expected}`}`, () => {
    const record = recordIn(state)
    let track: ScreenTrack | null = null
    const verdicts = bytes.map((written, second) => {
      const look = { motion: motionOf(written, 1000, record), atMs: startMs + second * 1000 }
      const judged = judgeScreen(track, record, look)
      track = judged.track
      return judged.verdict
    })
    const first = verdicts.findIndex((verdict) => verdict !== null)
    assert.equal(first, expected ?? -1)
    if (expected !== null) assert.equal(verdicts[expected], state === 'running' ? 'waiting' : 'working')
  })
}

test('a hook is a sign of life as good as output, and a new state is judged anew', () => {
  const record = recordIn('running')
  const heard = { ...record, session: { ...record.session, last_activity: toIso(startMs + 4000) } }
  const track = { stateSince: start, busyLooks: 0, stillSinceMs: startMs, hasDrawn: true, hasRested: false }
  const at = (second: number) => ({ motion: 'none', atMs: startMs + second * 1000 }) as const
  assert.equal(judgeScreen(track, record, at(5)).verdict, 'waiting')
  assert.equal(judgeScreen(track, heard, at(5)).verdict, null)
  assert.equal(judgeScreen(track, heard, at(9)).verdict, 'waiting')
  const again = { ...record, session: { ...record.session, state_since: toIso(startMs + 1000) } }
  assert.equal(judgeScreen(track, again, at(9)).verdict, null)
})

const telling: readonly [string, SessionRecord, boolean][] = [
  ['a client that animates', recordIn('running'), true],
  ['one that waits', recordIn('awaiting_review'), true],
  ['one that ended', recordIn('completed'), false],
  ['one that prints', recordIn('running', { ...claude, screen: null }), false],
  ['one that was not measured', recordIn('running', { ...claude, screen: 'aider' }), false],
  ['a client that animates, of another maker', recordIn('running', { ...claude, screen: 'codex' }), true],
  ['one that is called like a part of every object', recordIn('running', { ...claude, screen: 'constructor' }), false],
  ['no client', recordIn('running', null), false],
]

for (const [what, record, expected] of telling) {
  test(`the screen of ${what} tells ${expected ? 'something' : 'nothing'}`, () => {
    assert.equal(isTellingScreen(record), expected)
    const gone = { ...record, session: { ...record.session, tmux_alive: false } }
    assert.equal(isTellingScreen(gone), false)
  })
}

test('motion is counted by the time that passed, and keys of the last seconds hide it', () => {
  const record = recordIn('running')
  assert.equal(motionOf(208, 1000, record), 'busy')
  assert.equal(motionOf(208, 2000, record), 'little')
  assert.equal(motionOf(39, 1000, record), 'little')
  assert.equal(motionOf(32, 1000, record), 'none')
  assert.equal(motionOf(0, 1000, record), 'none')
  assert.equal(isTyping(startMs - 3999, startMs), true)
  assert.equal(isTyping(startMs - 4000, startMs), false)
})

test('a client that moves while its hook asks goes on only after it stood still; before it drew, nothing waits', () => {
  const codex = recordIn('awaiting_review', { ...claude, screen: 'codex' })
  const looks = (record: SessionRecord, motions: readonly ('busy' | 'none')[]) => {
    let track: ScreenTrack | null = null
    return motions.map((motion, second) => {
      const judged = judgeScreen(track, record, { motion, atMs: startMs + second * 1000 })
      track = judged.track
      return judged.verdict
    })
  }
  assert.ok(!looks(codex, ['none', 'busy', 'busy', 'busy', 'busy', 'busy']).includes('working'))
  assert.equal(looks(codex, ['busy', 'none', 'busy', 'busy', 'busy']).at(-1), 'working')
  const unheard = recordIn('running', null)
  const launched = {
    ...unheard,
    runId: 'r',
    session: { ...unheard.session, interactive: true, harness: 'codex', prompt: '' },
  }
  assert.ok(
    !looks(
      launched,
      Array.from({ length: 30 }, () => 'none' as const),
    ).includes('waiting'),
  )
  const drawn = ['busy', ...Array.from({ length: 6 }, () => 'none' as const)] as const
  assert.equal(looks(launched, drawn).at(-1), 'waiting')
  const prompted = { ...launched, session: { ...launched.session, prompt: 'do it' } }
  assert.ok(!looks(prompted, drawn).includes('waiting'))
  const cause = { event: 'start', source: 'user', metadata: conversationResumed, at: start } as const
  const resumed = { ...prompted, session: { ...prompted.session, cause } }
  assert.equal(looks(resumed, drawn).at(-1), 'waiting')
})
