import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseReport } from './parse-report.ts'

const plain = {
  sessionId: null,
  tmuxSession: 'agent-1',
  events: ['agent.tool_use'],
  source: 'hook',
  metadata: null,
  agentType: 'code-agent',
  runId: null,
  exitCode: null,
}

const accepted: [string, object, object][] = [
  ['the least', { tmux_session: 'agent-1', event: 'tool_use' }, plain],
  ['the id alone', { session_id: 's1', event: 'tool_use' }, { ...plain, sessionId: 's1', tmuxSession: null }],
  ['both ids', { session_id: 's1', tmux_session: 'agent-1', event: 'tool_use' }, { ...plain, sessionId: 's1' }],
  ['another event', { tmux_session: 'agent-1', event: 'failed' }, { ...plain, events: ['process.exit_error'] }],
  [
    'further events, in order',
    { tmux_session: 'agent-1', event: 'prompt_ready', then: ['running', 'start'] },
    { ...plain, events: ['agent.prompt_ready', 'hook.to_running', 'start'] },
  ],
  [
    'everything',
    {
      tmux_session: 'agent-1',
      event: 'exit_error',
      metadata: 'Bash',
      agent_type: 'shell',
      run_id: 'r1',
      exit_code: 3,
    },
    {
      ...plain,
      events: ['process.exit_error'],
      source: 'wrapper',
      metadata: 'Bash',
      agentType: 'shell',
      runId: 'r1',
      exitCode: 3,
    },
  ],
  [
    'a client that draws',
    { tmux_session: 'agent-1', event: 'tool_use', client_session: 'c1', client_pid: 7, client_screen: true },
    { ...plain, client: { session: 'c1', pid: 7, screen: 'code-agent' } },
  ],
  [
    'a client that draws and names itself',
    { tmux_session: 'agent-1', event: 'tool_use', client_session: 'c1', client_screen: true, agent_type: 'codex' },
    { ...plain, agentType: 'codex', client: { session: 'c1', pid: null, screen: 'codex' } },
  ],
  [
    'a client that prints, of which only the process is known',
    { tmux_session: 'agent-1', event: 'tool_use', client_pid: 7, agent_type: 'codex' },
    { ...plain, agentType: 'codex', client: { session: null, pid: 7, screen: null } },
  ],
  ['a client of wrong types', { tmux_session: 'agent-1', event: 'tool_use', client_session: 1, client_pid: -7 }, plain],
  ['unknown fields', { tmux_session: 'agent-1', event: 'tool_use', tool_input: { deep: [1] } }, plain],
  ['an empty metadata', { tmux_session: 'agent-1', event: 'tool_use', metadata: '' }, plain],
  ['metadata of a wrong type', { tmux_session: 'agent-1', event: 'tool_use', metadata: { a: 1 } }, plain],
  ['an agent type of a wrong type', { tmux_session: 'agent-1', event: 'tool_use', agent_type: 7 }, plain],
  ['an exit code of a wrong type', { tmux_session: 'agent-1', event: 'tool_use', exit_code: '3' }, plain],
  ['a run id of a wrong type', { tmux_session: 'agent-1', event: 'tool_use', run_id: null }, plain],
  ['a then of a wrong type', { tmux_session: 'agent-1', event: 'tool_use', then: 'running' }, plain],
  ['a then with an unknown name', { tmux_session: 'agent-1', event: 'tool_use', then: ['runing'] }, plain],
  ['an id of a wrong type beside the other', { tmux_session: 'agent-1', session_id: 5, event: 'tool_use' }, plain],
  [
    'metadata of 200 characters',
    { tmux_session: 'agent-1', event: 'tool_use', metadata: 'é'.repeat(200) },
    { ...plain, metadata: 'é'.repeat(200) },
  ],
  [
    'metadata of 201 characters',
    { tmux_session: 'agent-1', event: 'tool_use', metadata: 'é'.repeat(201) },
    { ...plain, metadata: 'é'.repeat(200) },
  ],
  [
    'metadata of 201 characters outside the basic plane',
    { tmux_session: 'agent-1', event: 'tool_use', metadata: '🪐'.repeat(201) },
    { ...plain, metadata: '🪐'.repeat(200) },
  ],
  [
    'half a surrogate pair',
    { tmux_session: 'agent-1', event: 'tool_use', metadata: 'a\ud83e' },
    { ...plain, metadata: 'a\ufffd' },
  ],
]

