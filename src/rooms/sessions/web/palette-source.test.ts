import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { sessionSources } from './palette-source.ts'
import { sessions } from './session-store.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const known = [
  sampleSession({ id: 'a', label: 'Fix capture', tmux_session: 'code-a', prompt: 'x', last_activity: at(1) }),
  sampleSession({
    id: 'b',
    label: 'Write docs',
    tmux_session: 'code-b',
    prompt: 'about capture',
    last_activity: at(2),
  }),
  sampleSession({ id: 'c', label: 'Fix capture', tmux_session: 'code-c', prompt: 'x', last_activity: at(3) }),
  sampleSession({
    id: 'd',
    label: 'Waits',
    state: 'failed',
    tmux_session: 'code-d',
    prompt: 'x',
    last_activity: at(4),
  }),
]

/** What is found among the known ones, whatever other tests left in the store. */
function search(group: string, query: string, stored = known): readonly string[] {
  sessions.replaceAll(stored)
  return (sessionSources.find((source) => source.group === group)?.search(query) ?? []).map(({ id }) => id)
}

test('sessions are found by title before prompt, among equals the last active first', () => {
  assert.deepEqual(search('Sessions', 'capture'), ['session:c', 'session:a', 'session:b'])
  assert.deepEqual(search('Sessions', 'code-b'), ['session:b'])
  assert.deepEqual(search('Sessions', 'failed'), ['session:d'])
  assert.deepEqual(search('Sessions', 'nothing like it'), [])
})

test('before anything is typed the last active ones are offered, and never more than leave room for commands', () => {
  assert.deepEqual(search('Sessions', ''), ['session:d', 'session:c', 'session:b', 'session:a'])
  const many = Array.from({ length: 20 }, (_, place) => sampleSession({ id: `s${place}` }))
  assert.equal(search('Sessions', '', many).length, 7)
})

test('a text can be a prompt or a filter; no text is neither', () => {
  assert.deepEqual(search('With this text', 'fix it'), ['text:launch', 'text:filter'])
  assert.deepEqual(search('With this text', ''), [])
})
