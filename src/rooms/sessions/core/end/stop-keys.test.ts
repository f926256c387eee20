import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../../contract.ts'
import type { TerminalLook } from '../answer/obstacles.ts'
import type { SessionRecord } from '../record.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { nextStopKey } from './stop-keys.ts'

const rule = '─'.repeat(60)
const prompt = `● All is well.\n${rule}\n❯ half a text\n${rule}\n  Press Ctrl-C again to exit`
const permission = `${rule}\n Bash command\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n Esc to cancel · Tab to amend`
const choice = `${rule}\n  Make auto mode your default?\n  ❯ Yes\n    No, keep manual mode`
const claude: Client = { session: 'one', pid: 7, screen: 'code-agent' }
const inFront = { tty: '/dev/pts/1', isForeground: true }

function record(client: Client | null, { agentType = 'shell', interactive = false } = {}): SessionRecord {
  const blank = sampleRecord({ at: '2026-11-20T10:00:00.000Z', agentType, interactive })
  return { ...blank, client, runId: 'run-1' }
}

function look(screen: string, client: TerminalLook['client'] = inFront): TerminalLook {
  return { pane: { tty: '/dev/pts/1', command: 'claude', isFirst: true }, client, screen }
}

const twice = { key: 'ctrl_c', times: 2 }
const interactive = { agentType: 'code-agent', interactive: true }

const cases: readonly [string, SessionRecord, TerminalLook, object | null][] = [
  ['Claude Code at its prompt', record(claude), look(prompt), twice],
  ['a permission dialog, which takes Esc alone', record(claude), look(permission), { key: 'escape' }],
  ['a choice that has no Esc', record(claude), look(choice), twice],
  ['before its first hook', record(null, interactive), look(permission, null), { key: 'escape' }],
  ['in print mode it ends by one', record({ ...claude, screen: null }), look(''), null],
  ['a shell is in front', record(claude), look(prompt, { ...inFront, isForeground: false }), null],
  ['another pane is in front', record(claude), look(prompt, { ...inFront, tty: '/dev/pts/2' }), null],
  ['it has ended', record(claude), look(prompt, 'gone'), null],
  [
    'a program that says so',
    record(null),
    look('working\n\nPress Ctrl+C again to exit.\n', null),
    { ...twice, times: 1 },
  ],
  ['another way to say it', record(null), look('  ^C again to quit', null), { ...twice, times: 1 }],
  [
    'one that is ending by itself',
    record(null),
    look('Gracefully stopping... (press Ctrl+C again to force)', null),
    null,
  ],
  ['what was said long ago', record(null), look('ctrl + c again to quit\n1\n2\n3\n4', null), null],
  ['a program that says nothing', record(null), look('✓ 38 tests', null), null],
]

for (const [name, stopped, seen, expected] of cases) {
  test(`to end it: ${name}`, () => assert.deepEqual(nextStopKey(stopped, seen, 1), expected))
}

const seconds = (count: number) => `2026-11-20T10:00:${String(count).padStart(2, '0')}.000Z`

/** Started at ten, and stopped so long after that. */
function stopped(afterSeconds: number, client: Client | null = null): SessionRecord {
  const { session, ...rest } = record(client)
  const stopping = { since: seconds(afterSeconds), by: 'user', asked_at: null, forced_at: null, left: null } as const
  return { ...rest, session: { ...session, started_at: seconds(0), stopping } }
}

test('one that had just been started is asked on: its shell may have forgotten the first Ctrl+C', () => {
  const once = { key: 'ctrl_c', times: 1 }
  assert.deepEqual(nextStopKey(stopped(1), look('', null), 0), once)
  assert.deepEqual(nextStopKey(stopped(1), look('', null), 1), once)
  assert.equal(nextStopKey(stopped(1), look('', null), 2), null, 'and no more')
  assert.equal(nextStopKey(stopped(3), look('', null), 0), null, 'one that works would be hurried')
  assert.equal(nextStopKey({ ...stopped(1), runId: null }, look('', null), 0), null, 'a terminal of a person')
  assert.equal(nextStopKey(stopped(1, claude), look(prompt, { ...inFront, isForeground: false }), 0), null)
})