for (const [name, body, report] of accepted) {
  test(`ingest accepts ${name}`, () => assert.deepEqual(parseReport(body), { ok: true, value: report }))
}

const refused: [string, unknown, string, string][] = [
  ['nothing', undefined, '', 'The body is not a JSON object.'],
  ['null', null, '', 'The body is not a JSON object.'],
  ['a list', [{ tmux_session: 'a', event: 'start' }], '', 'The body is not a JSON object.'],
  ['a text', 'start', '', 'The body is not a JSON object.'],
  ['no event', { tmux_session: 'agent-1' }, 'event', 'The field event is missing.'],
  ['an event that is no text', { tmux_session: 'agent-1', event: 4 }, 'event', 'The field event must be a text.'],
  [
    'an unknown event near a known one',
    { tmux_session: 'agent-1', event: 'tool_used' },
    'event',
    '"tool_used" is no known event (did you mean tool_use?).',
  ],
  [
    'an unknown event near none',
    { tmux_session: 'agent-1', event: 'zzzzzzzzzzzzzzzz' },
    'event',
    '"zzzzzzzzzzzzzzzz" is no known event.',
  ],
  [
    'an unknown event of forty characters',
    { tmux_session: 'agent-1', event: 'z'.repeat(40) },
    'event',
    `"${'z'.repeat(40)}" is no known event.`,
  ],
  [
    'a longer one, of which the beginning is told',
    { tmux_session: 'agent-1', event: 'z'.repeat(41) },
    'event',
    `"${'z'.repeat(40)}…" is no known event.`,
  ],
  ['a name of every object', { tmux_session: 'a', event: 'constructor' }, 'event', '"constructor" is no known event.'],
  [
    'neither id',
    { event: 'start' },
    'tmux_session',
    'The event names no session: it needs tmux_session or session_id.',
  ],
  [
    'two ids of a wrong type',
    { event: 'start', tmux_session: 1, session_id: '' },
    'tmux_session',
    'The event names no session: it needs tmux_session or session_id.',
  ],
]

for (const [name, body, field, reason] of refused) {
  test(`ingest refuses ${name} with one sentence`, () => {
    const parsed = parseReport(body)
    assert.equal(parsed.ok, false)
    if (parsed.ok) return
    assert.equal(parsed.error.error, 'invalid_request')
    assert.equal(parsed.error.reason, reason)
    assert.deepEqual(
      parsed.error.details?.map((detail) => detail.field),
      [field],
    )
  })
}

test('whatever arrives, a report names a session and an event, and its metadata is short and well formed', () => {
  const field = fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.jsonValue(), fc.constant(undefined))
  const body = fc.record({
    tmux_session: field,
    session_id: field,
    event: fc.oneof(fc.constantFrom('start', 'exit', 'tool_use'), field),
    then: field,
    metadata: field,
    agent_type: field,
    run_id: field,
    exit_code: field,
  })
  fc.assert(
    fc.property(body, (value) => {
      const parsed = parseReport(value)
      if (!parsed.ok) return parsed.error.error === 'invalid_request'
      const { sessionId, tmuxSession, events, metadata } = parsed.value
      assert.ok(sessionId !== null || tmuxSession !== null)
      assert.ok(events.length > 0)
      assert.ok(metadata === null || (Array.from(metadata).length <= 200 && metadata.isWellFormed()))
      return true
    }),
    { numRuns: 300 },
  )
})
