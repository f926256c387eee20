import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import type { SessionView } from '../../contract.ts'
import { sessionTable } from './list.ts'

const at = '2026-11-20T10:00:00.000Z'
const line = { text: 'p99 231 ms, 12 000 requests', from: 'output', at } as const

function view(fields: Partial<SessionView>): SessionView {
  return {
    ...sampleSession({ state: 'running', state_since: at, last_message: null }),
    summary: null,
    last_line: line,
    ...fields,
  }
}

function table(width: number | null, fields: Partial<SessionView>): string {
  return sessionTable(
    [view(fields)],
    { width, paint: (_colour, text) => text },
    { nowMs: Date.parse(at), placeOf: ({ device_id: id }) => id },
  )
}

test('with room the last line has a column of its own, and is not told twice', () => {
  assert.match(table(null, {}), /LAST LINE\n.*12 000 requests$/)
  assert.match(table(200, { state: 'failed', exit_code: 1 }), /LAST LINE\n.*12 000 requests$/)
  assert.match(table(null, { last_message: line.text }), /12 000 requests.* -$/)
})

test('without room a running session says what it does now, and any other one why it stands still', () => {
  assert.doesNotMatch(table(80, {}), /LAST LINE/)
  assert.match(table(110, {}), /p99 231 ms/)
  assert.doesNotMatch(table(110, { state: 'failed', exit_code: 1 }), /p99/)
})

test('no sequence of an agent reaches the terminal', () => {
  assert.ok(!table(null, { last_line: { ...line, text: 'a\u001B[31mb' } }).includes('\u001B'))
})

test('where it runs is told beside others that run elsewhere, and not at all where it goes without saying', () => {
  assert.doesNotMatch(table(null, {}), /DEVICE/)
  assert.match(
    table(null, { device_id: 'forge, unreachable since 10:12' }),
    /DEVICE.*\n.*forge, unreachable since 10:12/,
  )
})
