// The lines of real clients, and what follows from their coming and going.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionState } from '../../contract.ts'
import { judgeLine, linePaceMs, neverWent, type LineTrack } from './work-line.ts'

const claudeWorks =
  '❯ SLOW\n✻ Ruminating…\n──────────\n❯ \n──────────\n  ⏸ manual mode on · esc to interrupt · ← for agents\n'
const claudeRests = '❯ SLOW\n──────────\n❯ esc to interrupt\n──────────\n  ⏸ manual mode on · ? for shortcuts\n'
const claudeAsks = ' Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel · Tab to amend\n'
const claudeCommands =
  '❯ SLOW\n✻ Ruminating…\n──────────\n❯ /\n──────────\n  /add-dir  Add a new working directory\n  /clear  Begin anew\n'
const codexStopped =
  '› SLOW\n\n■ Conversation interrupted - use /feedback if something went wrong\n\n\n› Ask Codex to do anything\n\n  fake-model default\n'
const codexWorks = '› SLOW\n\n• Working (0s • esc to interrupt)\n\n›\n'
const codexAsksHook = '◦ Working (1m 02s • esc to interrupt) · Running hook\n'
const codexAsks =
  '  Would you like to run the following command?\n› 1. Yes\n  Press enter to confirm or esc to cancel\n'
const geminiWorks = ' ⠋ Thinking... (esc to cancel, 0s)\n >   Type your message\n'
const geminiAsks = '│ Allow execution of: sh? │\n│ 3. No, suggest changes (esc) │\n'

type Row = {
  readonly what: string
  readonly client: string
  readonly state: SessionState
  /** Screens and when each was seen; a screen that was only looked at again drew nothing. */
  readonly looks: readonly (readonly [atMs: number, screen: string])[]
  readonly verdicts: readonly ('working' | 'waiting' | null)[]
}

const rows: readonly Row[] = [
  {
    what: 'Claude Code whose dialog was answered',
    client: 'code-agent',
    state: 'awaiting_review',
    looks: [
      [0, claudeAsks],
      [3000, claudeAsks],
      [3200, claudeRests],
      [3350, claudeWorks],
    ],
    verdicts: [null, null, null, 'working'],
  },
  {
    what: 'Claude Code whose turn has ended, before its line went',
    client: 'code-agent',
    state: 'awaiting_review',
    looks: [
      [0, claudeWorks],
      [300, claudeWorks],
      [600, claudeRests],
      [5000, claudeRests],
    ],
    verdicts: [null, null, null, null],
  },
  {
    what: 'Codex that draws its line anew',
    client: 'codex',
    state: 'awaiting_review',
    looks: [
      [0, codexWorks],
      [400, codexAsks],
      [700, codexWorks],
    ],
    verdicts: [null, null, null],
  },
  {
    what: 'Codex while its hook asks, then its dialog, which is answered',
    client: 'codex',
    state: 'awaiting_review',
    looks: [
      [0, codexAsksHook],
      [20_000, codexAsksHook],
      [20_400, codexAsks],
      [24_000, codexWorks],
    ],
    verdicts: [null, null, null, 'working'],
  },
  {
    what: 'Gemini CLI whose dialog was answered',
    client: 'gemini',
    state: 'awaiting_review',
    looks: [
      [0, geminiWorks],
      [200, geminiAsks],
      [4000, geminiWorks],
    ],
    verdicts: [null, null, 'working'],
  },
  {
    what: 'a turn that was broken off',
    client: 'code-agent',
    state: 'running',
    looks: [
      [0, claudeWorks],
      [500, claudeRests],
      [550, claudeRests],
      [600, claudeRests],
    ],
    verdicts: [null, null, null, 'waiting'],
  },
  {
    what: 'Claude Code broken off before its first answer, whose prompt stands in its box again',
    client: 'code-agent',
    state: 'running',
    looks: [
      [0, claudeWorks],
      [150, '──────────\n❯ SLOW\n──────────\n  ⏸ manual mode on\n'],
      [250, '──────────\n❯ SLOW\n──────────\n  ⏸ manual mode on · ? for shortcuts\n'],
    ],
    verdicts: [null, null, 'waiting'],
  },
  {
    what: 'Claude Code at work below a list of its commands',
    client: 'code-agent',
    state: 'running',
    looks: [
      [0, claudeWorks],
      [150, claudeCommands],
      [300, claudeCommands.replace('…', ' now…')],
      [1200, claudeCommands],
    ],
    verdicts: [null, null, null, null],
  },
  {
    what: 'Claude Code whose line is away for one look',
    client: 'code-agent',
    state: 'running',
    looks: [
      [0, claudeWorks],
      [150, claudeRests],
      [230, claudeWorks],
      [380, claudeRests],
      [450, claudeWorks],
    ],
    verdicts: [null, null, null, null, null],
  },
  {
    what: 'Claude Code in mid-turn behind another picture',
    client: 'code-agent',
    state: 'running',
    looks: [
      [0, claudeWorks],
      [150, '  Showing detailed transcript · ctrl+o to toggle\n'],
      [600, '  Showing detailed transcript · ctrl+o to toggle\n'],
    ],
    verdicts: [null, null, null],
  },
  {
    what: 'Codex that says that it was broken off',
    client: 'codex',
    state: 'running',
    looks: [
      [0, codexWorks],
      [150, codexStopped],
    ],
    verdicts: [null, 'waiting'],
  },
  {
    what: 'Codex that was broken off in an earlier turn, and writes its answer now',
    client: 'codex',
    state: 'running',
    looks: [
      [0, codexWorks],
      [150, `${codexStopped.replace('› Ask', '› SLOW two')}\n• All\n\n› Ask Codex to do anything\n`],
      [300, codexWorks],
    ],
    verdicts: [null, null, null],
  },
  {
    what: 'a turn whose line has gone, and nothing else tells',
    client: 'gemini',
    state: 'running',
    looks: [
      [0, geminiWorks],
      [500, ' >   Type your message\n'],
      [1400, ' >   Type your message\n'],
      [1600, ' >   Type your message\n'],
    ],
    verdicts: [null, null, null, 'waiting'],
  },
  {
    what: 'a client that has not begun yet',
    client: 'codex',
    state: 'running',
    looks: [
      [0, codexAsks],
      [5000, codexAsks],
    ],
    verdicts: [null, null],
  },
  {
    what: 'a program of which no line is known',
    client: 'opencode',
    state: 'awaiting_review',
    looks: [
      [0, ''],
      [5000, claudeWorks],
    ],
    verdicts: [null, null],
  },
]

