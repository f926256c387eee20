import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../../contract.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { conversationOf } from './conversation.ts'

const over: Partial<Session> = {
  harness: 'codex',
  state: 'failed',
  tmux_alive: false,
  origin: 'launched',
  runnable: true,
}
const client = { session: '01a2-b', pid: 7, screen: 'codex' }

const rows: readonly (readonly [Partial<Session>, typeof client | null | { session: string }, string | RegExp])[] = [
  [{}, client, '01a2-b'],
  [{ state: 'completed' }, client, '01a2-b'],
  [{ state: 'running' }, client, /still runs/],
  [{ tmux_alive: true }, client, /still runs/],
  [{}, null, /told of no conversation/],
  [{}, { ...client, session: '--yolo' }, /told of no conversation/],
  [{ harness: 'gateway-agent' }, client, /OpenClaw goes on with no conversation/],
  [{ harness: null }, client, /goes on with no conversation/],
  [{ origin: 'fabric' }, client, /on a device/],
  [{ runnable: false }, client, /without credentials/],
]
for (const [its, speaker, expected] of rows)
  test(`${JSON.stringify(its)} with ${JSON.stringify(speaker)}: ${String(expected)}`, () => {
    const blank = sampleRecord({})
    const session = { ...blank.session, ...over, ...its }
    const found = conversationOf({ ...blank, session, client: speaker === null ? null : { ...client, ...speaker } })
    if (typeof expected === 'string') assert.deepEqual(found, { ok: true, value: expected })
    else assert.match(found.ok ? '' : found.error.reason, expected)
  })
