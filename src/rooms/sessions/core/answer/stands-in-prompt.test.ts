import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentAnswer } from '../../contract/answer.ts'
import { standsInPrompt } from './stands-in-prompt.ts'

const wait = '2026-11-20T10:00:00.000Z'
const later = '2026-11-20T10:00:05.000Z'
const earlier = '2026-11-20T09:59:55.000Z'

const rows: readonly (readonly [string, Pick<AgentAnswer, 'state' | 'submit' | 'at'>, boolean])[] = [
  ['one that was sent is gone from the prompt', { state: 'typed', submit: true, at: later }, false],
  ['one without Enter stands there', { state: 'typed', submit: false, at: later }, true],
  ['one that the service ended over may stand there', { state: 'unknown', submit: true, at: later }, true],
  ['one that was refused was not typed', { state: 'failed', submit: false, at: later }, false],
  ['one that is being typed is told by its refusal', { state: 'typing', submit: true, at: later }, false],
  ['one to an earlier wait is over', { state: 'typed', submit: false, at: earlier }, false],
]

for (const [name, fields, expected] of rows) {
  test(name, () => {
    const answer = { id: 1, session_id: 's', text: 'yes', actor: 'person', by: null, browser: null, ...fields } as const
    assert.equal(standsInPrompt(answer, wait), expected)
  })
}