for (const { what, client, state, looks, verdicts } of rows) {
  test(`${what}: ${verdicts.at(-1) ?? 'no verdict'}`, () => {
    let track: LineTrack | null = null
    let drawnMs = 0
    let last = ''
    const record = {
      runId: 'r1',
      client: { screen: client },
      session: { state, state_since: 'then', interactive: true, harness: null, agent_type: client },
    }
    const told = looks.map(([atMs, screen]) => {
      if (screen !== last) drawnMs = atMs
      last = screen
      const judged = judgeLine(track, record, { screen, atMs, drawnMs })
      track = judged.track
      return judged.verdict
    })
    assert.deepEqual(told, verdicts)
  })
}

test('a line that never went hides what moves of a client that moves while its hook asks, and of no other', () => {
  const record = (client: string) => ({
    runId: 'r1',
    client: { screen: client },
    session: {
      state: 'awaiting_review',
      state_since: 'then',
      interactive: true,
      harness: null,
      agent_type: 'x',
    } as const,
  })
  const after = (client: string, ...screens: string[]): LineTrack | null => {
    let track: LineTrack | null = null
    for (const [look, screen] of screens.entries())
      track = judgeLine(track, record(client), { screen, atMs: look * 100, drawnMs: look * 100 }).track
    return track
  }
  assert.equal(neverWent(after('codex', codexWorks, codexWorks), record('codex')), true)
  // A dialog that was answered at once: its look is the only one without the line.
  assert.equal(neverWent(after('codex', codexWorks, '', codexWorks), record('codex')), false)
  assert.equal(neverWent(after('code-agent', claudeWorks, claudeWorks), record('code-agent')), false)
  assert.equal(neverWent(null, record('codex')), false)
})

test('another state is judged anew', () => {
  const record = (since: string) => ({
    runId: 'r1',
    client: { screen: 'code-agent' },
    session: {
      state: 'awaiting_review',
      state_since: since,
      interactive: true,
      harness: null,
      agent_type: 'x',
    } as const,
  })
  const asked = judgeLine(null, record('one'), { screen: claudeAsks, atMs: 0, drawnMs: 0 })
  assert.equal(
    judgeLine(asked.track, record('one'), { screen: claudeWorks, atMs: 900, drawnMs: 900 }).verdict,
    'working',
  )
  assert.equal(judgeLine(asked.track, record('two'), { screen: claudeWorks, atMs: 900, drawnMs: 900 }).verdict, null)
})

test('a screen is looked at sooner until its line was seen in this state', () => {
  const session = { state: 'running', state_since: '2026-11-23T08:00:00.000Z' } as const
  const track = (over: Partial<LineTrack>): LineTrack => ({
    stateSince: session.state_since,
    isThere: true,
    sinceMs: 0,
    wasThere: true,
    wasAway: false,
    neverAway: true,
    restSinceMs: null,
    ...over,
  })
  const seen = linePaceMs(session, track({}))
  for (const before of [null, track({ wasThere: false }), track({ stateSince: '2026-11-23T07:00:00.000Z' })])
    assert.ok(linePaceMs(session, before) < seen)
  const waits = { ...session, state: 'awaiting_review' } as const
  assert.equal(linePaceMs(waits, null), linePaceMs(waits, track({})))
})
